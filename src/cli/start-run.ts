// What `run`, `flow run` and `explore` print when they start a run.
import type { Run } from '../client/run.js';
import { shellQuote } from '../client/text.js';
import { taskQueue } from '../workflows/messages.js';
import type { CliContext } from './context.js';

/** Only warnings: the run starts all the same, and waits in its queue for a worker. */
export async function warnWhatIsMissing({ steadyhand, terminal, program }: CliContext, kind: string): Promise<void> {
  const warn = (text: string): void => terminal.warn(`${terminal.colors.yellow('warning')} ${text}`);
  const missing = await steadyhand.missingFor(kind);
  if (missing === 'worker') warn(`No worker polls '${taskQueue}', so the run waits: start one with \`${program} up\`.`);
  if (missing === 'version')
    warn(`No worker that runs is of the version that new runs begin on, so the run waits: \`${program} doctor\` says which one that is.`);
  if (missing === 'device') warn(`No worker has a free '${kind}' device at the moment, so the run waits for one.`);
}

export function announce({ terminal, program }: CliContext, { id, title, ui }: Run<unknown>, show?: 'show' | 'flow show'): void {
  const { bold, dim, cyan } = terminal.colors;
  terminal.print(`${bold(id)} ${title ?? ''}`.trimEnd());
  if (ui) terminal.print(cyan(ui));
  if (show) terminal.print(dim(`${program} ${show} ${shellQuote(id)}`));
}

/** What `--json` prints for a started run. */
export function startedJson({ id, title, runId, ui }: Run<unknown>): object {
  return { id, title, runId, ui };
}

/** Steps and questions go to stderr, so that stdout is the one object. */
export function quiet(context: CliContext): CliContext {
  return Object.assign(Object.create(context) as CliContext, {
    terminal: { ...context.terminal, interactive: false, print: context.terminal.warn },
  });
}
