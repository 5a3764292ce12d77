// alert, confirm and prompt: while one is open the page answers nothing, so it is shown as controls. "Leave this page?" is different: chromedriver
// accepts it as soon as it runs a command, unless the session speaks BiDi. Where the browser's DevTools are ours it is answered there (devtools/leaving.ts); elsewhere a notice reports it afterwards.

import { defined } from '../../domain/collections.js';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError, type Look } from '../../ports/device.js';
import { type Session, asPortError, DialogOpenError, PageHungError } from './session.js';
import type { Application } from '../../domain/ui/observation.js';
import { blankPng } from '../device-kit/blank-png.js';
import type { PressedState } from '../device-kit/pressed-pointer.js';
import type { Secrets } from '../../ports/secrets.js';
import type { Fence, OriginFence } from './fence.js';
import type { Downloads } from './entry.js';
import type { FileAsks } from './file-asks.js';
import type { ShownDocuments } from './shown-documents.js';
import { lookAtFrames } from './frames.js';
import { applicationOf, type Tabs } from './tabs.js';

interface OpenDialog {
  readonly type: 'alert' | 'confirm' | 'prompt' | 'unknown';
  readonly text: string;
  /** The prompt's current value. */
  readonly value: string;
}

interface Dialogs {
  current(): Promise<OpenDialog | undefined>;
  /** Whether, since the last call, a page was left despite its "Leave this page?" prompt. */
  leftAgainstAsking(): Promise<boolean>;
  /** Answers the dialog when the action targets it; `false` when it does not. */
  perform(action: DeviceAction, by: Pick<Session, 'command'>): Promise<boolean>;
}

interface Opening {
  readonly type: OpenDialog['type'] | 'beforeunload';
  readonly message: string;
  readonly defaultPrompt?: string;
}

export function createDialogs(session: Session): Dialogs {
  let last: Opening | undefined;
  let typed: string | undefined;
  let left = false;

  const readLog = async (): Promise<void> => {
    const openings = await readOpenings(session);
    left ||= openings.some(({ type }) => type === 'beforeunload');
    const opened = openings.findLast(({ type }) => type !== 'beforeunload');
    if (opened === undefined) return;
    last = opened;
    typed = undefined;
  };

  const current = async (): Promise<OpenDialog | undefined> => {
    const text = await session.browser.getAlertText().catch((error: unknown) => {
      if (error instanceof Error && /no such alert|no such window/.test(`${error.name} ${error.message}`)) return undefined;
      return session.command(() => Promise.reject(error));
    });
    if (text === undefined) {
      typed = undefined;
      return undefined;
    }
    await readLog();
    const known = last?.message === text ? last : undefined;
    return {
      type: known === undefined || known.type === 'beforeunload' ? 'unknown' : known.type,
      text,
      value: typed ?? known?.defaultPrompt ?? '',
    };
  };

  const answer = async ({ command }: Pick<Session, 'command'>, accept: boolean): Promise<true> => {
    await command((browser) => (accept ? browser.acceptAlert() : browser.dismissAlert()));
    typed = undefined;
    return true;
  };

  const type = async ({ command }: Pick<Session, 'command'>, text: string): Promise<true> => {
    await command((browser) => browser.sendAlertText(text));
    typed = text;
    return true;
  };

  return {
    current,
    leftAgainstAsking: async () => {
      await readLog();
      const answer = left;
      left = false;
      return answer;
    },
    perform: async (action, by) => {
      const id = 'target' in action && action.target && 'control' in action.target ? action.target.control.id : undefined;
      const isForDialog = id?.startsWith(prefix) === true;
      const dialog = isForDialog || action.type === 'press-keys' ? await current() : undefined;
      if (dialog === undefined) {
        if (isForDialog) throw new ActionFailedError('control-gone', 'The dialog is no longer open.');
        return false;
      }
      if (action.type === 'press-keys') {
        if (/^\s*(\{(ENTER|RETURN)\}|~)\s*$/i.test(action.keys)) return answer(by, true);
        if (/^\s*\{ESC(APE)?\}\s*$/i.test(action.keys)) return answer(by, false);
      }
      if (action.type === 'click' && id === ids.accept) return answer(by, true);
      if (action.type === 'click' && id === ids.dismiss) return answer(by, false);
      if (action.type === 'set-text' && id === ids.text) return type(by, action.clear ? action.text : dialog.value + action.text);
      throw new ActionFailedError(
        'not-supported',
        `The open dialog takes a click on one of its buttons${dialog.type === 'prompt' ? ' or a text' : ''}, not ${action.type}.`,
      );
    },
  };
}

/** The driver's log of page events tells the kind of dialog, also to a process that attached later. */
async function readOpenings(session: Session): Promise<readonly Opening[]> {
  const entries = await session
    .command((browser) => browser.getLogs('performance') as Promise<readonly { readonly message: string }[]>)
    .catch(() => []);
  return entries
    .filter(({ message }) => message.includes('Page.javascriptDialogOpening'))
    .map(({ message }) => (JSON.parse(message) as { readonly message: { readonly params: Opening } }).message.params);
}

const prefix = 'dialog.';
const ids = { text: `${prefix}text`, accept: `${prefix}accept`, dismiss: `${prefix}dismiss`, message: `${prefix}message` } as const;
const words: Readonly<Record<OpenDialog['type'], readonly [string, string]>> = {
  alert: ['OK', ''],
  confirm: ['OK', 'Cancel'],
  prompt: ['OK', 'Cancel'],
  unknown: ['OK', 'Cancel'],
};

/** Bounds are those of a browser with a window; the screenshot shows only the page. */
function dialogControls(dialog: OpenDialog): readonly Control[] {
  const [accept, dismiss] = words[dialog.type];
  const { text } = dialog;
  const controls: Control[] = [control(ids.message, 'alertdialog', text, { x: 416, y: 8, width: 448, height: 40 }, false)];
  if (dialog.type === 'prompt')
    controls.push({
      ...control(ids.text, 'textbox', text, { x: 432, y: 56, width: 416, height: 32 }, true),
      ...defined({ value: dialog.value !== '' ? dialog.value : undefined }),
    });
  controls.push(control(ids.accept, 'button', accept, { x: 664, y: 100, width: 88, height: 32 }, true));
  if (dismiss) controls.push(control(ids.dismiss, 'button', dismiss, { x: 760, y: 100, width: 88, height: 32 }, true));
  return controls;
}

function control(id: string, role: string, name: string, bounds: Bounds, interactive: boolean): Control {
  return { id, role, name, bounds, enabled: true, visible: true, interactive, path: id.replace('.', '/'), source: 'tree' };
}

// What a look at a browser returns: its page, or the dialog that blocks the page.

export interface View {
  readonly session: Session;
  readonly tabs: Tabs;
  readonly fence: Fence;
  readonly dialogs: Dialogs;
  readonly inside: OriginFence;
  readonly asks: FileAsks;
  readonly documents: ShownDocuments;
  readonly downloads: Downloads;
  readonly secrets: Secrets;
  readonly holding: PressedState;
  readonly origins: readonly string[];
  /** The last look; an open dialog hides the current state. */
  readonly last: { document: string; application: Application; shot: Uint8Array | undefined; masked: readonly Control[] };
}

/** Retries while dialogs open and close during the look. */
const mostDialogs = 5;

export function look(view: View): Promise<Look> {
  return withDialog(
    () => lookAtPage(view).catch((error: unknown) => lookAtHung(view, error)),
    () => lookAtDialog(view),
  );
}

/** While a dialog is open, or the page hangs, the last one before it. */
export function screenshot(view: View): Promise<Uint8Array> {
  const { inside, dialogs, last } = view;
  return withDialog(
    async () => {
      try {
        return (last.shot = await inside.take(() => pixelsOf(view), { sameTab: true }));
      } catch (error) {
        if (!(error instanceof PageHungError)) throw error;
        return last.shot ?? blankPng(1280, 657);
      }
    },
    async () => ((await dialogs.current()) ? (last.shot ?? blankPng(1280, 657)) : undefined),
  );
}

/** A frame that the last look could not tell of stands nobody knows where: nothing is shown until the next one. Where something is masked, who takes the picture looks again. */
async function pixelsOf({ session, origins, last }: View): Promise<Awaited<ReturnType<typeof takePixels>>> {
  const taken = await takePixels(session, { fenced: origins.length > 0 });
  const isTold = last.masked.length > 0 || ((await session.refusedFrames?.()) ?? []).length === 0;
  if (isTold) return taken;
  const { value: view } = await session.page('viewport', undefined);
  return { ...taken, value: blankPng(view.width, view.height) };
}

export function source({ session, inside, dialogs }: View): Promise<string> {
  return withDialog(
    () => inside.take(() => session.page('source', undefined)),
    async () => (await dialogs.current())?.text,
  );
}

/** Runs `page`, or `dialog` when one blocks the page. */
export async function withDialog<T>(page: () => Promise<T>, dialog: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < mostDialogs; attempt++) {
    try {
      return await page();
    } catch (error) {
      if (!(error instanceof DialogOpenError)) throw asPortError(error);
      const answer = await dialog();
      // The dialog closed in between: the page answers again.
      if (answer !== undefined) return answer;
    }
  }
  throw new ActionFailedError('timeout', 'The page opens dialogs faster than they can be read.');
}

function underWayNotice({ name, bytes }: { readonly name: string; readonly bytes: number }): string {
  return `A download is under way${name === '' ? '' : `: ${JSON.stringify(name)}`}, ${bytes} bytes so far. It comes with a later look, once it is complete.`;
}

async function lookAtPage({ session, tabs, fence, dialogs, inside, asks, documents, downloads, holding, last }: View): Promise<Look> {
  const { document, url, title, controls, shown } = await inside.take(async () => {
    const seen = await lookAtFrames(session);
    const shown = await documents.look();
    return { url: seen.url, value: { ...seen, controls: [...(await asks.told(seen.controls)), ...shown.controls], shown } };
  });
  last.application = applicationOf({ id: tabs.current, title, url, current: true });
  if (document !== last.document && (session.leaving?.takeLeft() ?? (await dialogs.leftAgainstAsking())))
    fence.notice('The last page asked for confirmation before it was left, perhaps because of unsaved changes; it was left anyway.');
  last.document = document;
  last.masked = controls.filter(({ masked }) => masked);
  return {
    application: last.application,
    title,
    controls,
    notices: [...fence.takeNotices(), ...session.takeRefusals(), ...shown.notices, ...(await downloads.underWay()).map(underWayNotice)],
    pressed: holding.held?.where === tabs.current ? { pressed: holding.held.pressed, at: holding.held.at } : undefined,
  };
}

/** Nothing is known of it but that: what was masked in the picture, which is the one before it, is masked still. */
function lookAtHung({ session, fence, last: { application, masked } }: View, error: unknown): Look {
  if (!(error instanceof PageHungError)) throw error;
  return {
    application,
    title: application.title ?? '',
    controls: masked.map((control) => ({ ...control, visible: false, interactive: false })),
    notices: [
      ...fence.takeNotices(),
      ...session.takeRefusals(),
      `${error.message} Nothing on it can be seen or used. Wait, or leave it: an address, also its own, or a step back stops that script.`,
    ],
  };
}

async function lookAtDialog({ session, fence, dialogs, last: { application, masked } }: View): Promise<Look | undefined> {
  const dialog = await dialogs.current();
  if (dialog === undefined) return undefined;
  const notice = `${dialog.type === 'unknown' ? 'A' : `A ${dialog.type}`} dialog is open: "${dialog.text}". The page is blocked until the dialog is answered.`;
  return {
    application,
    title: application.title ?? '',
    // The picture is the one before it: what was masked there is masked still.
    controls: [...dialogControls(dialog), ...masked.map((control) => ({ ...control, visible: false, interactive: false }))],
    notices: [...fence.takeNotices(), ...session.takeRefusals(), notice],
  };
}

// The screenshot. Full compression would take half of the time, so the PNG is optimised for speed: still lossless, and a quarter larger.

/** `url`: the address after the screenshot was taken, when there is a fence. */
async function takePixels(
  session: Session,
  { fenced }: { readonly fenced: boolean },
): Promise<{ readonly url: string; readonly value: Uint8Array }> {
  // Of a page that hangs the driver would wait for pixels for a minute.
  await session.url();
  const png = await capture(session).catch((error: unknown) => {
    // The driver's own command is slower and retries once, which helps while a page is being replaced.
    if (error instanceof ActionFailedError) return session.command((browser) => browser.takeScreenshot());
    throw error;
  });
  const url = fenced ? await session.url() : '';
  return { url, value: Buffer.from(png, 'base64') };
}

async function capture(session: Session): Promise<string> {
  const { data } = (await session.devtools('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })) as {
    readonly data: string;
  };
  return data;
}
