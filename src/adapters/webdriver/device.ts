// A browser as a device.
//
// W1. Nothing of a page outside the allowed origins is returned: look, screenshot, source and texts check the address they were taken from, after it was taken.
// W2. An open dialog never hangs a call: it is looked at and answered as controls; the screenshot is the last one before it.
// W3. A call that finds the session dead throws `DeviceGoneError`; the adapter starts nothing anew.
// W4. The driver is in the top frame between calls.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Device, Look } from '../../ports/device.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';
import { blankPng } from '../memory/blank-png.js';
import { createActions } from './actions.js';
import { createDialogs, dialogControls } from './dialogs.js';
import { asActionError, asPortError, DialogOpenError } from './errors.js';
import { createFence } from './fence.js';
import type { Downloads } from './files.js';
import { lookAtFrames } from './frames.js';
import { createInside } from './inside.js';
import { takePixels } from './pixels.js';
import { withoutSecrets, type Secrets } from '../secrets.js';
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
/** Of dialogs that open and close while they are looked at. */
const mostDialogs = 5;

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
  const inside = createInside({ session, tabs, fence });
  const actions = createActions({ session, tabs, inside, origins, secrets, uploads });
  let lastDocument = '';
  let lastShot: Uint8Array | undefined;
  let lastApplication: Application = applicationOf({ id: tabs.current, title: '', url: '', current: true });
  /** What the last action set going has until then to show itself. */
  let quietNotBefore = 0;

  const lookAtPage = async (): Promise<Look> => {
    const { document, url, title, controls } = await inside.take(async () => {
      const seen = await lookAtFrames(session);
      return { url: seen.url, value: seen };
    });
    lastApplication = applicationOf({ id: tabs.current, title, url, current: true });
    if (document !== lastDocument && (await dialogs.leftAgainstAsking()))
      fence.notice('The last page asked before it was left, perhaps because of unsaved changes; it was left all the same.');
    lastDocument = document;
    return {
      application: lastApplication,
      title,
      controls: controls.map((control) => withoutSecrets(secrets, control)),
      notices: fence.takeNotices(),
    };
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
    for (let attempt = 0; attempt < mostDialogs; attempt++) {
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

  const perform = async (action: DeviceAction, signal: AbortSignal): Promise<{ readonly text?: string }> => {
    signal.throwIfAborted();
    try {
      if (await dialogs.perform(action)) return {};
      // The page may have gone outside by itself since it was last seen.
      if (origins.length > 0) await inside.stay();
      return await actions.perform(action);
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
    if (origins.length > 0) await inside.stay().catch(ignoreFailure);
  };

  const isQuiet = async (): Promise<number> => {
    await inside.stay();
    const { value } = await session.page('quietness', undefined);
    const left = Math.max(quietAfter - value.quietFor, quietNotBefore - Date.now());
    return value.loaded ? left : Math.max(left, 50);
  };

  const screenshot = async (): Promise<Uint8Array> =>
    withDialog(
      async () => (lastShot = await inside.take(() => takePixels(session, { fenced: origins.length > 0 }), { sameTab: true })),
      async () => ((await dialogs.current()) ? (lastShot ?? blankPng(1280, 657)) : undefined),
    );

  return {
    kind: 'web',
    start: async (url) => {
      try {
        await actions.navigate(url);
        await inside.stay();
      } catch (error) {
        if (error instanceof DeviceGoneError) throw error;
        if (!(error instanceof DialogOpenError))
          fence.notice(`The page could not be opened: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    listApplications: () => guarded(() => tabs.list(fence.isAllowed)),
    selectApplication: (id) => guarded(() => tabs.select(id)),
    launchApplication: (name) => guarded(() => actions.launch(name)),
    closeApplication: (id) => guarded(() => tabs.close(id)),
    screenshot,
    look: () => withDialog(lookAtPage, lookAtDialog),
    source: () =>
      withDialog(
        async () => secrets.mask(await inside.take(() => session.page('source', undefined))),
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
