// A run as a task of the Model Context Protocol (extension io.modelcontextprotocol/tasks, its version of 2026-07-28), from what the run says of itself.
//
// task-1. The task's id is the run's: whoever knows it finds the run again, over any connection and after any restart.
// task-2. `input_required` is a question, asked of the person at the client. What a person is to decide is that only at the operators' door (mcp-1): what a
//     run holds back for approval, and what a procedure asks. Elsewhere the task works on, and its message says who decides.
// task-3. The key of a question is made of its id, which it does not tell (mcp-4). Ids are used once, so keys are.
// task-4. A run that failed has a result that says so: `failed` is for requests that the protocol refuses.
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { RunDescription } from '../client/run-description.js';
import type { Where } from './person.js';
import type { OpenRequest } from '../client/requests.js';
import { typeOfEngine } from '../domain/run/listed.js';
import { createHash } from 'node:crypto';
import type { QuestionRequest, PendingRequest } from '../domain/human/requests.js';
import { requestWords, handsWords, doesWords } from '../domain/human/details.js';
import { textOf } from '../domain/checks/read-stored.js';

export interface Task {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled';
  readonly statusMessage?: string;
  /** ISO 8601, as `lastUpdatedAt`. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Null: as long as Temporal keeps the run. */
  readonly ttlMs: null;
  readonly pollIntervalMs: number;
  readonly inputRequests?: Readonly<Record<string, ElicitRequest>>;
}

interface ElicitRequest {
  readonly method: 'elicitation/create';
  readonly params: ElicitRequestFormParams;
}

/** What this client may be asked: nothing, what a run asks a person, or what a person decides as well. */
export type Answers = 'none' | 'questions' | 'approvals';

type Described = Pick<RunDescription, 'type' | 'state' | 'started' | 'ended' | 'outcome' | 'message' | 'asking' | 'progress'>;

type Property = ElicitRequestFormParams['requestedSchema']['properties'][string];

const workingMs = 2_000;

/** People are slower. */
const askingMs = 5_000;

export interface Asker {
  readonly answers: Answers;
  /** Absent: it has only begun, and asks nothing. */
  readonly where?: Where;
}

export function taskOf(id: string, run: Described, { answers, where }: Asker): Task {
  const { started, ended, asking } = run;
  const base = {
    taskId: id,
    createdAt: started,
    lastUpdatedAt: ended ?? asking?.request.requestedAt ?? started,
    ttlMs: null,
    pollIntervalMs: workingMs,
  };
  if (ended !== undefined) {
    const status = run.outcome === 'cancelled' || run.outcome === 'terminated' ? 'cancelled' : 'completed';
    return { ...base, status, ...messageOf([run.outcome, run.message].filter((word) => word).join(': ')) };
  }
  if (!asking) return { ...base, status: 'working', ...messageOf(progressOf(run)) };
  const may = { answers, decides: isDecision({ id, type: run.type }, asking) };
  const input = inputOf(asking, may);
  const asked = { ...base, pollIntervalMs: askingMs, statusMessage: waitingFor(asking) + (input || !where ? '' : ` ${where(id, asking)}`) };
  return input ? { ...asked, status: 'input_required', inputRequests: { [keyOf(asking)]: input } } : { ...asked, status: 'working' };
}

/** Task-2. A procedure asks for nothing but a checkpoint that is a person's, or what to do with a step that failed: its log names a person as who answered. */
export function isDecision({ id, type }: { readonly id: string; readonly type: string }, { asker, request }: OpenRequest): boolean {
  return request.kind === 'confirmation' || (type === typeOfEngine.procedure && asker === id);
}

/** What a client's response to the pending request means; undefined: nothing (declined, or not what was asked for). */
export function answerTo(asking: OpenRequest, content: Readonly<Record<string, unknown>>): Answer | undefined {
  const { request } = asking;
  if (request.kind === 'confirmation') {
    const { approved, note } = content;
    return typeof approved === 'boolean' ? { kind: 'confirm', approved, note: typeof note === 'string' ? note : '' } : undefined;
  }
  const values = fieldsOf(request).map((field) => content[field]);
  if (!values.every((value) => typeof value === 'string')) return undefined;
  const [first = ''] = values;
  return { kind: 'answer', answer: request.options ? { optionId: first } : values };
}

type Answer =
  | { readonly kind: 'answer'; readonly answer: readonly string[] | { readonly optionId: string } }
  | { readonly kind: 'confirm'; readonly approved: boolean; readonly note: string };

/** Task-3. */
export function keyOf({ request }: OpenRequest): string {
  return `ask-${createHash('sha256').update(request.requestId).digest('hex').slice(0, 16)}`;
}

interface May {
  readonly answers: Answers;
  readonly decides: boolean;
}

function inputOf({ request }: OpenRequest, { answers, decides }: May): ElicitRequest | undefined {
  if (answers === 'none' || (decides && answers !== 'approvals')) return undefined;
  return elicit(askedText(request), request.kind === 'question' ? questionForm(request) : confirmationForm);
}

function elicit(message: string, form: Form): ElicitRequest {
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: { type: 'object', ...form } } };
}

interface Form {
  readonly properties: Record<string, Property>;
  readonly required: string[];
}

function questionForm(request: QuestionRequest): Form {
  const fields = fieldsOf(request);
  const property = (at: number): Property =>
    request.options
      ? { type: 'string', title: request.questions[at] ?? '', oneOf: request.options.map(({ id, label }) => ({ const: id, title: label })) }
      : { type: 'string', title: request.questions[at] ?? '' };
  return { properties: Object.fromEntries(fields.map((field, at) => [field, property(at)])), required: [...fields] };
}

function fieldsOf({ questions }: QuestionRequest): readonly string[] {
  return questions.length === 1 ? ['answer'] : questions.map((_, at) => `answer_${at + 1}`);
}

const confirmationForm: Form = {
  properties: { approved: { type: 'boolean', title: 'Approve' }, note: { type: 'string', title: 'A note to the agent' } },
  required: ['approved'],
};

function askedText(request: PendingRequest): string {
  const { about, actions, screen } = requestWords(request);
  const hands = request.kind === 'question' && request.needsHands ? [handsWords] : [];
  return [...about, ...hands, ...actions, ...screen].join('\n');
}

function waitingFor({ request }: OpenRequest): string {
  return `It ${doesWords[request.kind]}: ${requestWords(request).about.join(' ')}`;
}

function progressOf({ state, progress }: Described): string {
  return progress ? `${state}, step ${progress.step}` : state;
}

function messageOf(statusMessage: string): Pick<Task, 'statusMessage'> {
  return statusMessage === '' ? {} : { statusMessage };
}

/** How a run stands, or ended: the result of every tool that begins one. */
export function standingOf(
  id: string,
  { state, outcome, message, result, usage, asking }: Pick<RunDescription, 'state' | 'outcome' | 'message' | 'result' | 'usage' | 'asking'>,
  shown: Shown,
): object {
  // Of a flow, what it was to find out; of others, all that they return.
  const told = textOf(result?.['text']) || result;
  return present({ id, state, outcome, message, result: told, costUsd: usage?.costUsd, asking: asking && shown(id, asking) });
}

/** Without undefined fields. */
export function present(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

/** What is asked, in words as well, with where a person answers it. */
export type Shown = (run: string, asking: OpenRequest) => object;

/** mcp-4: an operator sees the id that an answer needs. */
export function shownTo({ operator, where }: { readonly operator: boolean; readonly where: Where }): Shown {
  return (run, asking) => {
    const { requestId: _secret, ...asked } = asking.request;
    return { ...asking, request: operator ? asking.request : asked, words: askedText(asking.request), answer: where(run, asking) };
  };
}
