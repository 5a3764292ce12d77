// The windows as nut-js lists them, for macOS and Windows, where there is no other source.
import type { Hands } from './hands.js';
import { shortcutsOf } from './typing.js';
import type { Windows } from './windows.js';

/** px; anything smaller is not a window that a person sees. */
const smallest = 40;

export function createPlainWindows(hands: Hands, platform: NodeJS.Platform): Windows {
  return {
    async list() {
      const seen = (await hands.windows()).filter(
        ({ title, bounds }) => title.trim() !== '' && bounds.width >= smallest && bounds.height >= smallest,
      );
      return seen.map((window) => ({ ...window, id: String(window.id), pid: 0 }));
    },
    isSplash: async () => false,
    active: async () => String(await hands.activeWindow()),
    activate: (id) => hands.focusWindow(Number(id)),
    async close(id) {
      await hands.focusWindow(Number(id));
      await hands.press([shortcutsOf(platform).close]);
    },
  };
}
