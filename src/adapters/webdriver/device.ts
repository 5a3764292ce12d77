// A browser as a device.
//
// W1. Nothing of a page outside the allowed origins is returned: look, screenshot, source and texts check the address they were taken from, after it was taken.
// W2. An open dialog never hangs a call: it is looked at and answered as controls; the screenshot is the last one before it.
// W3. A call that finds the session dead throws `DeviceGoneError`; the adapter starts nothing anew.
// W4. The driver is in the top frame between calls.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../domain/ui/control.js';
import { isAllowedAddress } from '../../domain/guard/guard.js';
import { assertNever } from '../../domain/assert-never.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Device, Look } from '../../ports/device.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';
import { blankPng } from '../memory/blank-png.js';
import { createDialogs, dialogControls } from './dialogs.js';
import { selectOption, setText } from './entry.js';
import { DialogOpenError, PageChangedError, TabClosedError } from './errors.js';
import { createFence } from './fence.js';
import type { Downloads } from './files.js';
import { enterFrameOf, lookAtFrames, prepareIn } from './frames.js';
import { pressKeys } from './keyboard.js';
import type { PageControl } from './page/messages.js';
import { centreOfView, clickAt, dragBetween, pixelsOf, pointOf, wheelAt } from './pointer.js';
import { hasSecret, type Secrets } from './secrets.js';
import type { Session } from './session.js';
import { applicationOf, createTabs } from './tabs.js';

export interface DeviceOptions {
  readonly session: Session;
  readonly origins: readonly string[];
  readonly secrets: Secrets;
  readonly downloads: Downloads;
  readonly uploads: string | undefined;
  readonly headed: boolean;
  /** Ends the processes. */
  readonly end: () => Promise<void>;
}

export interface WebDriverDevice extends Device {
  /** Opens the first page; an address that does not answer is a notice, since a person would see it too. */
  start(url: string): Promise<void>;
}

const quietAfter = 400;
/** Of a page that goes on redirecting or opening tabs outside the fence. */
const mostReturns = 5;

export async function createWebDriverDevice({
  session,
  origins,
  secrets,
  downloads,
  uploads,
  headed,
  end,
}: DeviceOptions): Promise<WebDriverDevice> {
  const tabs = await createTabs(session, { headed });
  const fence = createFence(origins, session);
  const dialogs = createDialogs(session);
  let lastDocument = '';
  let lastShot: Uint8Array | undefined;
  let lastApplication: Application = applicationOf({ id: tabs.current, title: '', url: '', current: true });
  /** What the last action set going has until then to show itself. */
  let quietNotBefore = 0;

  /** Brings the newest tab forward and a refused page back. Answers the address that is shown. */
  const stayInside = async (): Promise<string> => {
    for (let attempt = 0; attempt < mostReturns; attempt++) {
      await tabs.sync();
      const url = await session.command((browser) => browser.getUrl()).catch(ignoreTabClosed);
      if (url === undefined) continue;
      if (fence.isAllowed(url)) return url;
      const tab = tabs.current;
      if (!(await fence.leave(url))) {
        await tabs.close(tab).catch(ignoreFailure);
        continue;
      }
      await becomes(async () => fence.isAllowed(await session.command((browser) => browser.getUrl())));
    }
    await session.command((browser) => browser.navigateTo('about:blank'));
    return 'about:blank';
  };

  /** Takes something of the current page that is inside the fence. */
  const takeInside = async <T>(take: () => Promise<{ readonly url: string; readonly value: T }>): Promise<T> => {
    for (let attempt = 0; attempt < mostReturns; attempt++) {
      await tabs.sync();
      try {
        const { url, value } = await take();
        if (fence.isAllowed(url)) return value;
        await stayInside();
      } catch (error) {
        if (!(error instanceof TabClosedError || error instanceof PageChangedError)) throw error;
      }
    }
    throw new ActionFailedError('timeout', 'The page does not stand still long enough to be seen.');
  };

  const lookAtPage = async (): Promise<Look> => {
    const { document, url, title, controls } = await takeInside(async () => {
      const seen = await lookAtFrames(session);
      return { url: seen.url, value: seen };
    });
    lastApplication = applicationOf({ id: tabs.current, title, url, current: true });
    if (document !== lastDocument && (await dialogs.leftAgainstAsking()))
      fence.notice('The last page asked before it was left, perhaps because of unsaved changes; it was left all the same.');
    lastDocument = document;
    return { application: lastApplication, title, controls: controls.map(asControl), notices: fence.takeNotices() };
  };

  const asControl = (control: PageControl): Control => {
    const name = secrets.mask(control.name);
    const value = control.value === undefined ? undefined : secrets.mask(control.value);
    const isMasked = control.masked === true || name !== control.name || value !== control.value;
    return { ...control, name, ...(value !== undefined && { value }), source: 'tree', ...(isMasked && { masked: true }) };
  };

  const lookAtDialog = async (): Promise<Look | undefined> => {
    const dialog = await dialogs.current();
    if (dialog === undefined) return undefined;
    const { title = '' } = lastApplication;
    const notice = `${dialog.type === 'unknown' ? 'A' : `A ${dialog.type}`} dialog is open: "${dialog.text}". The page answers nothing until it is answered.`;
    return { application: lastApplication, title, controls: dialogControls(dialog), notices: [...fence.takeNotices(), notice] };
  };

  /** Runs `page`, or `dialog` when one keeps the page from answering. */
  const withDialog = async <T>(page: () => Promise<T>, dialog: () => Promise<T | undefined>): Promise<T> => {
    for (let attempt = 0; attempt < mostReturns; attempt++) {
      try {
        return await page();
      } catch (error) {
        if (!(error instanceof DialogOpenError)) throw asPortError(error);
        const answer = await dialog();
        // It closed in between: the page answers again.
        if (answer !== undefined) return answer;
      }
    }
    throw new ActionFailedError('timeout', 'Dialogs of the page open faster than they can be seen.');
  };

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
    const text = await takeInside(async () => {
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

  const dispatch = async (action: DeviceAction): Promise<{ readonly text?: string }> => {
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

  const perform = async (action: DeviceAction, signal: AbortSignal): Promise<{ readonly text?: string }> => {
    signal.throwIfAborted();
    try {
      if (await dialogs.perform(action)) return {};
      // The page may have gone outside by itself since it was last seen.
      if (origins.length > 0) await stayInside();
      return await dispatch(action);
    } catch (error) {
      throw asActionError(error);
    } finally {
      if (action.type !== 'read-text') quietNotBefore = Date.now() + quietAfter;
      await afterwards();
    }
  };

  /** Leaves frames and refused pages behind; what goes wrong here is found by the next call. */
  const afterwards = async (): Promise<void> => {
    await session.toTop().catch(ignoreFailure);
    if (origins.length > 0) await stayInside().catch(ignoreFailure);
  };

  const isQuiet = async (): Promise<number> => {
    await stayInside();
    const { value } = await session.page('quietness', undefined);
    const left = Math.max(quietAfter - value.quietFor, quietNotBefore - Date.now());
    return value.loaded ? left : Math.max(left, 50);
  };

  const screenshot = async (): Promise<Uint8Array> =>
    withDialog(
      async () => {
        lastShot = await takeInside(async () => {
          const png = await session.command((browser) => browser.takeScreenshot());
          return { url: origins.length > 0 ? await session.command((browser) => browser.getUrl()) : '', value: Buffer.from(png, 'base64') };
        });
        return lastShot;
      },
      async () => ((await dialogs.current()) ? (lastShot ?? blankPng(1280, 657)) : undefined),
    );

  return {
    kind: 'web',
    start: async (url) => {
      try {
        await navigate(url);
        await stayInside();
      } catch (error) {
        if (error instanceof DeviceGoneError) throw error;
        if (!(error instanceof DialogOpenError))
          fence.notice(`The page could not be opened: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    listApplications: () => guarded(() => tabs.list(fence.isAllowed)),
    selectApplication: (id) => guarded(() => tabs.select(id)),
    launchApplication: (name) => guarded(() => launch(name)),
    closeApplication: (id) => guarded(() => tabs.close(id)),
    screenshot,
    look: () => withDialog(lookAtPage, lookAtDialog),
    source: () =>
      withDialog(
        async () => secrets.mask(await takeInside(() => session.page('source', undefined))),
        async () => (await dialogs.current())?.text,
      ),
    perform,
    settle: async (maxMs) => {
      const deadline = Date.now() + maxMs;
      for (;;) {
        const left = await within(Math.max(deadline - Date.now(), 1), () =>
          withDialog(
            async () => isQuiet(),
            async () => ((await dialogs.current()) ? 0 : undefined),
          ),
        );
        if (left !== undefined && left <= 0) return true;
        const rest = deadline - Date.now();
        if (rest <= 0) return false;
        await sleep(Math.min(left ?? rest, rest));
      }
    },
    takeDownloads: () => downloads.take(),
    detach: async () => undefined,
    close: end,
  };
}

async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asActionError(error);
  }
}

/** Only errors of the port leave the adapter. */
function asPortError(error: unknown): unknown {
  if (error instanceof TabClosedError) return new DeviceGoneError('The tab of the browser is gone.');
  return error instanceof PageChangedError
    ? new ActionFailedError('action-failed', `The page changed while it was asked: ${error.message}`)
    : error;
}

function asActionError(error: unknown): unknown {
  if (error instanceof DialogOpenError)
    return new ActionFailedError('action-failed', `A dialog is open (${error.message}). Answer it first.`);
  if (error instanceof TabClosedError) return new ActionFailedError('action-failed', 'The tab closed.');
  return error instanceof PageChangedError ? new ActionFailedError('control-gone', `The page changed meanwhile: ${error.message}`) : error;
}

function ignoreTabClosed(error: unknown): undefined {
  if (!(error instanceof TabClosedError)) throw error;
}

function ignoreFailure(): void {}

/** `undefined` when `run` takes longer. */
async function within<T>(ms: number, run: () => Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([run(), sleep(ms, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

async function becomes(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 3_000;
  while (Date.now() < deadline && !(await condition())) await sleep(25);
}
