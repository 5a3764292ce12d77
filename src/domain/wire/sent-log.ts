// What pages of one device have sent, and which action it came of.
//
// sent-1. What began after an action and before the look that tells of it is the action's; what began later is told as late, with the next look.
// sent-2. What was sent before the first action is background, and so is what the same document sent by itself, twice, from the same place of its scripts,
//     and what a page tells of itself (telemetry). What is risky never is.
// sent-3. Each is told once, and once more where its answer came later. Of more than are kept the oldest goes.
// sent-4. What was stopped before it left is told whatever it is, and asked about only where it is the action's.
import type { Operation } from './body-fields.js';
import { judgeRequest } from './judge-request.js';
import { sentText, type SentRequest, type StoppedRequest, type Stopping } from './sent-request.js';

export interface Leaving extends Omit<SentRequest, 'answer'> {
  readonly url: string;
  readonly operations?: readonly Operation[];
  readonly standsFor?: string | undefined;
  /** Of what sent it, and its address. */
  readonly document: string;
  readonly by: string;
  /** Places of the scripts that sent it. */
  readonly from: string;
}

export interface Sent {
  readonly ofAction: readonly SentRequest[];
  readonly late: readonly SentRequest[];
  /** Those that have no answer yet, told or not. */
  readonly open: readonly SentRequest[];
  /** Of the action, each once. */
  readonly stopped: readonly StoppedRequest[];
}

/** For who tells no outcome of an action. `origin`: of the page. */
export function sentNotices({ ofAction, late }: Pick<Sent, 'ofAction' | 'late'>, origin: string): readonly string[] {
  const text = sentText([...ofAction, ...late], origin);
  return text === '' ? [] : [`Since the last look the page ${text}.`];
}

export const nothingSent: Sent = { ofAction: [], late: [], open: [], stopped: [] };

/** `id`: of the request. */
export type SentListener = (id: string, request: SentRequest) => void;

/** Whether a page of that address may be told of; of what another one sends only the origin is. */
type IsAllowed = (address: string) => boolean;

export interface SentLog {
  /** Only writes are kept. `id`: of the request, and of all its hops. */
  left(id: string, leaving: Leaving): void;
  answered(id: string, answer: NonNullable<SentRequest['answer']>): void;
  /** It may not have been told of yet. `by`: address of what would have sent it. */
  stopped(id: string, request: Omit<SentRequest, 'answer'>, by: string, stopping: Stopping): void;
  /** An action is about to be sent. `heard`: told of each of its writes, as it leaves and as it is answered. */
  began(heard?: { readonly tell: SentListener; readonly isAllowed: IsAllowed }): void;
  /** Since the last call. */
  take(isAllowed: IsAllowed): Sent;
}

interface Entry {
  readonly request: Omit<SentRequest, 'answer'>;
  readonly by: string;
  readonly isLate: boolean;
  answer: SentRequest['answer'];
  readonly stopping: Stopping | undefined;
  /** Without its answer. */
  isTold: boolean;
}

const unanswered = { answer: undefined, stopping: undefined, isTold: false };
const [mostKept, mostKeys, mostTaken] = [100, 500, 10];
/** Times by itself, after which it is background. */
const byItself = 2;

export function createSentLog(): SentLog {
  const entries = new Map<string, Entry>();
  const counts = new Map<string, number>();
  let isActing = false;
  let hasActed = false;
  let listener: Parameters<SentLog['began']>[0];
  const tell = (id: string): void => {
    const entry = entries.get(id);
    if (entry && listener && !entry.isLate) listener.tell(id, toldOf(entry, listener.isAllowed));
  };

  /** sent-2. */
  const isBackground = (leaving: Leaving): boolean => {
    const { is } = judgeRequest(leaving);
    if (is === 'read' || is === 'telemetry') return true;
    const key = JSON.stringify([leaving.document, leaving.method, leaving.origin, leaving.path, leaving.fields, leaving.from]);
    const before = counts.get(key) ?? 0;
    if (!isActing) keep(counts, key, before + 1, mostKeys);
    return is !== 'risky' && (!hasActed || before >= byItself);
  };

  return {
    left(id, leaving) {
      if (entries.has(id) || isBackground(leaving)) return;
      const { method, origin, path, fields, via, by } = leaving;
      keep(entries, id, { ...unanswered, request: { method, origin, path, fields, via }, by, isLate: !isActing }, mostKept);
      tell(id);
    },
    stopped(id, request, by, stopping) {
      const known = entries.get(id);
      const isLate = known?.isLate ?? !isActing;
      // A hop of what has left is another request.
      const own =
        known && (known.answer || known.request.path !== request.path || known.request.origin !== request.origin) ? `${id} on` : id;
      keep(entries, own, { ...unanswered, request, by, isLate, answer: { stopped: stopping.why }, stopping }, mostKept);
      tell(own);
    },
    answered(id, answer) {
      const entry = entries.get(id);
      if (!entry || entry.answer) return;
      entry.answer = answer;
      tell(id);
    },
    began(heard) {
      listener = heard;
      isActing = true;
      hasActed = true;
    },
    take(isAllowed) {
      isActing = false;
      const taken: Readonly<Record<'ofAction' | 'late' | 'open', SentRequest[]>> = { ofAction: [], late: [], open: [] };
      const stopped = new Map<string, StoppedRequest>();
      for (const [id, entry] of entries) {
        const { answer, isLate, isTold, stopping } = entry;
        const request = toldOf(entry, isAllowed);
        if (!answer) taken.open.push(request);
        if (isTold && !answer) continue;
        (isLate || isTold ? taken.late : taken.ofAction).push(request);
        if (stopping && !isLate) stopped.set(stopping.key, { ...stopping, request, values: isAllowed(entry.by) ? stopping.values : [] });
        entry.isTold = true;
        if (answer) entries.delete(id);
      }
      const { ofAction, late, open } = taken;
      return {
        ofAction: together(ofAction),
        late: together(late),
        open: together(open),
        stopped: [...stopped.values()].slice(0, mostTaken),
      };
    },
  };
}

function toldOf({ request, by, answer }: Entry, isAllowed: IsAllowed): SentRequest {
  return { ...request, ...(isAllowed(by) ? {} : { path: '', fields: [] }), answer };
}

/** Equal ones once, with their number. */
function together(requests: readonly SentRequest[]): readonly SentRequest[] {
  const known = new Map<string, SentRequest>();
  for (const request of requests) {
    const key = JSON.stringify(request);
    const { times = 0 } = known.get(key) ?? {};
    known.set(key, known.has(key) ? { ...request, times: Math.max(times, 1) + 1 } : request);
  }
  return [...known.values()].slice(0, mostTaken);
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
