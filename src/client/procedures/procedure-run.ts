// A procedure's run as an object: it keeps the newest state that the calls take and return.
import { defined } from '../../domain/collections.js';
import type { Variables } from '../../domain/run/json.js';
import type { ProcedureSummary } from '../../workflows/procedure/progress.js';
import { callerTrace } from '../run-start.js';
import type { ClientContext } from '../context.js';
import { ClientError } from '../errors.js';
import { createRun, type Run } from '../run.js';
import type { ProcedureCalls, Reply } from './calls.js';
import { type CallOptions, proceduresOf, reachRun, runIn } from './reach-run.js';

/** Moves resolve with the reply: where the run stands now, what can be done, or why the move was refused. What happened in it tells `run(id).report()` of the client. */
export interface ProcedureRun extends Omit<Run<ProcedureSummary>, 'report'> {
  position(): Promise<Reply>;
  complete(step: string, summary: string, outputs?: Variables): Promise<Reply>;
  skip(step: string, reason?: string): Promise<Reply>;
  respond(checkpoint: string, option: string): Promise<Reply>;
  report(outputs: Variables): Promise<Reply>;
  abort(reason?: string): Promise<Reply>;
}

export interface ProcedureStart extends Partial<Pick<CallOptions, 'by' | 'answers' | 'run' | 'id' | 'trace'>> {
  /** Id of the definition, which is in the folder of procedures. */
  readonly workflow: string;
  readonly variables?: Variables;
}

/** Throws a `ClientError` (`refused`) that says why it cannot begin. */
export async function startProcedure(
  context: ClientContext,
  { workflow, variables, by = 'agent', trace: given, ...options }: ProcedureStart,
): Promise<ProcedureRun> {
  const trace = await callerTrace(context, given);
  const procedures = await proceduresOf(context);
  const calls = procedures.calls({ answers: 'human', ...defined(options), trace, by, begin: 'durable' });
  const reply = await calls.start_workflow({ workflow_id: workflow, initial_variables: variables });
  const id = runIn(procedures, reply);
  if (id === undefined || !('state' in reply)) throw new ClientError('refused', reply.message);
  return createProcedureRun(context, { id, calls, workflow_id: workflow, state: reply.state });
}

/** One that was started before. */
export async function findProcedureRun(context: ClientContext, id: string, by: 'agent' | 'human'): Promise<ProcedureRun> {
  return createProcedureRun(context, { id, ...(await reachRun(context, id, by)) });
}

interface Reached {
  readonly id: string;
  readonly calls: ProcedureCalls;
  readonly workflow_id: string;
  readonly state: string;
}

function createProcedureRun(context: ClientContext, { id, calls, workflow_id, state: first }: Reached): ProcedureRun {
  let state = first;
  async function move(call: (stated: { readonly workflow_id: string; readonly state: string }) => Promise<Reply>): Promise<Reply> {
    const reply = await call({ workflow_id, state });
    if ('state' in reply) state = reply.state;
    return reply;
  }
  return {
    ...createRun<ProcedureSummary>(context, id),
    position: () => move((stated) => calls.get_position(stated)),
    complete: (step_id, summary, outputs) => move((stated) => calls.complete_step({ ...stated, step_id, summary, outputs })),
    skip: (step_id, reason) => move((stated) => calls.skip_step({ ...stated, step_id, reason })),
    respond: (checkpoint_id, option_id) => move((stated) => calls.respond_to_checkpoint({ ...stated, checkpoint_id, option_id })),
    report: (outputs) => move((stated) => calls.report_variables({ ...stated, outputs })),
    abort: (reason) => move((stated) => calls.abort_workflow({ ...stated, reason })),
  };
}
