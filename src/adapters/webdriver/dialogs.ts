// alert, confirm and prompt: while one is open the page answers nothing, so it is shown as controls. "Leave this page?" is different: chromedriver
// accepts it as soon as it runs a command, unless the session speaks BiDi. Where the browser's DevTools are ours it is answered there (devtools/leaving.ts); elsewhere a notice reports it afterwards.
import { defined } from '../../domain/collections.js';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { Session } from './session.js';

export interface OpenDialog {
  readonly type: 'alert' | 'confirm' | 'prompt' | 'unknown';
  readonly text: string;
  /** The prompt's current value. */
  readonly value: string;
}

export interface Dialogs {
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
export function dialogControls(dialog: OpenDialog): readonly Control[] {
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
