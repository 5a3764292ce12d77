import { Command } from 'commander';
import { ulid } from 'ulid';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { StoredGraph } from '../../ports/screen-graph.js';
import { taskQueue } from '../../workflows/messages.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { clip, printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';

interface Options {
  readonly json?: true;
}

export function graphCommand(context: CliContext): Command {
  return new Command('graph')
    .description('Show the map of an application that was explored')
    .argument('<app>', 'the application: the origin of its address, or the name it was given')
    .option('--json', 'print the whole map as one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand graph https://shop.example')
    .action(
      runCommand(context, async (app: string, { json }: Options) => {
        const graph = await readGraph(context, app);
        if (json) printJson(context.terminal, graph);
        else context.terminal.print(renderGraph(context, graph));
      }),
    );
}

async function readGraph(context: CliContext, app: string): Promise<StoredGraph> {
  const client = await context.client();
  try {
    const ref = (await client.workflow.execute('screenGraph', {
      taskQueue,
      workflowId: `graph-${ulid().toLowerCase()}`,
      args: [{ appId: app }],
      workflowExecutionTimeout: '2 minutes',
      staticSummary: `the map of ${app}`,
    })) as ArtifactRef;
    return (await context.artifacts().getJson(ref)) as StoredGraph;
  } catch (error) {
    const cause = error instanceof WorkflowFailedError ? error.cause : undefined;
    if (cause instanceof ApplicationFailure) throw new CommandError('refused', cause.message);
    throw error;
  }
}

function renderGraph({ terminal }: CliContext, { screens, edges }: StoredGraph): string {
  const { dim } = terminal.colors;
  const rows = screens.map(({ key, title, variants, actions }) => {
    const tried = actions.filter(({ tries }) => tries > 0).length;
    const to = new Set(edges.filter(({ from }) => from === key).map((edge) => edge.to));
    return [key.slice(0, 8), clip(title, 50), String(variants), `${tried}/${actions.length}`, String(to.size)];
  });
  return [
    renderTable(terminal, ['SCREEN', 'TITLE', 'VARIANTS', 'TRIED', 'LEADS TO'], rows),
    dim(`\n${screens.length} screens, ${edges.length} edges`),
  ].join('\n');
}
