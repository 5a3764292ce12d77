import { QueryNotRegisteredError, ServiceError } from '@temporalio/client';
import { Command } from 'commander';
import { drawSvg } from '../../adapters/dagre/flow-picture.js';
import { drawMermaid } from '../../domain/flow/mermaid.js';
import type { VisitedEdges } from '../../domain/flow/graph.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { flowOf, readFlowDocument } from '../flow-file.js';
import { queryPosition } from '../../client/flow-queries.js';
import { shellQuote } from '../../client/text.js';
import { namedFlow } from '../library-name.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { runEnd } from '../../client/run-end.js';
import { writeNamedFile } from '../write-file.js';

interface Options {
  readonly run?: string;
  readonly svg?: string;
}

export function flowDrawCommand(context: CliContext): Command {
  return new Command('draw')
    .description('Draw a flow: Mermaid text, or an SVG picture')
    .argument('<flow>', 'flow document (JSON), or the name of a flow in the library')
    .option('--run <id>', 'mark what this run visited, and how often; it may still be running, or have ended in any way', runWord(context))
    .option('--svg <file>', 'write an SVG picture to this file; - for stdout')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand flow draw shop.flow.json > shop.mmd\n  steadyhand flow draw shop.flow.json --run flow-01k2 --svg shop.svg',
    )
    .action(runCommand(context, (path: string, options: Options) => draw(context, path, options)));
}

async function draw(context: CliContext, path: string, { run, svg }: Options): Promise<void> {
  const flow = (await namedFlow(context, path))?.document ?? flowOf(await readFlowDocument(path), context.program);
  const visited = run === undefined ? undefined : await visitedBy(context, run);
  if (svg === undefined) {
    context.terminal.print(drawMermaid(flow, visited).trimEnd());
    return;
  }
  const picture = drawSvg(flow, visited);
  if (svg === '-') context.terminal.print(picture.trimEnd());
  else await writeNamedFile(svg, picture, '--svg');
}

/** From the result of a run that has one; else by a query, while it runs or after it ended without a result. */
async function visitedBy(context: CliContext, id: string): Promise<VisitedEdges> {
  const client = await context.client();
  const handle = client.workflow.getHandle(id);
  const { type, status } = await handle.describe();
  if (type !== 'flow') throw new CommandError('refused', `'${id}' is not a flow but a ${type}.`);
  const { result } = status.name === 'RUNNING' ? {} : await runEnd(handle);
  if (result?.['path']) return result['path'] as VisitedEdges;
  try {
    return (await queryPosition(client, id)).path;
  } catch (error) {
    if (!hasNoFirstNode(error)) throw error;
    const why = `\`${context.program} flow show ${shellQuote(id)}\` says why`;
    throw new CommandError('refused', `'${id}' ended before it visited a node: ${why}; without --run the flow is drawn as it is.`);
  }
}

/** Its input was refused, or it ended before a worker took it. */
function hasNoFirstNode(error: unknown): boolean {
  return (
    error instanceof QueryNotRegisteredError || (error instanceof ServiceError && /before WorkflowTaskStarted/.test(grpcMessage(error)))
  );
}

function grpcMessage({ cause }: ServiceError): string {
  return cause instanceof Error ? cause.message : '';
}
