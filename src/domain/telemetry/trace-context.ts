// The trace that a run is part of: its caller's, as W3C Trace Context and Baggage write it, or one of its own.
//
// trace-1. What a caller sends is not trusted: what the standards do not allow is left out whole, and their limits hold (32 members and 512 characters of
//     `tracestate`; 64 entries and 8192 bytes of `baggage`).
// trace-2. It is kept in the memo of a run, which continue-as-new keeps, and in those of its children.
// trace-3. Baggage never says what is ours to say: names of the conventions and of steadyhand are left out.

/** A caller's context, by the names of its headers. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** The caller's span. */
export interface CallerSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
  /** `tracestate`. */
  readonly state?: string;
}

export interface Trace {
  /** What the ids of its spans are made of: the first execution of its root. */
  readonly run: string;
  readonly caller?: CallerSpan;
  readonly baggage?: Readonly<Record<string, string>>;
}

/** In the memo of a run, and of a child with `run`. */
export interface TraceMemo extends TraceHeaders {
  readonly run?: string;
}

export const traceMemo = 'trace';

const parentPattern = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const longestParent = 512;

/** Undefined: it is none. A later version may have more after the flags. */
export function callerOf({ traceparent = '', tracestate = '' }: TraceHeaders): CallerSpan | undefined {
  const trimmed = traceparent.trim();
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    (trimmed.length <= longestParent ? parentPattern.exec(trimmed) : null) ?? [];
  if (version === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId) || (version === '00' && rest !== undefined)) return undefined;
  const state = isState(tracestate) ? tracestate.trim() : '';
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1, state: state === '' ? undefined : state };
}

function isState(text: string): boolean {
  const members = text.split(',');
  return (
    text.length <= 512 && members.length <= 32 && members.every((member) => /^\s*([a-z0-9][a-z0-9_\-*/@]*=[\x20-\x7e]+)?\s*$/.test(member))
  );
}

const mostBytes = 8_192;
const mostEntries = 64;
const ours = /^(gen_ai|steadyhand|error|server|service|telemetry|otel)(\.|$)/;

/** Its entries, without properties; undefined: it has none that we take, or is not valid. */
export function baggageOf({ baggage = '' }: TraceHeaders): Readonly<Record<string, string>> | undefined {
  const taken = (baggageEntries(baggage) ?? []).filter(([name]) => !ours.test(name));
  return taken.length === 0 ? undefined : Object.fromEntries(taken);
}

/** Undefined: it is no baggage. */
export function baggageEntries(baggage: string): readonly (readonly [string, string])[] | undefined {
  const members = baggage.split(',').filter((member) => member.trim() !== '');
  // All of it is ASCII where it is valid, so characters are bytes.
  if (baggage.length > mostBytes || members.length > mostEntries) return undefined;
  const entries = members.map(entryOf);
  const read = entries.filter((entry) => entry !== undefined);
  return read.length < entries.length ? undefined : read;
}

function entryOf(member: string): readonly [string, string] | undefined {
  const [pair = ''] = member.split(';');
  const [, name, value] = /^\s*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)\s*=\s*([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)\s*$/.exec(pair) ?? [];
  if (name === undefined || value === undefined || name === '__proto__') return undefined;
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return undefined;
  }
}

/** What of a context is kept; undefined: nothing of it is valid. */
export function keptHeaders(headers: TraceHeaders): TraceHeaders | undefined {
  const caller = callerOf(headers);
  const baggage = baggageOf(headers);
  if (!caller && !baggage) return undefined;
  return {
    traceparent: caller ? (headers.traceparent?.trim() ?? '') : undefined,
    tracestate: caller?.state === undefined ? undefined : caller.state,
    baggage: baggage ? (headers.baggage ?? '') : undefined,
  };
}

/** What comes with a request by the names of the headers. */
export function carriedTrace(carrier: unknown): { readonly trace?: TraceHeaders } {
  const trace = keptHeaders(headersIn(carrier));
  return trace ? { trace } : {};
}

/** `own`: the first execution of the workflow itself. A memo may have been written by anyone. */
export function traceIn(memo: unknown, own: string): Trace {
  const given = headersIn(memo);
  const { run } = given;
  const caller = callerOf(given);
  const baggage = baggageOf(given);
  return {
    run: run !== undefined && /^[\w-]{1,64}$/.test(run) ? run : own,
    caller,
    baggage,
  };
}

export function headersIn(memo: unknown): TraceMemo {
  if (typeof memo !== 'object' || memo === null) return {};
  const texts = ['traceparent', 'tracestate', 'baggage', 'run'].flatMap((name) => {
    const value: unknown = Reflect.get(memo, name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(texts);
}

// ── How an activity knows the trace that its spans belong to ────────────────────

/** Of an activity: what its workflow's interceptor adds. */
export const traceHeader = 'steadyhand-trace';

/** Those that ask models, but for an explorer's, whose spans come from its events; and the one that writes these. */
export const tracedActivities: ReadonlySet<string> = new Set([
  'decideApp',
  'decideHost',
  'evaluate',
  'thinkStep',
  'chooseName',
  'healNode',
  'describeImages',
  'judgeOutcome',
  'writeRunEvents',
]);

/** An activity's attempt, which asks for its workflow. */
export interface TraceParent {
  readonly trace: Trace;
  /** Name of the frame that asks: the workflow's id, or a part of it. */
  readonly workflow: string;
  /** Names the attempt among all. */
  readonly attempt: string;
}

/** Undefined: it is none. A header may have been written by anyone. */
export function traceOfHeader(value: unknown): Trace | undefined {
  if (typeof value !== 'object' || value === null || !('run' in value) || typeof value.run !== 'string') return undefined;
  const caller = 'caller' in value ? callerIn(value.caller) : undefined;
  return { run: value.run, caller };
}

function callerIn(value: unknown): Trace['caller'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { traceId, spanId, sampled, state } = value as Readonly<Record<string, unknown>>;
  if (typeof traceId !== 'string' || typeof spanId !== 'string' || typeof sampled !== 'boolean') return undefined;
  return { traceId, spanId, sampled, state: typeof state === 'string' ? state : undefined };
}
