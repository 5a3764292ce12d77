// Runs that Temporal keeps: the state that travels is a sealed handle, and the calls are updates and queries of the workflow `procedure` (docs/design/procedure.md §4).
//
// durable-1. A handle says which run, which definition, and how far its holder has seen the run; nothing else.
// durable-2. A call is named by run, revision and content, so that a repeated call is the same call for the workflow. For the server it is another one: it would
//     return a refusal for ever that time or a person has overtaken.
// durable-3. Writes need the newest revision; reads work with any.
// durable-4. A call that Temporal could not carry is refused here, as the run would refuse it: once accepted it would stop the run for ever.
import { createHash } from 'node:crypto';
import { WorkflowNotFoundError, type Client, type WorkflowHandle } from '@temporalio/client';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { Json } from '../../domain/run/json.js';
import { temporalPriorityOf } from '../../domain/run/queue-place.js';
import { longestSummary } from '../../domain/procedure/accept.js';
import { outputsTooLong } from '../../domain/procedure/outputs.js';
import { start } from '../../domain/procedure/step.js';
import { traceMemo, type TraceHeaders } from '../../domain/telemetry/trace-context.js';
import { answeredQuery, begunUpdate, getPositionQuery, procedureQuery, procedureUpdates, taskQueue } from '../../workflows/messages.js';
import { largestMessage, sizeText } from '../../domain/human/message.js';
import type { Tokens } from '../../ports/tokens.js';
import { requireReadable } from '../updates.js';
import { refused, type Beginning, type CallBody, type Handle, type Kept, type KeptRun, type Loaded, type Refused } from './calls.js';
import { jsonBytes } from '../../domain/text/measures.js';

export interface DurableOptions {
  /** Called when a call first needs the server. */
  readonly client: () => Promise<Client>;
  /** Who makes the calls: an agent cannot answer for a person. */
  readonly by: 'agent' | 'human';
  /** Who answers blocking checkpoints that do not say. */
  readonly answers: 'agent' | 'human';
  /** What is passed to agents and flows that do its steps: fields of a workflow's input (device, budget, …). */
  readonly run?: Readonly<Record<string, unknown>>;
  /** The caller's trace, valid. */
  readonly trace?: TraceHeaders | undefined;
  /** The id of a new run of that procedure. */
  readonly newId: (workflow: string) => string;
}

export type DurableRuns = ReturnType<typeof createDurableRuns>;

/** A handle to the run as it is now, to replace a lost one. The run need not be open. Throws the client's error when there is no such run. */
export async function freshState(client: Client, tokens: Tokens, id: string): Promise<string> {
  const run = client.workflow.getHandle(id);
  const { raw } = await run.describe();
  const { workflow, digest, revision } = await inTime(client, () => run.query(procedureQuery));
  const firstRunId = raw.workflowExecutionInfo?.firstRunId ?? '';
  const handle: Handle = { kind: 'handle', version: 1, workflow, digest, id, firstRunId, revision };
  return tokens.seal(handle as unknown as Json);
}

export function createDurableRuns({ client, by, answers, run: runInput = {}, trace, newId }: DurableOptions) {
  async function inRun<T>({ id, firstRunId }: Handle, ask: (run: WorkflowHandle) => Promise<T>): Promise<T> {
    const connected = await client();
    const run = connected.workflow.getHandle(id, undefined, { firstExecutionRunId: firstRunId });
    return inTime(connected, () => requireReadable(connected, id).then(() => ask(run)));
  }

  return {
    async begin(
      { procedure, digest, document: definition }: Loaded,
      { workflow_id: workflow, initial_variables: initialVariables = {}, trace: own = trace }: Beginning,
    ): Promise<Kept | Refused> {
      // As the workflow will do: a run that cannot begin is not started.
      const begun = start(procedure, { variables: initialVariables, by, answers }, Date.now());
      if (!('state' in begun)) return { success: false, message: begun.refused.message, error: begun.refused };
      const connected = await client();
      const started = await connected.workflow.start('procedure', {
        workflowId: newId(workflow),
        args: [{ ...runInput, definition, digest, initialVariables, by, answers }],
        ...placed({ title: procedure.definition.title, run: runInput, trace: own }),
      });
      const { workflowId: id, firstExecutionRunId: firstRunId } = started;
      const reply = await inTime(connected, () => started.executeUpdate(begunUpdate, { args: [{ by }] }));
      return { sealed: { kind: 'handle', version: 1, workflow, digest, id, firstRunId, revision: reply.revision }, reply };
    },

    open(handle: Handle): KeptRun {
      return {
        async read() {
          const reply = await inRun(handle, (of) => of.query(getPositionQuery, { by }));
          return { sealed: reply.revision === handle.revision ? handle : { ...handle, revision: reply.revision }, reply };
        },
        async answer(call, body) {
          const tooLarge = tooLargeToSend(body);
          if (tooLarge) return tooLarge;
          const { firstRunId, revision } = handle;
          const name = digestOf([firstRunId, revision, by, call, body]);
          const reply = await inRun(handle, (of) =>
            of
              .executeUpdate(procedureUpdates[call], { args: [{ ...body, revision, name, by }] })
              // A run that has ended takes no updates; its last call may be made again.
              .catch((error: unknown) => {
                if (error instanceof WorkflowNotFoundError) return of.query(answeredQuery, { name, by });
                throw error;
              }),
          );
          const isKept = !reply.success && reply.error?.code !== 'STALE_STATE';
          return { sealed: isKept ? handle : { ...handle, revision: reply.revision }, reply };
        },
      };
    },
  };
}

/** Durable-2. */
function digestOf(call: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(call)).digest('hex');
}

/** Durable-4. */
function tooLargeToSend({ outputs, ...rest }: CallBody): Refused | undefined {
  const bytes = jsonBytes({ outputs, ...rest });
  if (bytes <= largestMessage) return undefined;
  const tooLong = outputs && outputsTooLong(outputs);
  if (tooLong) return refused(tooLong.code, tooLong.message);
  return refused('SUMMARY_REQUIRED', `The call has ${sizeText(bytes)}; say in 1 to ${longestSummary} characters what was done.`);
}

function placed({ title, run, trace }: Pick<DurableOptions, 'run' | 'trace'> & { readonly title: string }) {
  const request = fitBytes(title, summaryBytes);
  const priority = temporalPriorityOf(run);
  return {
    taskQueue,
    memo: { ...(trace ? { [traceMemo]: trace } : {}), request },
    staticSummary: request,
    ...(priority ? { priority } : {}),
    workflowIdConflictPolicy: 'FAIL',
  } as const;
}

/** Without a worker the server would keep the caller waiting. Rejects with the client's deadline error. */
const patienceMs = 20_000;

function inTime<T>(client: Client, call: () => Promise<T>): Promise<T> {
  return client.withDeadline(Date.now() + patienceMs, call);
}
