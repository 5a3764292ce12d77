// Whether anything of an action has gone to the application, by the calls that were made: where the server has ended before, it certainly did not run.
import type { Browser } from '../webdriver/session.js';

export interface Noting {
  /** The session's commands, noted. */
  readonly browser: Browser;
  /** Forgets what was sent before. */
  begin(): void;
  hasSent(): boolean;
}

/** Of these nothing changes; of any other command it may. */
const reads: ReadonlySet<string> = new Set([
  'findElement',
  'getActiveElement',
  'getElementText',
  'getPageSource',
  'getTimeouts',
  'getWindowRect',
  'takeScreenshot',
]);

/** Actions of a device come one after the other, so that what is noted belongs to the one that began last. */
export function noting(browser: Browser): Noting {
  let sent = false;
  return {
    browser: new Proxy(browser, {
      // Called on the browser itself: what a command calls in its turn is not noted.
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        return (...given: readonly unknown[]): unknown => {
          sent ||= !reads.has(String(name));
          return Reflect.apply(found, target, given) as unknown;
        };
      },
    }),
    begin: () => void (sent = false),
    hasSent: () => sent,
  };
}
