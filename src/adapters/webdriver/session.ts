// The meaning of the driver's errors: https://www.w3.org/TR/webdriver2/#errors and what chromedriver adds in its messages.

import { SteadyhandError } from '../../domain/errors/errors.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import { createHash } from 'node:crypto';
import { readBundle } from '../process-kit/programs.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { Control } from '../../domain/ui/control.js';
import type { ActionTarget, MouseButton } from '../../domain/ui/ui-action.js';
import type { AddressAnswer, ShownDocument } from '../../domain/ui/shown-document.js';
import type { NetworkLock } from '../../domain/guard/network-lock.js';
import type { Mouse } from '../device-kit/pressed-pointer.js';
import type { SentLog } from '../../domain/wire/sent-log.js';
import type { WriteGate } from '../../domain/wire/write-gate.js';
import type { PageFunction, PageFunctions } from './page/index.js';
import type { FileFieldNow } from './page/messages.js';

/** The browser or its driver did not start. */
export class BrowserStartError extends SteadyhandError {
  readonly code = 'browser-start-failed';
  override readonly name = 'BrowserStartError';
}

/** A JavaScript dialog blocks the page. Never leaves this adapter. */
export class DialogOpenError extends Error {
  override readonly name = 'DialogOpenError';
}

/** A script of the page runs on and on, so that it answers nothing. Never leaves this adapter. */
export class PageHungError extends Error {
  override readonly name = 'PageHungError';
}

/** The current tab was closed. Never leaves this adapter. */
export class TabClosedError extends Error {
  override readonly name = 'TabClosedError';
}

/** The page or frame went away during the call; the next one may answer. Never leaves this adapter. */
export class PageChangedError extends Error {
  override readonly name = 'PageChangedError';
}

const gone =
  /invalid session id|session deleted|session is either terminated|tab crashed|page crash|chrome not reachable|disconnected|not connected to devtools|ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET|EPIPE|ETIMEDOUT|request timed out|fetch failed|no such driver/i;
const changed =
  /aborted by navigation|execution context|loader has changed|frame (was |is )?detached|cannot find context|inspected target navigated|stale element reference|no such element|no such frame|no such shadow root|session with given id not found|uniqueContextId not found|no (frame|target) (for|with) given (target )?id|node with given id/i;

/** Always throws. */
export function throwMeaning(error: unknown): never {
  if (
    error instanceof SteadyhandError ||
    error instanceof DialogOpenError ||
    error instanceof PageHungError ||
    error instanceof TabClosedError ||
    error instanceof PageChangedError
  )
    throw error;
  const { name, message: whole, code } = readable(error);
  const message = withoutRequest(whole);
  const text = `${name} ${code} ${message}`;
  const line = message.replace(/^WebDriverError: /, '').split('\n')[0] ?? message;
  if (/unexpected alert open/.test(text)) throw new DialogOpenError(line);
  if (gone.test(text)) throw new DeviceGoneError(`The browser session is gone: ${line}`);
  if (/no such window/.test(text)) throw new TabClosedError(line);
  if (changed.test(text)) throw new PageChangedError(line);
  if (/^(script )?timeout/.test(name)) throw new ActionFailedError('timeout', `The page did not answer in time: ${line}`);
  throw new ActionFailedError('action-failed', line);
}

/** The library appends the request, and with it the text that was to be typed. */
export function withoutRequest(message: string): string {
  return message.replace(/ when running "\S+" with method "\w+"[\s\S]*$/, '');
}

function readable(error: unknown): { readonly name: string; readonly message: string; readonly code: string } {
  if (!(error instanceof Error)) return { name: '', message: String(error), code: '' };
  return { name: error.name, message: error.message, code: 'code' in error ? String(error.code) : '' };
}

/** Only the port's errors leave the adapter. */
export function asPortError(error: unknown): unknown {
  if (error instanceof PageHungError) return new ActionFailedError('timeout', error.message);
  if (error instanceof TabClosedError) return new DeviceGoneError('The tab of the browser is gone.');
  return error instanceof PageChangedError
    ? new ActionFailedError('action-failed', `The page changed during the call: ${error.message}`)
    : error;
}

/** The error that an action reports for it. */
export function asActionError(error: unknown): unknown {
  if (error instanceof DialogOpenError)
    return new ActionFailedError('action-failed', `A dialog is open (${error.message}). Answer it first.`);
  if (error instanceof TabClosedError) return new ActionFailedError('action-failed', 'The tab closed.');
  if (error instanceof PageHungError) return new ActionFailedError('timeout', error.message);
  return error instanceof PageChangedError ? new ActionFailedError('control-gone', `The page changed meanwhile: ${error.message}`) : error;
}

/** Ours, or that of the page's own scripts. */
type World = 'isolated' | 'main';

interface PageScript {
  readonly version: string;
  /** Installs `steadyhandPage` in that world of a document, once per version. */
  source(world: World): string;
}

let loaded: PageScript | undefined;

export function loadPageScript(): PageScript {
  if (loaded) return loaded;
  const bundle = readBundle('page-script.js', 'The page script');
  const version = createHash('sha256').update(bundle).digest('hex').slice(0, 12);
  // Only in the page's own world can its requests be seen from inside; elsewhere DevTools tells of them.
  const watch: Readonly<Record<World, string>> = { isolated: '', main: 'steadyhandPage.watchRequests();' };
  // An element of the page may have that name: what is defined on the window wins over it.
  const source = (world: World): string => `(() => { if (globalThis.steadyhandPage?.version === '${version}') return;
${bundle}
${watch[world]}
const { call, answer, found, openClosed, learnHearing, frameSight, fileFieldNow } = steadyhandPage;
Object.defineProperty(window, 'steadyhandPage', { value: { call, answer, found, openClosed, learnHearing, frameSight, fileFieldNow, version: '${version}' }, configurable: true, enumerable: false });
})();`;
  loaded = { version, source };
  return loaded;
}

// A session with a running browser: commands to its driver with typed errors, and calls of our functions in its pages. Two kinds: of a browser
// whose DevTools can be reached (isolated-session.ts), and of any other (scripted-session.ts).

export type Browser = WebdriverIO.Browser;
/** A frame's element, in the form that its session takes. */
export type FrameElement = Readonly<Record<string, string>>;

export interface FrameFacts {
  readonly url: string;
  /** `null`: opaque, as of a sandboxed frame. */
  readonly origin: string | null;
  /** As the browser names this document and no other; empty: it does not tell. */
  readonly document: string;
}

/** A frame whose origin is not allowed, where the top page shows it. */
export interface FrameOutside {
  /** As it is entered by. */
  readonly id: string;
  /** What may be told of it. */
  readonly name: string;
  readonly bounds: Bounds;
  /** Where a pointer reaches it. */
  readonly open: readonly Bounds[];
  readonly focused: boolean;
}

/** What an action presses: its target, or what has the focus. */
export type Press = ActionTarget<Control> | 'focus';

/** A file input, held from the moment it asked. */
export interface FileField {
  /** Undefined: its document has gone, or it is no longer in the page and was when it asked. */
  now(): Promise<FileFieldNow | undefined>;
  put(paths: readonly string[]): Promise<void>;
}

/** A page that opened the dialog in which a person chooses files. */
export interface Asked {
  readonly press: Press | undefined;
  /** Undefined: it was the browser's own picker, to which nothing can be given. */
  readonly field: FileField | undefined;
  /** The frame that asked. */
  readonly frame: FrameFacts;
}

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface PageAnswer<Name extends PageFunction> {
  /** Address of the frame's document that answered. */
  readonly url: string;
  readonly value: ReturnType<PageFunctions[Name]>;
  readonly frames: readonly FrameElement[];
}

/** At px of the top page's viewport. */
export interface BrowserMouse extends Mouse {
  /** `isStill`: asked before each press but the first; no: there is none. */
  click(point: Point, button: MouseButton, count: number, isStill?: () => Promise<boolean>): Promise<void>;
  wheel(point: Point, deltaX: number, deltaY: number): Promise<void>;
  hover(point: Point): Promise<void>;
}

export interface Session extends BrowserMouse {
  readonly browser: Browser;
  command<T>(run: (browser: Browser) => Promise<T>): Promise<T>;
  /** One call into the current frame. */
  page<Name extends PageFunction>(name: Name, parameter: Parameters<PageFunctions[Name]>[0]): Promise<PageAnswer<Name>>;
  enterFrame(frame: FrameElement): Promise<void>;
  leaveFrame(): Promise<void>;
  /** Costs nothing when it is already there. */
  toTop(): Promise<void>;
  /** Opens an address in the top frame; resolves when the document is there. `answerMs`: what it has to answer, unless as long as any. */
  goTo(url: string, answerMs?: number): Promise<void>;
  /** Address of the top page. Waits for a navigation that has begun, and fails where a dialog is open. */
  url(): Promise<string>;
  /** Whose document the current frame shows. */
  facts(): Promise<FrameFacts>;
  /** The outermost frames of the tab whose address or origin is not allowed. Absent: the browser cannot be asked. */
  framesOutside?(isAllowed: (address: string) => boolean): Promise<readonly FrameOutside[]>;
  /** The same by the fence around the session. Absent: it has none. */
  refusedFrames?(): Promise<readonly FrameOutside[]>;
  /** What the top frame shows. Absent: nobody tells. */
  readonly documents?: {
    shown(): Promise<ShownDocument>;
    /** Answers since the last call that left the page where it was. */
    takeStayed(): Promise<readonly AddressAnswer[]>;
    /** Of the PDF that is shown. Undefined: its viewer has not got it. */
    pdfText(): Promise<string | undefined>;
    /** Undefined: it cannot be had by asking its address again. */
    pdfFile(): Promise<NamedFile | undefined>;
  };
  /** Puts files into a file input of the current frame, or into one that asked for them. */
  chooseFiles(into: string | FileField, paths: readonly string[]): Promise<void>;
  /** Absent: what a page asks for nobody knows. */
  readonly choosers?: {
    /** What asks for files from now on does so because of that; undefined: of nothing that is known. */
    begin(press: Press | undefined): Promise<void>;
    end(): void;
    /** What has asked since the last call, or since the last press. */
    take(): Promise<readonly Asked[]>;
  };
  /** Absent: what pages send nobody knows. */
  readonly wire?: { readonly log: SentLog; readonly gate: WriteGate };
  /** ms since the last request of a script ended, as far as only the browser knows it; 0 while one is under way. */
  quietFor(): Promise<number>;
  /** Enter or Space, so that the driver has no command under way when its page is left. Absent: the driver presses it. */
  pressKey?(key: 'Enter' | 'Space'): Promise<void>;
  /** Absent: the driver leaves every page that asks. */
  readonly leaving?: {
    /** Whether what is done from now on may leave a page with unsaved input. */
    permit(mayLeave: boolean): void;
    /** Something is put into the page in front. */
    typed(): Promise<void>;
    /** `takeStayed`, once the page in front answers, and every page that is to be left has asked or is left. */
    stayed(): Promise<ReturnType<NonNullable<Session['leaving']>['takeStayed']>>;
    /** What has stayed since the last call, by the browser's id of the document. `url`: where it was to lead; absent: nobody knows, it was a form, or another frame. */
    takeStayed(): { readonly document: string; readonly url?: string } | undefined;
    /** Whether a page that asked was left, though nobody had said that it may be. */
    takeLeft(): boolean;
  };
  /** Stops the script that keeps the page from answering, so that it can be left. Absent: it cannot. */
  stopScript?(): Promise<void>;
  /** One step back in the history of the top frame. */
  goBack(): Promise<void>;
  /**
   * Puts the locks that `locksOn` gives for a page of that origin on the document of the current frame; resolves when they are in force, with
   * whether any was not before. Absent: what a page sends cannot be locked.
   */
  lockNetwork?(locksOn: (page: string | null) => readonly NetworkLock[]): Promise<boolean>;
  /** What locks refused since the last call. */
  takeRefusals(): readonly string[];
  /** The tab that the driver is in from now on, at its top frame. */
  useTab(handle: string): Promise<void>;
  /** A DevTools command to the current tab. */
  devtools(method: string, parameters?: object): Promise<unknown>;
  /** Ends what belongs to this process; the browser goes on. */
  detach(): void;
}

export async function runCommand<T>(browser: Browser, run: (browser: Browser) => Promise<T>): Promise<T> {
  return run(browser).catch(throwMeaning);
}

/** Through the driver, by the path that Appium forwards too; the library's own command uses one that Appium does not. */
export async function executeDevTools({ options, sessionId }: Browser, cmd: string, params: object): Promise<unknown> {
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

const attempts = 4;
/** Calls that write to a page are not made a second time. */
const writes: ReadonlySet<PageFunction> = new Set(['choose', 'setExactly', 'focus']);

/** A page that is being replaced does not answer; the next one does. */
export async function untilAnswered<T>(name: PageFunction | 'url', ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const isFinal = !(error instanceof PageChangedError) || (name !== 'url' && writes.has(name)) || attempt === attempts;
      if (isFinal) throw error;
      await sleep(25 * attempt);
    }
  }
}
