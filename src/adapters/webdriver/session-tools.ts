// FL21: the tools of the page in front, for a session.
import { callPageTool, readPageTools, type ToolsPlace } from './devtools/page-tools.js';
import type { Tab } from './devtools/tab.js';
import { unlessBlocked } from './devtools/unless-blocked.js';
import type { Session } from './session.js';

interface SessionToolsOptions {
  /** Of the browser's DevTools. */
  readonly address: string;
  /** At its top frame. */
  readonly readyTab: () => Promise<Tab>;
}

export function createSessionTools({ address, readyTab }: SessionToolsOptions): NonNullable<Session['pageTools']> {
  const placeIn = (tab: Tab, origins: readonly string[]): ToolsPlace => ({ address, targetId: tab.top.frame, origins });
  return {
    async read(origins) {
      const tab = await readyTab();
      return unlessBlocked(tab, () => readPageTools(placeIn(tab, origins)));
    },
    async call(call, origins) {
      const tab = await readyTab();
      if (tab.blocked) throw tab.blocked;
      return callPageTool(placeIn(tab, origins), { ...call, onBlocked: (listener) => tab.onBlocked(listener) });
    },
  };
}
