// What `run` and `flow run` say when a run has been started.
import { taskQueue } from '../workflows/messages.js';
import type { CliContext } from '../cli/context.js';
import { clip, shellQuote } from '../cli/output.js';
import { deviceIsOffered, workerPolls } from './server-facts.js';

export interface StartedRun {
  readonly id: string;
  readonly title: string;
  readonly runId: string;
  readonly ui: string | undefined;
}

/** Starts a workflow that a person asked for; the title is what lists show. */
export async function startRun(
  context: CliContext,
  type: 'hostAgent' | 'flow' | 'explorer',
  { id, title: whole, input }: { readonly id: string; readonly title: string; readonly input: unknown },
): Promise<StartedRun> {
  const title = clip(whole, 150);
  const { workflow } = await context.client();
  const handle = await workflow.start(type, {
    taskQueue,
    workflowId: id,
    args: [input],
    memo: { request: title },
    staticSummary: title,
    workflowIdConflictPolicy: 'FAIL',
  });
  return { id, title, runId: handle.firstExecutionRunId, ui: context.webUi(id) };
}

/** The run is started all the same: it waits in its queue until a worker comes. */
export async function warnWhatIsMissing(context: CliContext, kind: string): Promise<void> {
  const { terminal, program } = context;
  const client = await context.client();
  const warn = (text: string): void => terminal.warn(`${terminal.colors.yellow('warning')} ${text}`);
  if (!(await workerPolls(client))) warn(`No worker polls '${taskQueue}', so the run waits: start one with \`${program} up\`.`);
  else if (!(await deviceIsOffered(client, kind))) warn(`No worker has a free '${kind}' device at the moment, so the run waits for one.`);
}

export function announce({ terminal, program }: CliContext, { id, title, ui }: StartedRun, show?: 'show' | 'flow show'): void {
  const { bold, dim, cyan } = terminal.colors;
  terminal.print(`${bold(id)} ${title}`);
  if (ui) terminal.print(cyan(ui));
  if (show) terminal.print(dim(`${program} ${show} ${shellQuote(id)}`));
}

/** Steps and questions go to stderr, so that stdout is the one object. */
export function quiet(context: CliContext): CliContext {
  return Object.assign(Object.create(context) as CliContext, {
    terminal: { ...context.terminal, interactive: false, print: context.terminal.warn },
  });
}
