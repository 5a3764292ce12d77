// The input of a run as the command line builds it: a file may give any field of the workflow's input; arguments and options take precedence over it.
import { defined } from '../domain/collections.js';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { AgentInput } from '../domain/run/program-input.js';
import type { QueuePlace } from '../domain/run/queue-place.js';
import { parseHostAgentInput } from '../domain/agent/input.js';
import type { CliContext } from './context.js';
import { readJsonObject } from './files.js';
import { CommandError } from './errors.js';

/** The kinds that the command line offers; others need an input file. */
const deviceKinds = ['web', 'desktop', 'appium'] as const;

export interface QueueOptions {
  readonly priority?: number;
  readonly fairnessKey?: string;
}

export interface DeviceOptions extends QueueOptions {
  readonly device?: (typeof deviceKinds)[number];
  readonly caps?: string;
  readonly url?: string;
  readonly app?: string;
  readonly headed?: true;
  readonly profile?: string;
}

export interface RunOptions extends DeviceOptions {
  readonly input?: string;
}

export function deviceOption(): Option {
  return new Option('--device <kind>', 'web: a browser; desktop: its applications; appium: what --caps describes (default: web)').choices(
    deviceKinds,
  );
}

export function capsOption(): Option {
  return new Option('--caps <file>', 'capabilities of an Appium session, as a JSON object');
}

/** Options of everything that is started on a device. */
export function withDeviceOptions(command: Command): Command {
  return withQueueOptions(command)
    .addOption(deviceOption())
    .addOption(capsOption())
    .option('--url <address>', 'where the browser starts')
    .option('--app <name>', 'the application to use')
    .option('--headed', "show the browser's window")
    .option('--profile <name>', 'browser profile to keep between runs (for logins)');
}

export function withQueueOptions(command: Command): Command {
  return command
    .option('--priority <1-5>', 'its place in queues: 1 is first (default: 3)', priorityOf)
    .option('--fairness-key <key>', 'its tenant or team: in queues, keys of equal priority take turns');
}

function priorityOf(text: string): number {
  if (!/^[1-5]$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 5.');
  return Number(text);
}

/** Fields of the input. */
export function queueInput({ priority, fairnessKey }: QueueOptions): QueuePlace {
  return { priority, fairnessKey };
}

/** The workflow's input. It is checked here too, so that a wrong field is reported at once instead of failing the run. Throws `InputError`. */
export async function readRunInput(
  { program }: Pick<CliContext, 'program'>,
  request: string | undefined,
  options: RunOptions,
): Promise<AgentInput> {
  const file = options.input === undefined ? {} : await readJsonObject(options.input);
  const input = {
    ...file,
    ...defined({ request, ...queueInput(options) }),
    device: await deviceInput(file, options),
  };
  if (Object.keys(input).length === 1)
    throw new CommandError(
      'usage',
      `No request given: say what to do, as in \`${program} run "Order the blue kettle" --url https://…\`, or give it in --input.`,
    );
  parseHostAgentInput(input);
  return input;
}

export function deviceKindOf(input: AgentInput): string {
  return parseHostAgentInput(input).device.kind;
}

/** The device of an input file; the command line's options override it. Throws `CommandError` for an option that its kind does not have. */
export async function deviceInput(file: Readonly<Record<string, unknown>>, options: DeviceOptions): Promise<object> {
  const ofBrowsers = (['url', 'profile', 'headed'] as const).find((name) => options[name] !== undefined);
  if (options.device === 'desktop' && ofBrowsers !== undefined)
    throw new CommandError(
      'usage',
      `--${ofBrowsers} is for browsers; a desktop starts with an application: --device desktop --app <name>.`,
    );
  const device = { ...defaultDevice, ...deviceOf(file), ...defined(deviceOptions(options)) };
  if (options.caps === undefined) return withCapabilities(device);
  if (options.device !== undefined && options.device !== 'appium')
    throw new CommandError('usage', `--caps is for Appium, not for --device ${options.device}.`);
  return withCapabilities({ ...device, kind: 'appium', capabilities: await readJsonObject(options.caps, capsFile) });
}

/** Throws `CommandError` when an Appium device lacks the capabilities that a session needs. */
function withCapabilities(device: object): object {
  const { kind, capabilities = {} } = device as { readonly kind?: unknown; readonly capabilities?: object };
  if (kind === 'appium' && !('platformName' in capabilities))
    throw new CommandError(
      'usage',
      `An Appium device needs capabilities, at least platformName and appium:automationName: --caps caps.json with ${capsFile.example} (docs/appium.md).`,
    );
  return device;
}

const defaultDevice = { kind: 'web' } as const;
const capsFile = { option: '--caps', example: '{"platformName": "Android", "appium:automationName": "UiAutomator2"}' } as const;

function deviceOf({ device }: Readonly<Record<string, unknown>>): object {
  return typeof device === 'object' && device !== null ? device : {};
}

function deviceOptions({ device, url, app, headed, profile }: DeviceOptions): object {
  return {
    kind: device,
    url,
    app,
    headed,
    profile,
  };
}
