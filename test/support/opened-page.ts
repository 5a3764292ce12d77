// A page in a real browser, as a person has it: a window of some size, light or dark, with a keyboard.
import type { TestBrowser } from './webdriver.js';

export interface OpenedPage {
  open(address: string): Promise<void>;
  /** `body` of a function: its `return` is the result. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T>;
  /** As a script of the page itself could not: whatever its policy says. */
  cdp<T>(cmd: string, params: object): Promise<T>;
  window(size: { readonly width: number; readonly height?: number; readonly dark?: boolean; readonly media?: 'print' }): Promise<void>;
  /** One key, as WebDriver names it, or a character. */
  press(key: string): Promise<void>;
  /** PNG. */
  picture(): Promise<Buffer>;
}

export const keys = { right: '\uE014', left: '\uE012', escape: '\uE00C', tab: '\uE004', space: ' ' } as const;

export function openedPage(browser: TestBrowser): OpenedPage {
  const { port, path, sessionId } = browser.attachment as unknown as {
    readonly port: number;
    readonly path: string;
    readonly sessionId: string;
  };
  async function command<T>(method: 'GET' | 'POST', name: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}/session/${sessionId}/${name}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { readonly value: T & { readonly error?: string; readonly message?: string } };
    if (!response.ok) throw new Error(`${name}: ${value.error} ${value.message}`);
    return value;
  }
  const cdp = <T>(cmd: string, params: object): Promise<T> => command('POST', 'goog/cdp/execute', { cmd, params });
  return {
    async open(url) {
      await command('POST', 'url', { url: 'about:blank' });
      await command('POST', 'url', { url });
    },
    run: (script, ...args) => command('POST', 'execute/sync', { script, args }),
    cdp,
    async window({ width, height = 900, dark = false, media = '' as const }) {
      await cdp('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
      await cdp('Emulation.setEmulatedMedia', { media, features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    },
    async press(value) {
      const actions = [
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ],
        },
      ];
      await command('POST', 'actions', { actions });
    },
    picture: async () => Buffer.from(await command<string>('GET', 'screenshot'), 'base64'),
  };
}
