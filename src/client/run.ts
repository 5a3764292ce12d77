// One run, for the program that started it or knows its id.
import { isBeginningOf } from '../domain/human/request-id.js';
import type { PendingRequest } from '../domain/human/requests.js';
import type { Report, ReportCard } from '../domain/report/report.schema.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import type { Usage } from '../domain/budget/usage.js';
import { type AnswerBody, answerUpdate, type ConfirmBody, confirmUpdate, requestUpdate, type ProgressView } from '../workflows/messages.js';
import { type ClientContext, errorContextOf } from './context.js';
import { readRun } from './report/read-report.js';
import { ClientError, clientErrorOf, requireRunId } from './errors.js';
import { type OpenRequest, openRequestOf, findRequest, whoAnswered, queryProgress, type Answerer } from './requests.js';
import { describeRun, type RunDescription } from './run-description.js';
import { costOf, runEnd, type RunEnd } from './run-end.js';
import { exportRun, type ExportOptions } from './export-run.js';
import { type EventOptions, runCards, type RunEvent, runEvents } from './run-events.js';
import { createProgressReader, type EngineProgress } from './engine-progress.js';
import { sendUpdate } from './updates.js';
import { createTakeOverOf, type RunTakeOver } from './take-over.js';

/** `R`: what its workflow returns. Every method rejects with a `ClientError`, or with an `InputError` for what is no id. */
export interface Run<R = unknown> extends RunTakeOver {
  readonly id: string;
  /** The title shown in lists; known for a run that was started here. */
  readonly title?: string;
  /** Run id of its first execution; known for a run that was started here. */
  readonly runId?: string;
  /** In the Web UI of the server that `steadyhand up` started; undefined for any other server. */
  readonly ui: string | undefined;
  describe(): Promise<RunDescription>;
  /** Progress of the run, including the child that works for it; needs a worker. */
  progress(): Promise<ProgressView>;
  events(options?: EventOptions): AsyncIterable<RunEvent<R>>;
  /** Waits for its end, however it ends, as long as it takes. */
  result(): Promise<RunResult<R>>;
  /** What happened in it, whatever its state: what its page and the console show (docs/report.md). Works without a worker, and without a server by its records. */
  report(): Promise<Report>;
  /** The run as one value that can be kept, sent, and decided again by `steadyhand rerun` (docs/rerun.md). */
  export(options?: ExportOptions): Promise<Cassette>;
  /** The cards of its report as they become complete, oldest first; ends with the run. They name no events of Temporal. Those so far: `(await run.report()).cards`. */
  cards(options?: EventOptions): AsyncIterable<ReportCard>;
  /** Where it stands beyond its steps: the walk of a flow, the map of an explorer, the outline of a procedure. */
  standing(): Promise<EngineProgress>;
  /** A flow as an SVG picture, with the path that it took and the node at work. */
  drawing(): Promise<string>;
  /** What the run, or a child of it, asks now. */
  asks(): Promise<OpenRequest | undefined>;
  /** Answers a question: a text for each, or the id of an option. Refused when another request is pending meanwhile. Resolves with the run's reply. */
  answer(request: RequestName, answer: readonly string[] | { readonly optionId: string }, more?: Pick<AnswerBody, 'by'>): Promise<Answered>;
  /** Approves or rejects what it holds back. An approval may be remembered, which is refused where the request says that it cannot be. */
  confirm(request: RequestName, approved: boolean, more?: string | ConfirmOptions): Promise<Answered>;
  /** What became of a request, by the history of the workflow that asked it. Undefined: nobody has answered it. */
  settled(asker: string, requestId: string): Promise<Answerer | undefined>;
  /** A further request, carried out after the ones it already has. */
  request(text: string): Promise<string>;
  /** Asks it to end cleanly: the running action ends, its device is closed. */
  cancel(): Promise<void>;
}

export interface RunResult<R> extends RunEnd<R> {
  /** Cost of its models, US dollars. */
  readonly cost: number;
  readonly usage?: Usage;
}

export interface ConfirmOptions extends Pick<ConfirmBody, 'by' | 'remember'> {
  /** To the agent. */
  readonly note?: string;
}

/** A request, its id or a beginning of that (`app-1.c2`), or undefined for the pending one. */
export type RequestName = Pick<PendingRequest, 'requestId'> | string | undefined;

export interface Answered {
  /** The run that asked. */
  readonly asker: string;
  readonly requestId: string;
  /** The run's reply. */
  readonly reply: string;
}

/** `started`: what is known of a run that was started here. */
export function createRun<R = unknown>(context: ClientContext, id: string, started: Pick<Run, 'title' | 'runId'> = {}): Run<R> {
  const told = async <T>(call: () => Promise<T>): Promise<T> => {
    requireRunId(id, context.program);
    return call().catch((error: unknown) => {
      throw clientErrorOf(error, errorContextOf(context));
    });
  };
  const handle = async () => (await context.client()).workflow.getHandle(id);
  const takeOver = createTakeOverOf(context, id);
  const standing = createProgressReader(context, id);

  async function reply(
    kind: PendingRequest['kind'],
    name: RequestName,
    send: (asking: OpenRequest, requestId: string) => Promise<string>,
  ): Promise<Answered> {
    const asking = await findRequest(await context.client(), id, kind, context.program);
    const requestId = meant(name, asking);
    return { asker: asking.asker, requestId, reply: await send(asking, requestId) };
  }

  return {
    id,
    ...started,
    get ui() {
      return context.webUi(id);
    },
    describe: () => told(async () => describeRun(await context.client(), id)),
    progress: () => told(async () => queryProgress(await context.client(), id)),
    events: (options) => runEvents(context, id, options) as AsyncIterable<RunEvent<R>>,
    result: () => told(async () => resultOf<R>(await runEnd(await handle()))),
    report: () => told(async () => (await readRun(context, id)).report),
    export: (options) => told(() => exportRun(context, id, options)),
    cards: (options) => runCards(context, id, options),
    standing: () => told(() => standing.read()),
    drawing: () => told(() => standing.draw()),
    asks: () => told(async () => openRequestOf(id, await queryProgress(await context.client(), id))),
    answer: (name, answer, more = {}) =>
      told(() =>
        reply('question', name, async ({ asker }, requestId) => {
          const said = 'optionId' in answer ? { optionId: answer.optionId } : { answers: answer };
          const body: AnswerBody = { requestId, ...said, ...more };
          return sendUpdate(await context.client(), asker, answerUpdate, body);
        }),
      ),
    confirm: (name, approved, more = {}) =>
      told(() =>
        reply('confirmation', name, async ({ asker }, requestId) => {
          const body: ConfirmBody = { requestId, approved, ...(typeof more === 'string' ? { note: more } : more) };
          return sendUpdate(await context.client(), asker, confirmUpdate, body);
        }),
      ),
    settled: (asker, requestId) => told(async () => whoAnswered(await context.client(), asker, requestId)),
    takeOver: (of) => told(() => takeOver.takeOver(of)),
    handBack: (of) => told(() => takeOver.handBack(of)),
    act: (action, of) => told(() => takeOver.act(action, of)),
    look: () => told(() => takeOver.look()),
    request: (text) => told(async () => sendUpdate(await context.client(), id, requestUpdate, { text })),
    cancel: () => told(async () => cancel(await handle(), id)),
  };
}

/** What is no beginning of the pending request's id is sent as it is: the run says why it does not take it. */
function meant(name: RequestName, { request }: OpenRequest): string {
  if (typeof name === 'object') return name.requestId;
  return name === undefined || isBeginningOf(name, request.requestId) ? request.requestId : name;
}

/** The server silently accepts the cancellation of a run that has ended; the caller has to learn that there was nothing left to cancel. */
async function cancel(
  handle: { describe(): Promise<{ status: { name: string } }>; cancel(): Promise<unknown> },
  id: string,
): Promise<void> {
  const { status } = await handle.describe();
  if (status.name !== 'RUNNING') throw new ClientError('run-ended', `'${id}' has already ended (${status.name.toLowerCase()}).`);
  await handle.cancel();
}

function resultOf<R>(end: RunEnd): RunResult<R> {
  const { result } = end;
  const usage = result?.['usage'] as Usage | undefined;
  return { ...(end as RunEnd<R>), cost: costOf(result), usage };
}
