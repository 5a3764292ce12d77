// A run whose only frame is an AppAgent's: one subtask in the application that its device starts with, for whoever divides work up himself.
import { allHandlersFinished, ApplicationFailure, condition, proxyActivities } from '@temporalio/workflow';
import { parseAppAgentInput, type AppAgentInput } from '../../domain/agent/input.js';
import { emptyBlackboard } from '../../domain/agent/memory.js';
import type { Sealed } from '../engine/carried.js';
import { alone, drive } from '../engine/drive.js';
import { drivenBy, enterRun, freshRun, hearBlackboard, type RunShell, type RunState } from '../engine/run.js';
import { startApp, type AppAgentOutput, type AppFrame, mountApp, outputOf } from './app-frame.js';
import type { Activities } from '../../activities/index.js';
import type { ClosedDevice } from '../../domain/device/device-work.js';
import { lastOf } from '../device/device-owner.js';
import type { RunInput } from '../../domain/run/input.js';
import type { ChainPlace, SettledRun } from '../../domain/run/settled-run.js';
import { refused } from '../engine/activity-calls.js';

interface AppAgentResult extends AppAgentOutput, Partial<ClosedDevice> {
  /** FINISH, FAIL or ERROR. */
  readonly outcome: string;
}

/** What it carries over a continue-as-new. */
interface AppAgentCarried extends RunState {
  frame?: AppFrame;
}

export async function appAgent(input: unknown, sealed?: Sealed<AppAgentCarried>): Promise<AppAgentResult> {
  return enterRun(input, sealed, {
    parse: parseAppAgentInput,
    fresh: (): AppAgentCarried => freshRun(),
    hasBegun: ({ frame }) => frame !== undefined,
    resolve: (given, chain) => resolve(given, chain),
    device: ({ device }) => device,
    hear: hearBlackboard,
    work: async (run, { given, carried }) => act(run, (carried.frame ??= await begin(given, run))),
  });
}

async function act(run: RunShell, frame: AppFrame): Promise<AppAgentResult> {
  const part = mountApp(frame, run);
  run.parts = [part];
  await drive(alone(part, drivenBy(run)));
  await run.device.release();
  await condition(allHandlersFinished);
  const output = outputOf(frame);
  const { status, result } = output.result;
  run.people.show(`**${status}** after ${output.spent.steps} steps${result === '' ? '' : `: ${result}`}`);
  return { outcome: status, ...output, ...lastOf(run.carried.device) };
}

/** In the application that is in front once the device is open. */
async function begin({ subtask }: AppAgentInput, { id, client, resolved }: RunShell): Promise<AppFrame> {
  const { settings, guard, budget } = resolved;
  const seen = await client.observe({ controlRoles: settings.controlRoles }, { run: id, agent: id, step: 0 });
  if (seen.type !== 'observed') {
    const { type, message } = seen.type === 'failed' ? seen.error : { type: seen.type, message: 'the interface was opened again' };
    throw ApplicationFailure.create({ type, message, nonRetryable: true });
  }
  const { application } = seen.observation;
  const given = { run: id, request: subtask, message: [], application, previousSubtasks: [], stepsBefore: 0 };
  return startApp(id, given, { subtask, settings, guard, budget, blackboard: emptyBlackboard });
}

/** Settings, guard and budget of a run of agents, by the worker's configuration and its input: once in each execution of its chain. */
export async function resolve(run: RunInput, chain: ChainPlace): Promise<{ readonly resolved: SettledRun }> {
  const { resolveSettings } = proxyActivities<Activities>({
    startToCloseTimeout: '10 seconds',
    retry: { maximumInterval: '10 seconds' },
    summary: "resolve settings from the worker's configuration and the input",
  });
  return { resolved: await resolveSettings({ run, chain }).catch(refused) };
}
