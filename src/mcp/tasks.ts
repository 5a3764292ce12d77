// Runs as tasks of the Model Context Protocol: `tasks/get`, `tasks/update` and `tasks/cancel` for clients that declare the extension with each request.
// The SDK has no tasks of its own in this version; what stands on the wire is that of the extension's specification of 2026-07-28.
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ClientError, type ClientErrorCode, isUnreachable } from '../client/errors.js';
import type { OpenRequest } from '../client/requests.js';
import type { RunDescription } from '../client/run-description.js';
import type { Run } from '../client/run.js';
import { clip } from '../client/text.js';
import { runEngines, typeOfEngine } from '../domain/run/listed.js';
import { type Asker, type Task, type Answers, taskOf, isDecision, answerTo, keyOf, shownTo, standingOf } from './task-state.js';
import type { Where } from './person.js';
import type { Steadyhand } from '../client/steadyhand.js';
import { WorkflowNotFoundError } from '@temporalio/common';

const tasksExtension = 'io.modelcontextprotocol/tasks';

const longestReported = 100;
const named = z.looseObject({ taskId: z.string().min(1) });
/** The SDK takes them out of the request's parameters. */
const responsesSchema = z.record(z.string(), z.looseObject({ action: z.string() }));
/** Of a person who was asked, as the protocol names them. */
const responseActions: readonly string[] = ['accept', 'decline', 'cancel'];

interface TaskOptions {
  readonly operator: boolean;
  readonly where: Where;
  readonly explain: (error: unknown) => string;
}

export function serveTasks(server: McpServer, steadyhand: Runs, { operator, where, explain }: TaskOptions): void {
  const handle = (method: string, answer: (run: Run, context: ServerContext) => Promise<object>): void =>
    server.server.setRequestHandler(method, { params: named }, async ({ taskId }, context) => {
      if (!knowsTasks(context))
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
      try {
        return { ...(await answer(await ourRun(steadyhand, taskId), context)) };
      } catch (error) {
        throw protocolError(error, explain);
      }
    });

  server.server.registerCapabilities({ extensions: { [tasksExtension]: {} } });
  handle('tasks/get', async (run, context) => {
    const { task, described } = await readTask(run, { answers: answersOf(context, operator), where });
    return task.status === 'completed' ? { ...task, result: endOf(run.id, described, where) } : task;
  });
  handle('tasks/update', async (run, { mcpReq }) => {
    const { success, data } = responsesSchema.safeParse(mcpReq.inputResponses);
    if (!success) throw new ProtocolError(ProtocolErrorCode.InvalidParams, '`inputResponses` is missing, or one of them has no `action`.');
    refuseUnknownActions(data);
    await deliver(run, data, { operator });
    return {};
  });
  handle('tasks/cancel', async (run) => {
    const { described } = await readTask(run, { answers: 'none' });
    // The client may have sent it again, or the run may have ended meanwhile: either is what it wants.
    if (described.ended === undefined) await run.cancel().catch(unless('run-ended'));
    return {};
  });
}

/** Whether the client declared the extension with this request. */
export function knowsTasks({ mcpReq }: ServerContext): boolean {
  const { extensions } = capabilitiesOf(mcpReq.envelope);
  return extensions?.[tasksExtension] !== undefined;
}

/** Rejects where there is no such run, or it is something else's workflow. */
export async function readTask(
  run: Pick<Run, 'id' | 'describe'>,
  asker: Asker,
): Promise<{ readonly task: Task; readonly described: RunDescription }> {
  const described = await run.describe();
  if (!isRun(run.id, described))
    throw new ClientError('run-not-found', `'${run.id}' is no run of its own: list_runs shows the runs that exist.`);
  return { task: taskOf(run.id, described, asker), described };
}

/** Also where nothing is pending: what is no answer must not look like one that came too late. */
function refuseUnknownActions(responses: z.output<typeof responsesSchema>): void {
  for (const [key, { action }] of Object.entries(responses))
    if (!responseActions.includes(action))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `inputResponses.${clip(key, longestReported)}.action is ${JSON.stringify(clip(action, longestReported))}; allowed: ${responseActions.join(', ')}.`,
      );
}

/** What is not pending any more is passed over, as the extension wants it. */
async function deliver(run: Run, responses: z.output<typeof responsesSchema>, { operator }: Pick<TaskOptions, 'operator'>): Promise<void> {
  const { asking, type } = (await readTask(run, { answers: 'none' })).described;
  const response = asking && responses[keyOf(asking)];
  if (!response || response.action !== 'accept') return;
  // Task-2.
  if (!operator && isDecision({ id: run.id, type }, asking)) return;
  const answer = answerTo(asking, (response['content'] ?? {}) as Readonly<Record<string, unknown>>);
  if (!answer)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The content of the response does not fill the form that was asked.');
  const sent =
    answer.kind === 'confirm'
      ? run.confirm(asking.request, answer.approved, { note: answer.note })
      : run.answer(asking.request, answer.answer);
  await sent.catch(unless('not-asked', 'run-ended')).catch((error: unknown) => passedOver(run, asking, error));
}

/** Another answer may have come first: then this one is to what is not pending any more. Why it is refused names the request's id (mcp-4), so it is not told. */
async function passedOver(run: Run, asking: OpenRequest, error: unknown): Promise<void> {
  if (!(error instanceof ClientError && error.code === 'refused')) throw error;
  const { asking: now } = (await readTask(run, { answers: 'none' })).described;
  if (!now || keyOf(now) !== keyOf(asking)) return;
  throw new ClientError('refused', error.message.replaceAll(asking.request.requestId, 'this request'), { cause: error });
}

function endOf(id: string, described: RunDescription, where: Where): object {
  const result = resultOf(standingOf(id, described, shownTo({ operator: false, where })));
  return isDone(described.outcome) ? result : { ...result, isError: true };
}

/** A client makes a call that failed again. */
function isDone(outcome: string | undefined): boolean {
  return outcome === 'completed' || outcome === 'result-not-read';
}

/** Only who can be asked is asked. */
function answersOf({ mcpReq }: ServerContext, operator: boolean): Answers {
  if (capabilitiesOf(mcpReq.envelope).elicitation === undefined) return 'none';
  return operator ? 'approvals' : 'questions';
}

interface Declared {
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly elicitation?: unknown;
}

function capabilitiesOf(envelope: ServerContext['mcpReq']['envelope']): Declared {
  return ((envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Declared;
}

function isRun(id: string, { run, type }: RunDescription): boolean {
  return run === id && runEngines.some((engine) => typeOfEngine[engine] === type);
}

function unless(...codes: readonly ClientErrorCode[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof ClientError && codes.includes(error.code))) throw error;
  };
}

function protocolError(error: unknown, explain: (error: unknown) => string): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const isTheirs = error instanceof ClientError && ['run-not-found', 'refused'].includes(error.code);
  return new ProtocolError(isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, explain(error));
}

// What is a run of ours, told by its type before anything is asked of it: other teams have workflows in the same namespace, and what those return is theirs.

/** Engines, and the agents below them, which a person finds as what asks. */
const ourTypes: readonly string[] = [...Object.values(typeOfEngine), 'appAgent'];

export type Runs = Pick<Steadyhand, 'run' | 'temporal'>;

/** Rejects with a `ClientError` (`run-not-found`) for a workflow of somebody else. One that does not exist is told by what is asked of it. */
export async function ourRun(steadyhand: Runs, id: string): Promise<Run> {
  if (await isForeign(steadyhand, id))
    throw new ClientError('run-not-found', `'${id}' is no run of steadyhand: list_runs shows the runs that exist.`);
  return steadyhand.run(id);
}

export async function isForeign(steadyhand: Pick<Steadyhand, 'temporal'>, id: string): Promise<boolean> {
  const type = await typeOf(steadyhand, id);
  return type !== undefined && !ourTypes.includes(type);
}

/** Undefined: the server is away, or has no such workflow. A report is then made of the records, which are ours. */
async function typeOf(steadyhand: Pick<Steadyhand, 'temporal'>, id: string): Promise<string | undefined> {
  const patienceMs = 5_000;
  try {
    const client = await steadyhand.temporal();
    return (await client.withDeadline(Date.now() + patienceMs, () => client.workflow.getHandle(id).describe())).type;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || isUnreachable(error)) return undefined;
    throw error;
  }
}

/** Once, as text, which every client reads. */
export function resultOf(value: object): CallToolResult {
  const isRefusal = 'success' in value && value.success === false;
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    isError: isRefusal ? true : undefined,
  };
}
