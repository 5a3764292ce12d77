import { Command, Option } from 'commander';
import type { ScheduledRun } from '../../client/schedules/schedules.js';
import { overlapPolicies, type OverlapPolicy } from '../../domain/schedule/overlap.js';
import type { ScheduleTimes } from '../../domain/schedule/times.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { readFlowStart, withFlowOptions, type FlowOptions } from '../flow-start.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { readRunInput, withDeviceOptions } from '../run-input.js';
import { renderSchedule } from '../schedule-view.js';

interface Options extends FlowOptions, ScheduleTimes {
  readonly flow?: string;
  readonly overlap?: OverlapPolicy;
  readonly catchUp?: string;
  readonly paused?: true;
  readonly note?: string;
  readonly json?: true;
}

export function scheduleCreateCommand(context: CliContext): Command {
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
    .action(runCommand(context, (id: string, request: string | undefined, options: Options) => create(context, id, request, options)));
}

async function create(context: CliContext, id: string, request: string | undefined, options: Options): Promise<void> {
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
  options: Options,
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
