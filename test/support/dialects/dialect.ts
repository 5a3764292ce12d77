// A server that resembles OpenAI's, by where it differs: what it answers in each mode, whole and as a stream, and how it fails. The tables are beside this file.
import type { StructuredOutput } from '../../../src/adapters/model-kit/prompt.js';
import type { ModelAnswer } from '../model-server.js';

type Data = Readonly<Record<string, unknown>>;

/** What a model says: a text, or the arguments of a call. */
export interface Said {
  readonly text?: string;
  readonly args?: string;
}

/**
 * `key`, `model`, `address`, `long`, `format`: a setting is wrong, and the error says which. `quota`: only money helps. `rate`, `busy`: time helps.
 * `filter`: refused for what it says. `sampled`: the server judged what the model wrote, and another try may be good.
 */
export type FailureKind = 'key' | 'model' | 'address' | 'long' | 'format' | 'quota' | 'rate' | 'busy' | 'filter' | 'sampled';

export interface Failure {
  readonly kind: FailureKind;
  readonly status: number;
  readonly body: unknown;
  /** What of it a person has to read. */
  readonly says: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** ms that it asks to wait. */
  readonly waits?: number;
}

export interface Dialect {
  readonly name: string;
  /** Modes that it refuses, and how. */
  readonly refuses?: Partial<Record<StructuredOutput, Failure>>;
  /** Modes that it takes without keeping to them: the model writes what it likes. */
  readonly ignores?: readonly StructuredOutput[];
  message(said: Said): Data;
  /** Default: `stop` and `tool_calls`. */
  readonly finish?: { readonly text?: string; readonly call?: string };
  /** Beside the message. */
  readonly choice?: Data;
  /** Beside the choices. */
  readonly completion?: Data;
  /** Beside the two counts. */
  readonly usage?: Data;
  /** What stands before the first byte of an answer. */
  readonly before?: string;
  readonly stream?: {
    /** Lines before the first event. */
    readonly comments?: string;
    readonly first?: Data;
    /** Calls are sent at once, not in parts. */
    readonly wholeCalls?: boolean;
    /** Where counts come, though nobody asked for them. */
    readonly usage?: (counts: Data) => Data;
  };
  readonly failures: readonly Failure[];
}

const counts = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };

function saidBy({ ignores = [] }: Dialect, mode: StructuredOutput, answer: string): Said {
  if (ignores.includes(mode)) return { text: `Here you are:\n\n\`\`\`json\n${answer}\n\`\`\`\n` };
  return mode === 'tool-call' ? { args: answer } : { text: answer };
}

export function answered(dialect: Dialect, mode: StructuredOutput, answer: string): ModelAnswer {
  const said = saidBy(dialect, mode, answer);
  const { finish = {}, choice, completion, usage, before = '' } = dialect;
  const reason = said.args === undefined ? (finish.text ?? 'stop') : (finish.call ?? 'tool_calls');
  const body = {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'served-model', ...completion },
    choices: [{ index: 0, message: { role: 'assistant', ...dialect.message(said) }, finish_reason: reason, ...choice }],
    usage: { ...counts, ...usage },
  };
  return { body: `${before}${JSON.stringify(body)}` };
}

export function streamed(dialect: Dialect, mode: StructuredOutput, answer: string): ModelAnswer {
  const said = saidBy(dialect, mode, answer);
  const { finish = {}, stream = {}, completion } = dialect;
  const reason = said.args === undefined ? (finish.text ?? 'stop') : (finish.call ?? 'tool_calls');
  const { content, tool_calls: calls, ...thought } = dialect.message(said);
  const deltas = [
    { role: 'assistant', content: typeof content === 'string' ? '' : null, ...thought },
    ...halves(content).map((half) => ({ content: half })),
    ...callParts(Array.isArray(calls) ? (calls as readonly Data[]) : [], stream.wholeCalls === true).map((part) => ({
      tool_calls: [part],
    })),
  ];
  const chunk = (more: Data): Data => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'served-model',
    ...completion,
    ...more,
  });
  const chunks = [
    ...(stream.first ? [chunk(stream.first)] : []),
    ...deltas.map((delta) => chunk({ choices: [{ index: 0, delta, finish_reason: null }] })),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
    ...(stream.usage ? [chunk(stream.usage(counts))] : []),
  ];
  const events = [...chunks.map((each) => JSON.stringify(each)), '[DONE]'].map((data) => `data: ${data}\n\n`);
  return { headers: { 'content-type': 'text/event-stream' }, body: `${stream.comments ?? ''}${events.join('')}` };
}

function halves(content: unknown): readonly unknown[] {
  if (typeof content !== 'string') return content === null || content === undefined ? [] : [content];
  const middle = Math.floor(content.length / 2);
  return [content.slice(0, middle), content.slice(middle)];
}

function callParts(calls: readonly Data[], isWhole: boolean): readonly Data[] {
  return calls.flatMap((call, index) => {
    const { name, arguments: args } = call['function'] as Data;
    if (isWhole || typeof args !== 'string') return [{ index, ...call }];
    const [first, second] = halves(args);
    return [
      { index, ...call, function: { name, arguments: first } },
      { index, function: { arguments: second } },
    ];
  });
}

export function failed({ status, headers, body }: Failure): ModelAnswer {
  return typeof body === 'string' ? { status, body, headers: { 'content-type': 'text/plain', ...headers } } : { status, body, headers };
}
