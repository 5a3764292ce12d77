import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { flowDrawCommand } from './flow-draw.js';
import { flowHealsCommand } from './flow-heals.js';
import { flowJsonCommand } from './flow-json.js';
import { flowListCommand } from './flow-list.js';
import { flowRunCommand } from './flow-run.js';
import { flowSaveCommand } from './flow-save.js';
import { flowShowCommand } from './flow-show.js';
import { flowValidateCommand } from './flow-validate.js';
import { cassetteOf } from '../cassette-of.js';
import { shellQuote } from '../../client/text.js';
import { type FlowInputDocument, flowJsonSchema } from '../../domain/flow/document.schema.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import { printJson } from '../output.js';
import { fileNameOf } from '../report-file.js';
import { runCommand } from '../run-command.js';
import { runWords } from '../run-word.js';
import { writeNamedFile } from '../write-file.js';

export function flowCommand(context: CliContext): Command {
  return new Command('flow')
    .description('Run, check, keep, show and draw flows: graphs of deterministic nodes and AI steps')
    .addCommand(flowRunCommand(context))
    .addCommand(flowFromRunCommand(context))
    .addCommand(flowValidateCommand(context))
    .addCommand(flowShowCommand(context))
    .addCommand(flowListCommand(context))
    .addCommand(flowSaveCommand(context))
    .addCommand(flowHealsCommand(context))
    .addCommand(flowDrawCommand(context))
    .addCommand(flowJsonCommand(context))
    .addCommand(flowSchemaCommand(context));
}

interface Options {
  readonly out?: string;
  readonly name?: string;
  readonly loops?: true;
  readonly json?: true;
}

function flowFromRunCommand(context: CliContext): Command {
  return new Command('from-run')
    .description('Make a flow from a recorded run: it does again what the run did, without a model')
    .argument('<run...>', 'the id of a run, or a file that `export` wrote; of a flow with AI steps several runs', runWords(context))
    .option('--out <file>', 'write there. By default <id>.flow.json in the working directory')
    .option('--name <name>', "the flow's name. By default the beginning of the request")
    .option('--loops', 'three or more repetitions over rows become one loop over a list of them')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nWhat the run did and the flow does not is told, line by line, and stands in the flow (compiled.left_out).\n\nExample:\n  steadyhand flow from-run agent-01k2 --out order.flow.json\n  steadyhand flow run order.flow.json --url https://shop.example --var quantity=3',
    )
    .action(runCommand(context, (runs: readonly string[], options: Options) => compile(context, runs, options)));
}

async function compile(context: CliContext, runs: readonly string[], { out, name, loops, json }: Options): Promise<void> {
  const { terminal, program, steadyhand } = context;
  const cassettes: Cassette[] = [];
  for (const run of runs) cassettes.push(await cassetteOf(context, run, { pictures: false }));
  const { flow, leftOut } = await steadyhand.compile(cassettes, { loops: loops === true, name });
  const file = out ?? `${fileNameOf(cassettes[0]?.run ?? 'run')}.flow.json`;
  await writeNamedFile(file, `${JSON.stringify(flow, null, 2)}\n`, '--out');
  if (json) {
    printJson(terminal, { file, nodes: flow.nodes.length, form: flow.form ?? [], leftOut });
    return;
  }
  const { dim, yellow, cyan } = terminal.colors;
  terminal.print(`${file}: ${flow.nodes.length} nodes${variablesTold(flow)}.`);
  for (const sentence of leftOut) terminal.print(`  ${yellow('–')} ${sentence}`);
  if (leftOut.length === 0) terminal.print(dim('  Nothing was left out.'));
  terminal.print(cyan(`${program} flow run ${shellQuote(file)}`));
}

/** `, variables: quantity = 2`. */
function variablesTold({ form = [] }: FlowInputDocument): string {
  if (form.length === 0) return '';
  const told = form.map(({ name, default: value }) => (value === undefined ? name : `${name} = ${JSON.stringify(value)}`));
  return `, ${form.length} ${form.length === 1 ? 'variable' : 'variables'}: ${told.join(', ')}`;
}

function flowSchemaCommand(context: CliContext): Command {
  return new Command('schema')
    .description('Print the JSON Schema of flow documents')
    .addHelpText('after', '\nExample:\n  steadyhand flow schema > flow.schema.json')
    .action(runCommand(context, async () => context.terminal.print(JSON.stringify(flowJsonSchema(), null, 2))));
}
