// Open tabs are the applications of a browser. A tab that the page opens becomes current; when the current one closes, the previous one
// does.
import type { Application } from '../../domain/ui/observation.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import { DialogOpenError, type Session } from './session.js';
import { until } from '../process-kit/poll.js';

export interface Tabs {
  readonly current: string;
  /** Detects tabs that were opened or closed. */
  sync(): Promise<void>;
  list(isAllowed: (url: string) => boolean): Promise<readonly Application[]>;
  select(id: string): Promise<void>;
  open(): Promise<void>;
  close(id: string): Promise<void>;
}

interface Targets {
  readonly targetInfos: readonly { readonly targetId: string; readonly title: string; readonly url: string }[];
}

export async function createTabs(session: Session): Promise<Tabs> {
  let handles = await session.command((browser) => browser.getWindowHandles());
  let current = await session.browser.getWindowHandle().catch(() => handles.at(-1) ?? '');
  /** The most recent last. */
  let used = [...handles.filter((handle) => handle !== current), current];
  let seen: ReadonlyMap<string, { readonly title: string; readonly url: string }> = new Map();

  const goTo = async (handle: string): Promise<void> => {
    await session.command((browser) => browser.switchToWindow(handle));
    await session.useTab(handle);
    current = handle;
    used = [...used.filter((other) => other !== handle), handle];
  };

  const sync = async (): Promise<void> => {
    const now = await session.command((browser) => browser.getWindowHandles());
    const opened = now.filter((handle) => !handles.includes(handle));
    handles = now;
    used = [...used.filter((handle) => now.includes(handle)), ...opened];
    const next = opened.at(-1) ?? (now.includes(current) ? current : used.at(-1));
    if (next === undefined) throw new DeviceGoneError('The last tab of the browser was closed.');
    if (next === current) return;
    await goTo(next);
  };

  const require = async (id: string): Promise<void> => {
    await sync();
    if (!handles.includes(id))
      throw new ActionFailedError('no-such-application', `No tab has the id '${id}'. Open tabs: ${handles.join(', ')}.`);
  };

  await sync();
  if (handles.includes(current)) await session.useTab(current);
  else await goTo(handles.at(-1) ?? '');

  return {
    get current() {
      return current;
    },
    sync,
    list: async (isAllowed) => {
      await sync();
      try {
        const { targetInfos } = (await session.devtools('Target.getTargets')) as Targets;
        seen = new Map(targetInfos.map((target) => [target.targetId, target]));
      } catch (error) {
        if (!(error instanceof DialogOpenError)) throw error;
      }
      return handles.map((id) => {
        const { title = '', url = '' } = seen.get(id) ?? {};
        return isAllowed(url)
          ? applicationOf({ id, title, url, current: id === current })
          : { id, name: 'refused page', running: true, current: id === current };
      });
    },
    select: async (id) => {
      await require(id);
      await goTo(id);
    },
    open: async () => {
      const { handle } = await session.command((browser) => browser.createWindow('tab'));
      handles = [...handles, handle];
      await goTo(handle);
    },
    close: async (id) => {
      await require(id);
      if (handles.length === 1) throw new ActionFailedError('not-supported', 'The last tab cannot be closed: the browser would end.');
      const back = current;
      await goTo(id);
      await session.command((browser) => browser.closeWindow());
      used = used.filter((handle) => handle !== id);
      await until(2_000, async () => !(handles = await session.command((browser) => browser.getWindowHandles())).includes(id));
      await goTo(back === id ? (used.at(-1) ?? handles.at(-1) ?? '') : back);
    },
  };
}

export function applicationOf({
  id,
  title,
  url,
  current,
}: {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly current: boolean;
}): Application {
  return { id, name: title.trim() || hostOf(url) || 'empty tab', title, url, running: true, current };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
