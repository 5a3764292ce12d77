// How the port's actions are performed in a browser. Dialogs, the fence and the meaning of errors are handled by the device.
import { isAllowedAddress } from '../../domain/guard/guard.js';
import type { Entry } from '../../domain/ui/read-back.js';
import type { ActionOf, DeviceAction } from '../../domain/ui/ui-action.js';
import { type Performed, ActionFailedError } from '../../ports/device.js';
import { selectOption, setText } from './entry.js';
import { asSeen, enterFrameOf, prepareIn } from './frames.js';
import type { FileAsks } from './file-asks.js';
import type { OriginFence } from './fence.js';
import { pressAndRead } from './keyboard.js';
import { performBy, readFrom, refuseSecretKeys, type Acts } from '../device-kit/acts.js';
import { dragAlong, pressedWhere, releaseBefore, movePressed, releasePressed, type PressedState } from '../device-kit/pressed-pointer.js';
import { centreOfView, pixelsOf, pointOf, pressAt, refuseOthers, wayOf } from './pointer.js';
import type { ShownDocuments } from './shown-documents.js';
import type { Secrets } from '../../ports/secrets.js';
import type { Session } from './session.js';
import type { Tabs } from './tabs.js';

export interface ActionTools {
  readonly session: Session;
  readonly tabs: Tabs;
  readonly inside: OriginFence;
  readonly origins: readonly string[];
  readonly secrets: Secrets;
  readonly holding: PressedState;
  readonly uploads: string | undefined;
  readonly asks: FileAsks;
  readonly documents: ShownDocuments;
}

const acts: Acts<ActionTools> = {
  click: ({ session }, action) => click(session, action),
  hover: async ({ session }, { target }) => session.hover(await pointOf(session, target)),
  drag,
  move: async ({ session, holding }, { target }) => movePressed(session, holding, await pointOf(session, target)),
  release,
  'set-text': setText,
  'press-keys': ({ session }, action) => pressOn(session, action),
  async scroll({ session }, { target, deltaX, deltaY }) {
    const at = target ? await pointOf(session, target, { through: true }) : await centreOfView(session);
    return session.wheel(at, Math.round(deltaX), Math.round(deltaY));
  },
  'select-option': ({ session }, action) => selectOption(session, action),
  navigate: (tools, { byPage, url, answerMs }) => (byPage ? leadOn(tools, url) : navigate(tools, url, answerMs)),
  'go-back': ({ session }) => session.goBack(),
  'select-application': ({ tabs }, { id }) => tabs.select(id),
  'launch-application': (tools, { name, answerMs }) => launch(tools, name, answerMs),
  'read-text': readText,
};

export async function perform(tools: ActionTools, action: DeviceAction): Promise<Performed> {
  const { session, holding, tabs } = tools;
  if (action.type !== 'read-text') await releaseBefore(action, session, holding, tabs.current);
  return performBy(acts, tools, action);
}

export async function navigate(
  { session, origins }: Pick<ActionTools, 'session' | 'origins'>,
  url: string,
  answerMs?: number,
): Promise<void> {
  if (!/^https?:\/\//i.test(url) && url !== 'about:blank')
    throw new ActionFailedError('origin-refused', `'${url}' is not an http or https address.`);
  if (url !== 'about:blank') refuseOutside(origins, url);
  await session.toTop();
  await session.goTo(url, answerMs);
}

/** What the site that is asked hears of where this comes from is the same as by a link of the page. */
async function leadOn({ session, origins }: ActionTools, url: string): Promise<void> {
  refuseOutside(origins, url);
  await session.toTop();
  await session.page('leadOn', url);
}

/** Opens an address in a new tab. */
export async function launch(tools: Pick<ActionTools, 'session' | 'origins' | 'tabs'>, name: string, answerMs?: number): Promise<void> {
  const url = name.trim();
  if (!/^https?:\/\//i.test(url))
    throw new ActionFailedError('no-such-application', `'${name}' is not the address of a page. Applications of a browser are addresses.`);
  refuseOutside(tools.origins, url);
  await tools.tabs.open();
  await navigate(tools, url, answerMs);
}

function refuseOutside(origins: readonly string[], url: string): void {
  if (!isAllowedAddress(origins, url))
    throw new ActionFailedError('origin-refused', `${url} is outside the allowed origins: ${origins.join(', ')}.`);
}

async function click(session: Session, action: ActionOf<'click'>): Promise<void> {
  if ('control' in action.target && action.target.control.role === 'file')
    throw new ActionFailedError('not-supported', 'A file input is not clicked: set its text to a path below the upload folder.');
  if ('control' in action.target && action.target.control.role === 'scrollarea')
    throw new ActionFailedError('not-supported', 'What only scrolls is not clicked: turn the wheel over it, or click what is in it.');
  // The browser asks whether to start it: no page sees that prompt, and it takes every key until it is answered.
  if ('control' in action.target && action.target.control.states?.includes('external'))
    throw new ActionFailedError('not-supported', `"${action.target.control.name}" starts another program, outside the browser.`);
  await pressAt(session, action.target, action.button, action.clickCount);
}

async function drag({ session, holding, tabs }: ActionTools, { button, ...ends }: ActionOf<'drag'>): Promise<void> {
  const points = await wayOf(session, ends);
  await dragAlong(session, holding, { points, button, hold: ends.hold === true, where: tabs.current });
}

async function release({ session, holding }: ActionTools, { target }: ActionOf<'release'>): Promise<void> {
  await session.toTop();
  const held = pressedWhere(holding, await pixelsOf(session, target));
  await refuseOthers(session, held.at, target.over);
  await releasePressed(session, holding, held);
}

async function pressOn(session: Session, { target, keys, over }: ActionOf<'press-keys'>): Promise<Entry | undefined> {
  refuseSecretKeys(keys);
  if (target && 'control' in target) {
    const { ownId } = await prepareIn(session, { ...asSeen(target.control), pointer: false });
    const { value } = await session.page('focus', { id: ownId, select: 'none' });
    if (value.kind === 'lost' || value.kind === 'gone')
      throw new ActionFailedError(
        'action-failed',
        `"${target.control.name}" does not take the focus: no key was pressed. Click it, or press the keys where the focus is.`,
      );
  } else if (target) await pressAt(session, target, 'left', 1);
  return pressAndRead(session, keys, over);
}

async function readText({ session, inside, documents }: ActionTools, action: ActionOf<'read-text'>): Promise<{ readonly text: string }> {
  const control = readFrom(action, 'page');
  const text = await inside.take(async () => {
    const id = control === undefined ? null : await enterFrameOf(session, control.id);
    const pdf = id === null ? await documents.pdfText() : undefined;
    const value = pdf ?? (await session.page('readText', id)).value;
    await session.toTop();
    const url = await session.url();
    return { url, value };
  });
  if (text === null) throw new ActionFailedError('control-gone', `The control "${control?.name ?? ''}" is no longer on the page.`);
  return { text };
}
