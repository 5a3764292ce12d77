// What `run` and `flow run` say when a run has been started.
import { taskQueue } from '../workflows/messages.js';
import type { CliContext } from './context.js';
import { shellQuote } from './output.js';
import { deviceIsOffered, workerPolls } from './server-facts.js';

/** The run is started all the same: it waits in its queue until a worker comes. */
export async function warnWhatIsMissing(context: CliContext, kind: string): Promise<void> {
  const { terminal, program } = context;
  const client = await context.client();
  const warn = (text: string): void => terminal.warn(`${terminal.colors.yellow('warning')} ${text}`);
  if (!(await workerPolls(client))) warn(`No worker polls '${taskQueue}', so the run waits: start one with \`${program} up\`.`);
  else if (!(await deviceIsOffered(client, kind))) warn(`No worker has a free '${kind}' device at the moment, so the run waits for one.`);
}

export function announce(
  { terminal, program }: CliContext,
  { id, title, ui }: { readonly id: string; readonly title: string; readonly ui: string | undefined },
  show: 'show' | 'flow show',
): void {
  const { bold, dim, cyan } = terminal.colors;
  terminal.print(`${bold(id)} ${title}`);
  if (ui) terminal.print(cyan(ui));
  terminal.print(dim(`${program} ${show} ${shellQuote(id)}`));
}

/** Steps and questions go to stderr, so that stdout is the one object. */
export function quiet(context: CliContext): CliContext {
  return Object.assign(Object.create(context) as CliContext, {
    terminal: { ...context.terminal, interactive: false, print: context.terminal.warn },
  });
}
