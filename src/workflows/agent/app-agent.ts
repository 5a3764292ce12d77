// A run whose only frame is an AppAgent's: one subtask in the application that its device starts with, for whoever divides work up himself.
import { allHandlersFinished, ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import { parseAppAgentInput, type AppAgentInput } from '../../domain/agent/input.js';
import { emptyBlackboard } from '../../domain/agent/memory.js';
import { startOf } from '../../domain/run/resolve-settings.js';
import type { AgentSettings } from '../../domain/run/settings.js';
import { carrying, continueCarrying, type Sealed } from '../engine/carried.js';
import { freshRun, openDoors, type RunState } from '../engine/doors.js';
import { alone, drive, releasing } from '../engine/drive.js';
import { countRun } from '../engine/measures.js';
import { parsed } from '../engine/refusals.js';
import { headlineOf, openRun, progressOf, type RunShell } from '../engine/run.js';
import { blackboardQuery, progressQuery } from '../messages.js';
import { showRunning } from '../people/people-state.js';
import { startApp, type AppAgentOutput, type AppFrame } from './app-agent-shell.js';
import { mountApp, outputOf } from './app-frame.js';
import { resolve } from './resolve.js';

export interface AppAgentResult extends AppAgentOutput {
  /** FINISH, FAIL or ERROR. */
  readonly outcome: string;
}

/** What it carries over a continue-as-new. */
interface AppAgentCarried extends RunState {
  frame?: AppFrame;
}

export async function appAgent(input: unknown, sealed?: Sealed<AppAgentCarried>): Promise<AppAgentResult> {
  return countRun(() => carrying<AppAgentCarried, AppAgentResult>(sealed, freshRun, (carried, checked) => act(input, carried, checked)));
}

async function act(input: unknown, carried: AppAgentCarried, checked: () => Promise<void>): Promise<AppAgentResult> {
  const given = parsed(parseAppAgentInput, input);
  let settings: AgentSettings | undefined;
  let part: ReturnType<typeof mountApp> | undefined;
  let run: RunShell | undefined;
  const parts = () => (part ? [part] : []);
  const doors = openDoors(carried, { settings: () => settings });
  setHandler(progressQuery, () => progressOf(carried, parts()));
  setHandler(blackboardQuery, () => part?.blackboard?.() ?? emptyBlackboard);
  return releasing(
    () => run?.device.release(),
    async () => {
      await checked();
      if (!carried.frame) showRunning();
      const resolved = await resolve(given);
      ({ settings } = resolved);
      const opened = (run = openRun({ carried, resolved, ...doors }, startOf(given.device, resolved.apps), parts));
      const frame = (carried.frame ??= await begin(given, opened));
      part = mountApp(frame, opened);
      const continueAsNew = () => continueCarrying('appAgent', input, carried);
      await drive(alone(part, { ...doors, headline: () => headlineOf(carried, parts()), continueAsNew }));
      await opened.device.release();
      await condition(allHandlersFinished);
      const output = outputOf(frame);
      const { status, result } = output.result;
      doors.people.show(`**${status}** after ${output.spent.steps} steps${result === '' ? '' : `: ${result}`}`);
      return { outcome: status, ...output };
    },
  );
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
