// What an action of the port is in a browser. Dialogs, the fence and what errors mean are the device's.
import { assertNever } from '../../domain/assert-never.js';
import { isAllowedAddress } from '../../domain/guard/guard.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { selectOption, setText } from './entry.js';
import { enterFrameOf, prepareIn } from './frames.js';
import type { Inside } from './inside.js';
import { pressKeys } from './keyboard.js';
import { centreOfView, clickAt, dragBetween, pixelsOf, pointOf, wheelAt } from './pointer.js';
import { hasSecret, type Secrets } from '../secrets.js';
import type { Session } from './session.js';
import type { Tabs } from './tabs.js';

export interface ActionTools {
  readonly session: Session;
  readonly tabs: Tabs;
  readonly inside: Inside;
  readonly origins: readonly string[];
  readonly secrets: Secrets;
  readonly uploads: string | undefined;
}

export interface Actions {
  perform(action: DeviceAction): Promise<{ readonly text?: string }>;
  navigate(url: string): Promise<void>;
  /** Opens an address in a tab of its own. */
  launch(name: string): Promise<void>;
}

export function createActions({ session, tabs, inside, origins, secrets, uploads }: ActionTools): Actions {
  const navigate = async (url: string): Promise<void> => {
    if (!/^https?:\/\//i.test(url) && url !== 'about:blank')
      throw new ActionFailedError('origin-refused', `'${url}' is not an http or https address.`);
    if (url !== 'about:blank' && !isAllowedAddress(origins, url))
      throw new ActionFailedError('origin-refused', `${url} is outside the allowed origins: ${origins.join(', ')}.`);
    await session.toTop();
    await session.command((browser) => browser.navigateTo(url));
  };

  const readText = async (action: Extract<DeviceAction, { type: 'read-text' }>): Promise<{ readonly text: string }> => {
    if (action.target && !('control' in action.target))
      throw new ActionFailedError('not-supported', 'Text is read from a control or the whole page, not from a point.');
    const control = action.target?.control;
    const text = await inside.take(async () => {
      const id = control === undefined ? null : await enterFrameOf(session, control.id);
      const { value } = await session.page('readText', id);
      await session.toTop();
      const url = await session.command((browser) => browser.getUrl());
      return { url, value };
    });
    if (text === null) throw new ActionFailedError('control-gone', `The control "${control?.name ?? ''}" is no longer on the page.`);
    return { text: secrets.mask(text) };
  };

  const pressOn = async ({ target, keys }: Extract<DeviceAction, { type: 'press-keys' }>): Promise<void> => {
    if (hasSecret(keys)) throw new ActionFailedError('secret-refused', 'Secrets are not pressed as keys: set them as the text of a field.');
    if (target && 'control' in target) {
      const { ownId } = await prepareIn(session, { id: target.control.id, name: target.control.name, pointer: false });
      await session.page('focus', { id: ownId, select: 'none' });
    } else if (target) await clickAt(session, await pointOf(session, target), { button: 'left', clickCount: 1 });
    await pressKeys(session, keys);
  };

  const click = async (action: Extract<DeviceAction, { type: 'click' }>): Promise<void> => {
    if ('control' in action.target && action.target.control.role === 'file')
      throw new ActionFailedError('not-supported', 'A file input is not clicked: set its text to a path below the upload folder.');
    // The question whether to start it is the browser's own: no page sees it, and until somebody answers it takes every key.
    if ('control' in action.target && action.target.control.states?.includes('external'))
      throw new ActionFailedError('not-supported', `"${action.target.control.name}" starts another program, outside the browser.`);
    await clickAt(session, await pointOf(session, action.target), action);
  };

  const launch = async (name: string): Promise<void> => {
    const url = name.trim();
    if (!/^https?:\/\//i.test(url))
      throw new ActionFailedError('no-such-application', `'${name}' is no address of a page. Applications of a browser are addresses.`);
    if (!isAllowedAddress(origins, url))
      throw new ActionFailedError('origin-refused', `${url} is outside the allowed origins: ${origins.join(', ')}.`);
    await tabs.open();
    await navigate(url);
  };

  const perform = async (action: DeviceAction): Promise<{ readonly text?: string }> => {
    switch (action.type) {
      case 'click':
        await click(action);
        return {};
      case 'drag':
        await session.toTop();
        await dragBetween(session, await pixelsOf(session, action.from), await pixelsOf(session, action.to), action.button);
        return {};
      case 'set-text':
        await setText({ session, secrets, uploads }, action);
        return {};
      case 'press-keys':
        await pressOn(action);
        return {};
      case 'scroll':
        await wheelAt(
          session,
          action.target ? await pointOf(session, action.target, { pointer: false }) : await centreOfView(session),
          action.deltaX,
          action.deltaY,
        );
        return {};
      case 'select-option':
        await selectOption(session, action);
        return {};
      case 'read-text':
        return readText(action);
      case 'navigate':
        await navigate(action.url);
        return {};
      case 'go-back':
        await session.command((browser) => browser.back());
        return {};
      case 'select-application':
        await tabs.select(action.id);
        return {};
      case 'launch-application':
        await launch(action.name);
        return {};
      default:
        return assertNever(action);
    }
  };

  return { perform, navigate, launch };
}
