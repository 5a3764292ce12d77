// FL21: the tools that documents of a tab have registered (WebMCP), by the browser's own word: the `WebMCP` domain of DevTools. No script of a page has a part in what is read here.
//
// tools-1. Each reading and each call has a connection of its own, which hears of no page before and after: a page that registers without end, or tools of any size, ends that connection and nothing else.
// tools-2. A session is asked only if a frame in it is of an allowed origin.
// tools-3. What is registered is told with the document that it belongs to: a frame whose document is another one after the reading tells nothing.
// tools-4. A call is for the id that was found right before. What the page takes away or registers between that and the call is heard: the browser tells all three in order.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOffered, pageToolHints, type FoundPageTool, type PageToolHint, type PageToolRef } from '../../../domain/ui/page-tool.js';
import { ActionFailedError, ConnectionLostError } from '../../../ports/device-errors.js';
import { DialogOpenError } from '../errors.js';
import type { ToolAnswer, ToolCall, ToolsFound } from '../tool-calls.js';
import { connectDevTools, type DevTools, type DevToolsEvent } from './connection.js';
import { framesIn, type FrameNow } from './frames.js';

export interface ToolsPlace {
  /** Of the browser's DevTools. */
  readonly address: string;
  /** Of the tab. */
  readonly targetId: string;
  /** Allowed; empty: any for the page in front. */
  readonly origins: readonly string[];
}

/** Bytes of one message. */
const mostBytes = { reading: 8 * 1024 * 1024, calling: 64 * 1024 * 1024 } as const;
/** ms for a form that is not sent by itself, and for an answer that comes from the next document. */
const shortly = 700;

interface Registered {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly frameId: string;
  readonly backendNodeId?: number;
}

interface Found extends FoundPageTool {
  readonly frame: string;
  readonly session: string;
}

export async function readPageTools(place: ToolsPlace): Promise<ToolsFound> {
  return connected(place, mostBytes.reading, async (devtools) => found(await listed(devtools, place)));
}

function found({ top, tools }: Listed): ToolsFound {
  return { top, tools: tools.map(({ frame: _, session: __, ...tool }) => tool) };
}

/** Throws `ActionFailedError`; `ConnectionLostError` where it may have run, or another tool in its place. */
export async function callPageTool(place: ToolsPlace, call: ToolCall): Promise<ToolAnswer> {
  return connected(place, mostBytes.calling, async (devtools) => {
    const { top, tools } = await listed(devtools, place);
    const tool = tools.find(({ id }) => id === call.tool.id);
    if (!tool || !isOffered(tool, top, place.origins)) throw changed(call.tool);
    call.signal.throwIfAborted();
    return calling(devtools, tool, call);
  });
}

async function connected<T>({ address }: ToolsPlace, bytes: number, run: (devtools: DevTools) => Promise<T>): Promise<T> {
  const devtools = await connectDevTools(address, undefined, bytes);
  try {
    return await run(devtools);
  } finally {
    devtools.close();
  }
}

// ── What is registered ───────────────────────────────────────────────────────

interface Listed {
  readonly top: string | null;
  readonly tools: readonly Found[];
}

async function listed(devtools: DevTools, { targetId, origins }: ToolsPlace): Promise<Listed> {
  const heard = hear(devtools);
  const { sessionId } = await devtools.send<{ readonly sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const sessions = await withFrames(devtools, sessionId, heard);
  const before = await framesOf(devtools, sessionId, sessions);
  const top = before.get(targetId)?.origin ?? null;
  const isAsked = (session: string): boolean =>
    [...before.values()].some((frame) => frame.session === session && isOffered(inPage(frame, targetId), top, origins));
  const asked = sessions.filter(isAsked);
  // The tools that there are come before the answer.
  await Promise.all(asked.map((session) => devtools.send('WebMCP.enable', {}, session)));
  const after = await framesOf(devtools, sessionId, asked);
  const tools = heard.tools().flatMap(({ session, tool }): readonly Found[] => {
    const frame = after.get(tool.frameId);
    if (frame === undefined || frame.session !== session || frame.document !== before.get(tool.frameId)?.document) return [];
    return [{ ...foundTool(tool, frame, targetId), frame: tool.frameId, session }];
  });
  return { top, tools };
}

interface Frame extends FrameNow {
  readonly session: string;
}

/** ms: a frame in a process of its own that is busier than this has no tools, and takes none from the page. */
const longestFrame = 1_000;

async function framesOf(devtools: DevTools, page: string, sessions: readonly string[]): Promise<ReadonlyMap<string, Frame>> {
  const trees = await Promise.all(
    sessions.map(async (session) => ({
      session,
      frames: session === page ? await framesIn(devtools, session) : ((await inTime(framesIn(devtools, session)))?.value ?? []),
    })),
  );
  return new Map(trees.flatMap(({ session, frames }) => frames.map((frame) => [frame.id, { ...frame, session }] as const)));
}

/** Undefined: not in time. */
async function inTime<T>(asked: Promise<T>): Promise<{ readonly value: T } | undefined> {
  const answered = new AbortController();
  try {
    const late = sleep(longestFrame, undefined, { signal: answered.signal });
    return await Promise.race([asked.then((value) => ({ value })), late]);
  } finally {
    answered.abort();
  }
}

function inPage({ id, origin }: FrameNow, top: string): Pick<FoundPageTool, 'origin' | 'inFrame'> {
  return { origin, ...(id !== top && { inFrame: true as const }) };
}

function foundTool(tool: Registered, frame: FrameNow, top: string): FoundPageTool {
  const { name, description = '', inputSchema, annotations = {}, backendNodeId } = tool;
  const identity = [frame.document, frame.id, frame.origin, name, description, inputSchema ?? null, annotations, backendNodeId ?? null];
  return {
    id: createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 40),
    name,
    description,
    schema: inputSchema === undefined ? '' : JSON.stringify(inputSchema),
    hints: hintsOf(annotations, backendNodeId !== undefined),
    ...inPage(frame, top),
  };
}

function hintsOf(annotations: Readonly<Record<string, unknown>>, isForm: boolean): readonly PageToolHint[] {
  const said: Readonly<Record<PageToolHint, boolean>> = {
    readOnly: annotations['readOnly'] === true,
    untrustedContent: annotations['untrustedContent'] === true,
    consequential: annotations['consequential'] === true,
    debugging: annotations['debugging'] === true,
    form: isForm,
    submits: isForm && annotations['autosubmit'] === true,
  };
  return pageToolHints.filter((hint) => said[hint]);
}

interface Heard {
  tools(): readonly { readonly session: string; readonly tool: Registered }[];
  sessions(): readonly string[];
}

function hear(devtools: DevTools): Heard {
  const tools = new Map<string, { readonly session: string; readonly tool: Registered }>();
  const sessions: string[] = [];
  devtools.listen(({ method, params, sessionId }) => {
    if (method === 'Target.attachedToTarget') {
      const { sessionId: own, targetInfo } = params as { readonly sessionId: string; readonly targetInfo: { readonly type: string } };
      if (targetInfo.type === 'iframe') sessions.push(own);
    } else if (method === 'WebMCP.toolsAdded' || method === 'WebMCP.toolsRemoved') {
      for (const tool of registeredIn(params)) {
        const key = JSON.stringify([tool.frameId, tool.name]);
        if (method === 'WebMCP.toolsAdded') tools.set(key, { session: sessionId ?? '', tool });
        else tools.delete(key);
      }
    }
  });
  return { tools: () => [...tools.values()], sessions: () => sessions };
}

function registeredIn(params: DevToolsEvent['params']): readonly Registered[] {
  return (params['tools'] ?? []) as readonly Registered[];
}

/** Frames in other processes are announced before the answer, each by the session that it is in. */
async function withFrames(devtools: DevTools, session: string, heard: Heard): Promise<readonly string[]> {
  const options = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  const attach = (to: string) => devtools.send('Target.setAutoAttach', options, to).catch(ignoreGone);
  await attach(session);
  const all = [session];
  let known = 0;
  for (let level = heard.sessions(); level.length > 0; level = heard.sessions().slice(known)) {
    known += level.length;
    const answers = await Promise.all(level.map(async (each) => ({ each, answered: await inTime(attach(each)) })));
    all.push(...answers.flatMap(({ each, answered }) => (answered ? [each] : [])));
  }
  return all;
}

/** A frame that goes away meanwhile has no tools. */
function ignoreGone(): void {}

// ── A call ───────────────────────────────────────────────────────────────────

interface Responded {
  readonly invocationId: string;
  readonly status: 'Completed' | 'Canceled' | 'Error';
  readonly output?: unknown;
  readonly errorText?: string;
  /** `value`: of what is no object. */
  readonly exception?: { readonly description?: string; readonly value?: unknown };
}

interface CallEvents {
  readonly invoked: boolean;
  /** tools-4: before it was invoked. */
  readonly swapped: boolean;
  readonly left: boolean;
  /** A dialog has opened. */
  readonly asks: boolean;
  readonly responded: Responded | undefined;
}

async function calling(
  devtools: DevTools,
  { frame, session, name, hints }: Found,
  { tool, input, ...waiting }: ToolCall,
): Promise<ToolAnswer> {
  const hearing = hearCall(devtools, { frame, session, name });
  await devtools.send('Page.enable', {}, session);
  const invocationId = await invoked(devtools, { frameId: frame, toolName: name, input }, session, tool);
  hearing.isOf(invocationId);
  const isFilled = hints.includes('form') && !hints.includes('submits');
  const { responded, swapped, left, asks } = await hearing.until(waiting, isFilled).catch((error: unknown) => {
    void devtools.send('WebMCP.cancelInvocation', { invocationId }, session).catch(ignoreGone);
    throw error;
  });
  if (swapped) throw new ConnectionLostError(`The page replaced its tool '${name}' as it was called: what ran is not known.`);
  if (asks) return { kind: 'asks' };
  if (isOfNobody(responded, left)) return { kind: 'left' };
  if (!responded) return { kind: 'filled' };
  switch (responded.status) {
    case 'Completed':
      return { kind: 'answered', output: responded.output };
    case 'Canceled':
      throw new ActionFailedError('tool-error', `The page gave up the call of its tool '${name}'.`);
    case 'Error':
      throw new ActionFailedError('tool-error', `The page's tool '${name}' failed: ${problemOf(responded, waiting.mask)}`);
  }
}

/** The document is gone, and none after it has answered in its place. */
function isOfNobody(responded: Responded | undefined, left: boolean): boolean {
  if (responded?.status === 'Error') return responded.exception === undefined && /cross-origin navigation/i.test(responded.errorText ?? '');
  const { output } = responded ?? {};
  return left && (output === undefined || (Array.isArray(output) && output.length === 0));
}

/** Whatever else goes wrong, the page may get the call yet. */
async function invoked(devtools: DevTools, call: object, session: string, tool: PageToolRef): Promise<string> {
  try {
    const { invocationId } = await devtools.send<{ readonly invocationId: string }>('WebMCP.invokeTool', call, session);
    return invocationId;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/tool not found/i.test(message)) throw changed(tool);
    if (error instanceof ActionFailedError && error.code === 'action-failed') throw error;
    throw new ConnectionLostError(`Whether the page's tool '${tool.name}' was called is not known: ${message}`, { cause: error });
  }
}

function changed({ name, origin }: PageToolRef): ActionFailedError {
  return new ActionFailedError(
    'tool-changed',
    `The tool '${name}' of ${origin} is not what it was when it was read: it was not called. Look again.`,
  );
}

const longestProblem = 500;

function problemOf({ exception, errorText = '' }: Responded, mask: ToolCall['mask']): string {
  const thrown = exception?.description ?? (exception?.value === undefined ? errorText : String(exception.value));
  const text = mask(thrown).split('\n')[0]?.trim() ?? '';
  return (text === '' ? 'it does not say why' : text).slice(0, longestProblem);
}

function hearCall(devtools: DevTools, { frame, session, name }: Pick<Found, 'frame' | 'session' | 'name'>) {
  let now: CallEvents = { invoked: false, swapped: false, left: false, asks: false, responded: undefined };
  let own: string | undefined;
  const early: Responded[] = [];
  let wake = (): void => undefined;
  const note = (more: Partial<CallEvents>): void => {
    now = { ...now, ...more };
    wake();
  };
  const isThis = (each: Readonly<Record<string, unknown>> | Registered): boolean =>
    each.frameId === frame && ('toolName' in each ? each.toolName : each.name) === name;
  const reactions: Readonly<Record<string, (params: DevToolsEvent['params']) => void>> = {
    'WebMCP.toolsAdded': (params) => note({ swapped: now.swapped || (!now.invoked && registeredIn(params).some(isThis)) }),
    'WebMCP.toolsRemoved': (params) => note({ swapped: now.swapped || (!now.invoked && registeredIn(params).some(isThis)) }),
    'WebMCP.toolInvoked': (params) => note({ invoked: now.invoked || isThis(params) }),
    'WebMCP.toolResponded': (params) => {
      const responded = params as unknown as Responded;
      if (own === undefined) early.push(responded);
      else if (responded.invocationId === own) note({ responded: now.responded ?? responded });
    },
    'Page.frameNavigated': (params) => note({ left: now.left || (params['frame'] as { readonly id: string }).id === frame }),
    'Page.frameDetached': (params) => note({ left: now.left || params['frameId'] === frame }),
  };
  devtools.listen(({ method, params, sessionId }) => {
    if (method === 'Target.detachedFromTarget' && params['sessionId'] === session) note({ left: true });
    else if (sessionId === session) reactions[method]?.(params);
  });
  return {
    isOf(invocationId: string): void {
      own = invocationId;
      const responded = early.find((each) => each.invocationId === invocationId);
      if (responded) note({ responded });
    },
    /** `isFilled`: it need not answer. */
    until: ({ signal, onBlocked }: Pick<ToolCall, 'signal' | 'onBlocked'>, isFilled: boolean) =>
      new Promise<CallEvents>((resolve, reject) => {
        const ends: (() => void)[] = [];
        const end = (finish: () => void): void => {
          for (const stop of ends.splice(0)) stop();
          wake = () => undefined;
          finish();
        };
        const lose = (): void =>
          end(() =>
            reject(new ConnectionLostError(`The page's tool '${name}' was called and has not answered; what it did is not known.`)),
          );
        let isShort = false;
        const soon = (): void => {
          if (isShort) return;
          isShort = true;
          const timer = setTimeout(() => end(() => resolve(now)), shortly);
          ends.push(() => clearTimeout(timer));
        };
        // The connection tells nothing of its own end.
        const watch = setInterval(() => {
          if (!devtools.isOpen) lose();
        }, 100);
        ends.push(() => clearInterval(watch));
        signal.addEventListener('abort', lose, { once: true });
        ends.push(() => signal.removeEventListener('abort', lose));
        ends.push(onBlocked((why) => end(() => (why instanceof DialogOpenError ? resolve({ ...now, asks: true }) : reject(why)))));
        wake = () => {
          if (now.responded) end(() => resolve(now));
          // An answer may come from the document after it.
          else if (now.left) soon();
        };
        if (isFilled) soon();
        if (signal.aborted) lose();
        else wake();
      }),
  };
}
