import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { ClientError, isUnreachable, standstillText, unknownRun } from '../../client/errors.js';
import { shellQuote } from '../../client/text.js';
import { printJson } from '../output.js';
import { renderAsking } from '../render-request.js';
import { locatePictures, renderStep } from '../render-step.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { readFlowRun } from '../../client/flow-run.js';
import { createStepReader } from '../../client/current-steps.js';
import { describeRun, reusedLine, type RunDescription } from '../../client/run-description.js';
import { flowType, procedureType } from '../../client/runs.js';
import type { Step } from '../../client/steps.js';
import { StoreUnavailableError } from '../../ports/store-errors.js';
import type { HeldView } from '../../workflows/messages.js';
import { usageText } from '../usage-text.js';

interface Shown {
  readonly description: RunDescription | undefined;
  readonly steps: readonly Step[];
  readonly isFlow: boolean;
}

export function showCommand(context: CliContext): Command {
  return new Command('show')
    .description('Show a run: its state, what it asks, and each step with thought, action, outcome and screenshots')
    .argument('<id>', 'the run, or one of its agents (<run>/app-1) for that agent’s steps alone', runWord(context))
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  steadyhand show agent-01k2\n  steadyhand show agent-01k2 --json | jq '.steps[].actions'")
    .action(
      runCommand(context, async (id: string, { json }: { readonly json?: true }) => {
        const shown = await readRun(context, id);
        if (json) printJson(context.terminal, { id, ...shown.description, steps: await withFiles(context, shown.steps) });
        else await render(context, id, shown);
      }),
    );
}

/** The records are files, so they can be shown even when no server answers, or after it has dropped the run. */
async function readRun(context: CliContext, id: string): Promise<Shown> {
  const description = await describe(context, id);
  const run = description?.run ?? id.split('/')[0] ?? id;
  const all = await createStepReader(context, run)().catch((error: unknown): readonly Step[] => {
    if (!description || !(error instanceof StoreUnavailableError)) throw error;
    context.terminal.warn(`Its steps cannot be shown now. ${error.message}`);
    return [];
  });
  const steps = run === id ? all : all.filter(({ agent }) => agent === id);
  const isFlow = description ? description.type === flowType : (await readFlowRun(context, id)) !== undefined;
  if (!description && !isFlow && steps.length === 0) throw new ClientError('run-not-found', unknownRun(id, context.program));
  return { description, steps, isFlow };
}

async function describe(context: CliContext, id: string): Promise<RunDescription | undefined> {
  let client: Client;
  try {
    client = await context.client();
  } catch (error) {
    const isRecorded = async (): Promise<boolean> =>
      (await context.records().read(id)).length > 0 || (await readFlowRun(context, id)) !== undefined;
    if (!isUnreachable(error) || !(await isRecorded())) throw error;
    context.terminal.warn(`No Temporal server answers at ${context.server().address}: the run's state is unknown; these are its records.`);
    return undefined;
  }
  return describeRun(client, id).catch((error: unknown) => {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  });
}

async function withFiles(context: CliContext, steps: readonly Step[]): Promise<readonly unknown[]> {
  return Promise.all(steps.map(async (step) => ({ ...step, files: await locatePictures(context.artifacts(), step.screenshots) })));
}

async function render(context: CliContext, id: string, { description, steps, isFlow }: Shown): Promise<void> {
  const { terminal, program } = context;
  const { bold, cyan } = terminal.colors;
  terminal.print([bold(id), ...(description ? [description.outcome ?? description.state] : [])].join('  '));
  const ui = description && context.webUi(id);
  if (ui) terminal.print(cyan(ui));
  if (description) for (const line of factsOf(description, program)) terminal.print(line);
  if (description?.type === procedureType)
    terminal.print(`A procedure: \`${program} procedure show ${shellQuote(id)}\` shows what happened in it.`);
  if (isFlow) terminal.print(`A flow: \`${program} flow show ${shellQuote(id)}\` shows its nodes.`);
  for (const step of steps) terminal.print(`\n${renderStep(terminal, step, await locatePictures(context.artifacts(), step.screenshots))}`);
  if (description?.asking) {
    terminal.print(renderAsking(context, description.asking));
  }
}

function factsOf(description: RunDescription, program: string): readonly string[] {
  const reused = reusedLine(description);
  const {
    type,
    request,
    message,
    standsStill,
    withoutWorker,
    waitsForStore,
    subtasks,
    usage,
    unknownOutcomes,
    withoutEffect,
    progress,
    asking,
  } = description;
  return [
    ...(request ? [request] : []),
    ...(reused === undefined ? [] : [reused]),
    ...(message ? [message] : []),
    ...(standsStill ? [standstillText] : []),
    ...(withoutWorker
      ? [
          `It waits for a worker: none answers. Start one with \`${program} worker\`; where workers have versions, \`${program} doctor\` says which one is missing.`,
        ]
      : []),
    ...(waitsForStore === undefined ? [] : [`It waits until its store is back, and loses nothing meanwhile. ${waitsForStore}`]),
    ...(progress?.held ? [heldLine(progress.held)] : []),
    ...(progress && type !== procedureType && !progress.device && !asking ? ['It has no device now and waits for a free one.'] : []),
    ...subtasks.map(
      ({ status, subtask, application, result }) =>
        `  ${status}  ${subtask}${application ? ` (${application})` : ''}${result ? `: ${result}` : ''}`,
    ),
    ...(usage && usage.modelCalls > 0 ? [usageText(usage)] : []),
    ...(withoutEffect ? [`${withoutEffect} times an action was repeated although nothing visible had come of it`] : []),
    ...(unknownOutcomes ? [`${unknownOutcomes} unknown outcomes: actions that may or may not have happened are marked below`] : []),
  ];
}

/** EV30. What the holder did is in the steps. */
function heldLine({ by, since, until, reason, parked }: HeldView): string {
  const stopped = parked ? '' : ' It stops after what it is at.';
  return `${by} has the wheel since ${since}, until ${until} at the latest${reason === '' ? '' : ` (${reason})`}.${stopped}`;
}
