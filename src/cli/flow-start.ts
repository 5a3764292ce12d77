// What a flow is started with, as `flow run` and `schedule create` take it: by the path of its document, or by its name in the library.
import { defined } from '../domain/collections.js';
import { Option, type Command } from 'commander';
import { flowDocuments } from '../client/flow-documents.js';
import { startOf, type LibraryStart } from '../client/library/start-flow.js';
import type { HealMode } from '../domain/flow/heal.js';
import { problemText } from '../domain/flow/problem.js';
import type { FlowStart } from '../domain/run/given.js';
import type { Variables } from '../domain/run/json.js';
import type { LibraryFlow } from '../ports/flow-library.js';
import type { CliContext } from './context.js';
import { flowOf, readFlowFile } from './flow-file.js';
import { readJsonObject } from './json-file.js';
import { namedFlow } from './library-name.js';
import { deviceInput, queueInput, type DeviceOptions } from './run-input.js';
import { collectVariables, type VariableOptions } from './variable-options.js';

export interface FlowOptions extends DeviceOptions, VariableOptions {
  readonly input?: string;
  readonly heal?: HealMode;
  readonly fallback?: 'agent';
}

export type FlowToStart =
  | { readonly saved: string; readonly input: LibraryStart; readonly deviceKind: string }
  | { readonly flow: FlowStart; readonly title: string };

/** Options of flows that agents do not have. */
export function withFlowOptions(command: Command): Command {
  return command
    .option('--var <name=value>', 'a variable for its conditions; may be given several times', collectVariables, {})
    .addOption(
      new Option('--heal <mode>', 'ask a model once for a target that is not found: with your consent, by itself, never').choices([
        'ask',
        'auto',
        'never',
      ]),
    )
    .addOption(new Option('--fallback <who>', 'who does the rest where the flow cannot go on').choices(['agent']));
}

/** Warns of what is odd with a document; throws a usage error for one that cannot run. */
export async function readFlowStart(context: CliContext, path: string, options: FlowOptions): Promise<FlowToStart> {
  const given = options.input === undefined ? {} : await readJsonObject(options.input);
  const named = await namedFlow(context, path);
  return named ? ofLibrary(context, named, given, options) : ofFile(context, path, given, options);
}

type Given = Readonly<Record<string, unknown>>;

function variablesOf(given: Given, options: FlowOptions): Variables {
  return { ...(typeof given['variables'] === 'object' ? (given['variables'] as Variables) : {}), ...options.var };
}

async function ofLibrary(context: CliContext, { id, document }: LibraryFlow, given: Given, options: FlowOptions): Promise<FlowToStart> {
  const isSaid =
    given['device'] !== undefined ||
    (['device', 'caps', 'url', 'app', 'headed', 'profile'] as const).some((name) => options[name] !== undefined);
  const device: NonNullable<LibraryStart['device']> = isSaid ? await deviceInput(given, options) : {};
  return {
    saved: id,
    input: { ...given, variables: variablesOf(given, options), ...defined({ ...mending(options), ...queueInput(options) }), device },
    deviceKind: device.kind ?? startOf(document, context.config().apps).kind ?? 'web',
  };
}

async function ofFile(context: CliContext, path: string, given: Given, options: FlowOptions): Promise<FlowToStart> {
  const { terminal } = context;
  const file = await readFlowFile(path, Object.keys(options.var));
  const flow = flowOf(file, context.program);
  for (const problem of file.problems) terminal.warn(terminal.colors.yellow(problemText(problem)));
  const input = {
    ...given,
    // Validated by `flowOf`.
    ...(await flowDocuments(file.document, file.called, () => context.artifacts())),
    variables: variablesOf(given, options),
    ...defined({ ...mending(options), ...queueInput(options) }),
    device: await deviceInput(given, options),
  };
  return { flow: input, title: flow.name };
}

function mending({ heal, fallback }: FlowOptions): Pick<FlowStart, 'heal' | 'fallback'> {
  return { heal, fallback };
}
