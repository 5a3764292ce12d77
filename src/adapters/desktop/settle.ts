import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessibilityBus } from './accessibility-bus.js';
import type { Applications } from './applications.js';
import type { Hands } from './hands.js';

/** ms without a change after which a desktop is at rest, also after an action. */
export const quietAfter = 400;
/** ms between screenshots of an application that does not report changes. */
const watchPause = 100;

export interface SettleOptions {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  /** The application of the last look reported no controls. */
  readonly isMute: boolean;
  /** The desktop is not at rest before this time, ms of the clock. */
  readonly notBefore: () => number;
  /** Called between looks; an error that it throws ends the wait. */
  readonly check: () => Promise<void>;
}

/** Whether the desktop came to rest within `maxMs`. */
export async function settle(options: SettleOptions, maxMs: number): Promise<boolean> {
  const { bus, hands, applications, isMute, notBefore, check } = options;
  const front = (await applications.open()).find(({ current }) => current);
  const watch = front !== undefined && (isMute || front.bus === undefined) ? createWatch(hands) : undefined;
  for (const deadline = Date.now() + maxMs; ;) {
    const quietFor = Math.min(bus.quietFor(), (await watch?.quietFor()) ?? Number.POSITIVE_INFINITY);
    const left = Math.max(quietAfter - quietFor, notBefore() - Date.now());
    if (left <= 0) return true;
    const rest = deadline - Date.now();
    if (rest <= 0) return false;
    await sleep(Math.min(left, rest, watch ? watchPause : left));
    await check();
  }
}

/** ms since the screenshot last differed from the one before. */
function createWatch(hands: Hands): { quietFor(): Promise<number> } {
  let last: Buffer | undefined;
  let since = Date.now();
  return {
    async quietFor() {
      const picture = Buffer.from(await hands.screenshot());
      if (last === undefined || !picture.equals(last)) since = Date.now();
      last = picture;
      return Date.now() - since;
    },
  };
}
