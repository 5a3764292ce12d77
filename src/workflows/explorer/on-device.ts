// What an explorer does on its device: it observes and acts.
import { proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { defined } from '../../domain/collections.js';
import { writesOf } from '../../domain/wire/write-gate.js';
import { leaveDue } from '../../domain/device/device-work.js';
import type { Effect, Result, Seen } from '../../domain/explorer/effects.js';
import type { ExploredStep, ExploreOn } from '../../domain/explorer/requests.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { DeviceLostError } from '../device/device-owner.js';
import { atMostOnce, looking } from '../device/send-once.js';
import type { Acted, Looked } from '../device/device-calls.js';
import { actionText, presentScreen, stateOf, type ExplorerShell } from './shell.js';

export async function open({ device }: ExplorerShell): Promise<Result> {
  return opened(() => device.ensure());
}

export async function reopen({ carried, device, start }: ExplorerShell): Promise<Result> {
  return opened(async () => {
    await device.release();
    delete carried.device.seen;
    await device.reopen(start);
    await device.ensure();
  });
}

async function opened(work: () => Promise<unknown>): Promise<Result> {
  try {
    await work();
    return { type: 'done' };
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    return { type: 'failed', kind: error.reason === 'no-such-application' ? 'perceive' : 'device', message: error.message };
  }
}

type Preparation = Extract<Effect, { readonly type: 'provision' | 'attach' | 'settle' }>['type'];

const preparations = {
  provision: 'check that the application is reachable',
  attach: 'check that the application is in front',
  settle: 'wait until the interface is quiet',
} as const satisfies Record<Preparation, string>;

export async function prepare(shell: ExplorerShell, step: Preparation): Promise<Result> {
  const looked = await shell.client.look((handle) => onHost(shell, handle, preparations[step]).prepareApp({ ...on(shell, handle), step }));
  if (looked.type === 'device-reset') return lost(looked);
  if (looked.type === 'failed')
    return { type: 'failed', kind: 'device', message: `The screen cannot be looked at, also not in later tries: ${looked.error.message}` };
  return looked.value.ok ? { type: 'done' } : { type: 'failed', kind: 'perceive', message: looked.value.message };
}

export async function perceive(shell: ExplorerShell): Promise<Result> {
  const looked = await shell.client.look((handle) =>
    onHost(shell, handle, 'observe, and list the possible actions', once).perceive(on(shell, handle)),
  );
  return looked.type === 'looked' ? { type: 'perceived', seen: looked.value } : lost(looked);
}

export async function act(shell: ExplorerShell, { action, leave }: Extract<Effect, { readonly type: 'act' }>): Promise<Result> {
  const { carried, settled, client } = shell;
  const { generation, controls, actions } = presentScreen(carried).bundle;
  const text = actionText(action, stateOf(carried).loop);
  const came = await client.act<ExploredStep>({
    text,
    count: 1,
    send: ({ handle, activityId, attempt }) =>
      proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, text, settled.resolved.timings)).exploreStep({
        ...on(shell, handle),
        observation: { generation, controls, actions },
        key: action.key,
        leave,
        ...defined({ writes: settled.allowDestructive ? undefined : writesOf(settled.resolved.guard, []) }),
      }),
  });
  return acted(came);
}

function on({ carried, settled, start }: ExplorerShell, { deviceId, epoch }: DeviceHandle): ExploreOn {
  const before = stateOf(carried).bundle?.actions;
  return {
    deviceId,
    epoch,
    app: {
      id: settled.appId,
      origins: settled.resolved.guard.origins,
      url: start,
    },
    guard: settled.guard,
    controlRoles: settled.resolved.settings.controlRoles,
    before,
  };
}

function onHost({ settled }: ExplorerShell, handle: DeviceHandle, summary: string, more: ActivityOptions = {}) {
  return proxyActivities<Activities>({ ...looking(handle, settled.resolved.timings, summary), ...more });
}

/** RecoverFromError retries a failed observation, with a count and a pause; Temporal must not retry it as well. */
const once: ActivityOptions = { retry: { maximumAttempts: 1 } };

function lost(looked: Exclude<Looked<unknown>, { readonly type: 'looked' }>): Result {
  if (looked.type === 'device-reset') return { type: 'reset' };
  return { type: 'failed', kind: looked.error.type === 'device-lost' ? 'device' : 'perceive', message: looked.error.message };
}

function acted(came: Acted<ExploredStep>): Result {
  switch (came.type) {
    case 'ran': {
      const { outcome, seen } = came.result;
      const looked: { readonly seen?: Seen } = came.present ? { seen } : {};
      return outcome.status === 'failed'
        ? { type: 'unacted', message: outcome.message, ...looked }
        : { type: 'acted', outcome: 'done', leave: outcome.leave, ...looked };
    }
    case 'journalled': {
      const [outcome] = came.outcomes;
      if (outcome?.status === 'failed') return { type: 'unacted', message: outcome.message };
      return { type: 'acted', outcome: outcome?.status === 'done' ? 'done' : 'unknown', leave: leaveDue(outcome) };
    }
    case 'refused':
      return { type: 'failed', kind: 'act', message: came.message };
    case 'device-reset':
      return { type: 'reset' };
    case 'failed':
      return { type: 'failed', kind: came.error.type === 'device-lost' ? 'device' : 'act', message: came.error.message };
  }
}
