// The windows of a desktop that tells nothing else of itself, as nut-js lists them: those of macOS and Windows.
import type { Hands } from './hands.js';
import { shortcutsOf } from './typing.js';
import type { Windows } from './windows.js';

/** px: what is smaller is no window that anybody sees. */
const smallest = 40;

export function createPlainWindows(hands: Hands, platform: NodeJS.Platform): Windows {
  return {
    async list() {
      const seen = (await hands.windows()).filter(
        ({ title, bounds }) => title.trim() !== '' && bounds.width >= smallest && bounds.height >= smallest,
      );
      return seen.map((window) => ({ ...window, id: String(window.id), pid: 0 }));
    },
    active: async () => String(await hands.activeWindow()),
    activate: (id) => hands.focusWindow(Number(id)),
    async close(id) {
      await hands.focusWindow(Number(id));
      await hands.press([shortcutsOf(platform).close]);
    },
  };
}
