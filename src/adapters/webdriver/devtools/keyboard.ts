// The two keys that press what has the focus, by events that the browser makes as from a real keyboard. While the driver presses a key it says yes to whatever page asks before it is left.
import { setTimeout as sleep } from 'node:timers/promises';
import { DialogOpenError, PageChangedError } from '../errors.js';
import type { Session } from '../session.js';
import type { Tab } from './tab.js';
import { unlessBlocked } from './unless-blocked.js';

/** ms; a handler that takes longer has had its event. */
const longestHandler = 3_000;

const keys = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
} as const;

export function createKeyboard(tabNow: () => Promise<Tab>): Required<Pick<Session, 'pressKey'>> {
  return {
    async pressKey(name) {
      const tab = await tabNow();
      if (tab.blocked) throw tab.blocked;
      const { text, ...key } = keys[name];
      for (const event of [
        { type: 'keyDown', ...key, text, unmodifiedText: text },
        { type: 'keyUp', ...key },
      ]) {
        const sent = unlessBlocked(tab, () => tab.devtools.send('Input.dispatchKeyEvent', event, tab.top.session)).catch(
          (error: unknown) => {
            // The page acted on the key: it is gone by now, or a dialog is in the way of the rest.
            if (!(error instanceof DialogOpenError || error instanceof PageChangedError)) throw error;
          },
        );
        sent.catch(() => undefined);
        await Promise.race([sent, sleep(longestHandler, undefined, { ref: false })]);
      }
    },
  };
}
