// A session with a running driver: commands with typed errors, and calls into the page script.
import type { PageFunction, PageFunctions } from './page/index.js';
import { PageChangedError, throwMeaning } from './errors.js';
import { loadPageScript } from './page-script.js';

export type Browser = WebdriverIO.Browser;
/** An element reference in WebDriver's form: `{ 'element-6066-…': id }`. */
export type ElementReference = Readonly<Record<string, string>>;

export interface PageAnswer<Name extends PageFunction> {
  /** Address of the frame's document that answered. */
  readonly url: string;
  readonly value: ReturnType<PageFunctions[Name]>;
  readonly elements: readonly ElementReference[];
}

export interface Session {
  readonly browser: Browser;
  command<T>(run: (browser: Browser) => Promise<T>): Promise<T>;
  /** One round trip to the current frame. */
  page<Name extends PageFunction>(name: Name, parameter: Parameters<PageFunctions[Name]>[0]): Promise<PageAnswer<Name>>;
  enterFrame(frame: ElementReference): Promise<void>;
  leaveFrame(): Promise<void>;
  /** Costs nothing when the driver is already there. */
  toTop(): Promise<void>;
  /** A DevTools command to the current tab. */
  devtools(method: string, parameters?: object): Promise<unknown>;
}

const callPage = `const page = window.steadyhandPage; if (page?.version !== arguments[0]) return null; return page.call(arguments[1], arguments[2]);`;
const attempts = 4;

export function createSession(browser: Browser): Session {
  const script = loadPageScript();
  const command = async <T>(run: (browser: Browser) => Promise<T>): Promise<T> => run(browser).catch(throwMeaning);
  // The library wants selectors for switching frames; we pass elements, which only the raw protocol takes.
  process.env['DISABLE_WEBDRIVERIO_DEPRECATION_WARNINGS'] ??= 'true';
  // An attached session may have been left in a frame.
  let mayBeInFrame = true;
  return {
    browser,
    command,
    enterFrame: async (frame) => {
      mayBeInFrame = true;
      await command(() => browser.switchToFrame(frame));
    },
    leaveFrame: () => command(() => browser.switchToParentFrame()),
    toTop: async () => {
      if (mayBeInFrame) await command(() => browser.switchToFrame(null));
      mayBeInFrame = false;
    },
    devtools: (method, parameters = {}) => command(() => execute(browser, method, parameters)),
    page: async (name, parameter) => {
      const run = (source: string): Promise<RawAnswer | null> =>
        command(() => browser.executeScript(source, [script.version, name, parameter ?? null]) as Promise<RawAnswer | null>);
      // A page that is being replaced does not answer; the next one does. Calls that write to a page are not retried.
      for (let attempt = 1; ; attempt++) {
        try {
          const answer = (await run(callPage)) ?? (await run(`${script.source}\n${callPage}`));
          if (answer === null) throw new PageChangedError('The page script could not be installed.');
          return { url: answer.url, value: JSON.parse(answer.json), elements: answer.elements };
        } catch (error) {
          if (!(error instanceof PageChangedError) || writes.has(name) || attempt === attempts) throw error;
          await new Promise((resolve) => setTimeout(resolve, 25 * attempt));
        }
      }
    },
  };
}

interface RawAnswer {
  readonly url: string;
  readonly json: string;
  readonly elements: readonly ElementReference[];
}

/** Uses the path that Appium forwards too. The library's own command uses one that Appium does not. */
async function execute({ options, sessionId }: Browser, cmd: string, params: object): Promise<unknown> {
  const { protocol = 'http', hostname = '127.0.0.1', port = 80, path = '/', connectionRetryTimeout: limit = 25_000 } = options;
  const reply = await fetch(`${protocol}://${hostname}:${port}${path.replace(/\/$/, '')}/session/${sessionId}/goog/cdp/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cmd, params }),
    signal: AbortSignal.timeout(limit),
  });
  const { value } = (await reply.json()) as { readonly value?: { readonly error?: string; readonly message?: string } };
  if (reply.ok) return value;
  throw Object.assign(new Error(value?.message ?? `${cmd}: ${reply.status}`), { name: value?.error ?? 'unknown error' });
}

const writes: ReadonlySet<PageFunction> = new Set(['choose', 'setExactly', 'focus']);

export function idOfElement(reference: ElementReference): string {
  return Object.values(reference)[0] ?? '';
}
