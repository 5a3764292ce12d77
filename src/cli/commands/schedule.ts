import { Command, Option } from 'commander';
import type { CliContext } from '../context.js';
import { printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import type { ScheduledRun, Triggered } from '../../client/schedules/schedules.js';
import { overlapPolicies, type OverlapPolicy } from '../../domain/schedule/overlap.js';
import type { ScheduleTimes } from '../../domain/schedule/times.js';
import { type FlowOptions, readFlowStart, withFlowOptions } from './flow-run.js';
import { readRunInput, withDeviceOptions } from '../run-input.js';
import type { ScheduleSummary, ScheduleView } from '../../client/schedules/read-schedules.js';
import { clip, shellQuote } from '../../client/text.js';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { Terminal } from '../terminal.js';
import { CommandError } from '../errors.js';

interface Options {
  readonly note?: string;
  readonly json?: true;
}

export function scheduleCommand(context: CliContext): Command {
  return new Command('schedule')
    .description('Start runs by the clock, over the Schedules of Temporal')
    .addCommand(scheduleCreateCommand(context))
    .addCommand(listCommand(context))
    .addCommand(showCommand(context))
    .addCommand(
      change(context, 'pause', 'Start nothing until it is resumed', 'paused', (id, note) => context.steadyhand.schedules.pause(id, note)),
    )
    .addCommand(change(context, 'resume', 'Start runs again', 'resumed', (id, note) => context.steadyhand.schedules.resume(id, note)))
    .addCommand(triggerCommand(context))
    .addCommand(
      change(context, 'delete', 'Remove a schedule; its open runs go on', 'deleted', (id) => context.steadyhand.schedules.delete(id)),
    );
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('List the schedules')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand schedule list')
    .action(
      runCommand(context, async ({ json }: Options) => {
        const { terminal, program } = context;
        const schedules = await context.steadyhand.schedules.list();
        if (json) for (const schedule of schedules) printJson(terminal, schedule);
        else if (schedules.length === 0) terminal.print(`No schedule yet: \`${program} schedule create --help\` shows how to make one.`);
        else terminal.print(renderSchedules(terminal, schedules));
      }),
    );
}

function showCommand(context: CliContext): Command {
  return new Command('show')
    .description('Show a schedule: what it starts and when, its policy, its last runs')
    .argument('<id>', 'the schedule')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand schedule show morning')
    .action(
      runCommand(context, async (id: string, { json }: Options) => {
        const schedule = await context.steadyhand.schedules.describe(id);
        if (json) printJson(context.terminal, schedule);
        else context.terminal.print(renderSchedule(context, schedule));
      }),
    );
}

function triggerCommand(context: CliContext): Command {
  return new Command('trigger')
    .description('Start a run now, as if it were due, and say what came of it: the overlap policy holds')
    .argument('<id>', 'the schedule')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand schedule trigger morning')
    .action(
      runCommand(context, async (id: string, { json }: Options) => {
        const triggered = await context.steadyhand.schedules.trigger(id);
        if (json) printJson(context.terminal, { id, triggered: triggered.outcome !== 'left-out', ...triggered });
        else context.terminal.print(triggeredText(context, id, triggered));
      }),
    );
}

function change(
  context: CliContext,
  name: 'pause' | 'resume' | 'delete',
  description: string,
  done: string,
  act: (id: string, note: string | undefined) => Promise<void>,
): Command {
  const command = new Command(name).description(description).argument('<id>', 'the schedule').option('--json', 'print one JSON object');
  if (name === 'pause' || name === 'resume') command.option('--note <text>', 'why; shown in lists');
  return command.addHelpText('after', `\nExample:\n  steadyhand schedule ${name} morning`).action(
    runCommand(context, async (id: string, { note, json }: Options) => {
      await act(id, note);
      if (json) printJson(context.terminal, { id, [done]: true });
      else context.terminal.print(`Schedule '${id}' is ${done}.`);
    }),
  );
}

interface CreateOptions extends FlowOptions, ScheduleTimes {
  readonly flow?: string;
  readonly overlap?: OverlapPolicy;
  readonly catchUp?: string;
  readonly paused?: true;
  readonly note?: string;
  readonly json?: true;
}

function scheduleCreateCommand(context: CliContext): Command {
  const command = new Command('create')
    .description('Start an agent or a flow by the clock')
    .argument('<id>', "the schedule; its runs' ids begin with it")
    .argument('[request]', 'what an agent is to do; or give --flow')
    .option('--flow <flow>', 'flow document, or the name of a flow in the library, in its present version')
    .option('--at <hh:mm>', 'time of day; may be given several times', collect)
    .option('--on <days>', 'of --at: mon-fri, or days of the month: 1,15 (every day by default)')
    .option('--every <duration>', 'interval: 90m, or 6h/15m for a quarter past; may be given several times', collect)
    .option('--cron <expression>', 'cron expression; may be given several times', collect)
    .option('--time-zone <name>', "of --at and --cron (this machine's by default)")
    .option('--jitter <duration>', 'each start is later by chance, by at most that')
    .addOption(
      new Option(
        '--overlap <policy>',
        'when it is due while its last run is open (skip; buffer-one on a desktop, a phone and a browser profile)',
      ).choices(overlapPolicies),
    )
    .option('--catch-up <duration>', 'starts that an outage made miss are made up for if they are not older')
    .option('--paused', 'start nothing until it is resumed')
    .option('--note <text>', 'shown while it is paused');
  return withFlowOptions(withDeviceOptions(command))
    .option('--input <file>', "JSON object with any field of the workflow's input: budget, guard, settings, …")
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand schedule create morning --flow order-the-kettle --at 07:00 --on mon-fri\n  steadyhand schedule create tidy "Archive what is older than a week" --url https://mail.example --cron "0 3 * * *" --time-zone UTC',
    )
    .action(
      runCommand(context, (id: string, request: string | undefined, options: CreateOptions) => create(context, id, request, options)),
    );
}

async function create(context: CliContext, id: string, request: string | undefined, options: CreateOptions): Promise<void> {
  const { cron, at, on, every, jitter, overlap, catchUp, paused, note } = options;
  const { run, title } = await scheduled(context, request, options);
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const times = { ...present({ cron, at, on, every, jitter }), timeZone };
  const created = await context.steadyhand.schedules.create(id, run, times, present({ overlap, catchUp, paused, note, title }));
  if (options.json) printJson(context.terminal, created);
  else context.terminal.print(renderSchedule(context, created));
}

async function scheduled(
  context: CliContext,
  request: string | undefined,
  options: CreateOptions,
): Promise<{ readonly run: ScheduledRun; readonly title?: string }> {
  if (options.flow === undefined) {
    const ofFlows = [
      ...Object.keys(options.var).map((name) => `--var ${name}`),
      ...(['heal', 'fallback'] as const).filter((name) => options[name] !== undefined).map((name) => `--${name}`),
    ];
    if (ofFlows.length > 0) throw new CommandError('usage', `An agent has no ${ofFlows.join(', ')}: that is of flows, with --flow.`);
    return { run: { agent: await readRunInput(context, request, options) } };
  }
  if (request !== undefined) throw new CommandError('usage', `Give either a request or --flow: '${request}' would be left out.`);
  const given = await readFlowStart(context, options.flow, options);
  return 'saved' in given ? { run: { saved: given.saved, input: given.input } } : { run: { flow: given.flow }, title: given.title };
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that were not given. */
function present<T extends object>(given: T): Present<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>;
}

// Schedules as the command line shows them.

function renderSchedules(terminal: Terminal, schedules: readonly ScheduleSummary[]): string {
  const rows = schedules.map((schedule) => [
    schedule.id,
    stateOf(schedule),
    schedule.times,
    minute(schedule.paused ? undefined : schedule.next[0]),
    schedule.runs[0] ?? '',
    clip(schedule.title ?? schedule.type, 50),
  ]);
  return renderTable(terminal, ['schedule', 'state', 'when', 'next', 'last run', 'what'], rows);
}

function renderSchedule({ terminal, program }: CliContext, schedule: ScheduleView): string {
  const { id, type, title, times, overlap, next, runs, open, started, skipped } = schedule;
  const { bold, dim } = terminal.colors;
  const running = new Set(open);
  return [
    `${bold(id)} ${stateOf(schedule)}: ${type}, ${clip(title ?? '', 150)}`,
    `when      ${times}`,
    ...(schedule.paused ? [] : [`next      ${next.slice(0, 3).map(minute).join(', ')}`]),
    `overlap   ${overlap}`,
    `started   ${started}${skipped > 0 ? `, skipped ${skipped}` : ''}`,
    ...runs.map((run) => `run       ${run}${running.has(run) ? ' (open)' : ''}`),
    ...(runs[0] === undefined ? [] : [dim(`${program} show ${shellQuote(runs[0])}`)]),
  ].join('\n');
}

function triggeredText({ program }: Pick<CliContext, 'program'>, id: string, triggered: Triggered): string {
  const { overlap } = triggered;
  switch (triggered.outcome) {
    case 'started':
      return `Schedule '${id}' has started ${triggered.run}.`;
    case 'waits':
      return `Schedule '${id}' starts a run as soon as ${openText(triggered.open)} has ended: its policy is ${overlap}.`;
    case 'left-out':
      return `Schedule '${id}' has started nothing: ${openText(triggered.open)} is still open${overlap === 'buffer-one' ? ', another run waits already' : ''}, and its policy is ${overlap}.`;
    case 'unknown':
      return `Schedule '${id}' was asked for a run, and the server has not said yet what came of it: \`${program} schedule show ${shellQuote(id)}\` shows it.`;
    default:
      return assertNever(triggered);
  }
}

function openText(open: readonly string[]): string {
  return open.length === 0 ? 'its last run' : `its run ${open.join(' or ')}`;
}

function stateOf({ paused, note }: Pick<ScheduleSummary, 'paused' | 'note'>): string {
  return paused ? `paused${note ? ` (${clip(note, 40)})` : ''}` : 'active';
}

/** `2026-11-27 06:00Z` */
function minute(time: string | undefined): string {
  return time === undefined ? '' : `${time.slice(0, 16).replace('T', ' ')}Z`;
}
