import { observeDevice } from '../../../src/activities/device/observe-device.js';
import { NoTimeLeftError, performActions, type PerformContext, type PerformTools } from '../../../src/activities/device/perform-actions.js';
import { performInOrder } from '../../../src/host/dispatch.js';
import type { LeasedDevice } from '../../../src/host/leased-device.js';
import { LeaseLostError } from '../../../src/host/lease-checks.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createMemoryActionJournal } from '../../support/memory-stores.js';
import type { RequestedAction } from '../../../src/domain/device/device-work.js';
import type { LabelledControl } from '../../../src/domain/ui/control-list.js';
import type { Observation } from '../../../src/domain/ui/observation.js';
import { ActionFailedError, DeviceGoneError, type Device } from '../../../src/ports/device.js';
import { type ActionJournal, JournalUnavailableError } from '../../../src/ports/action-journal.js';
import type { HandedDevice } from '../../../src/ports/device-process.js';
import { createMemoryHost, holdInput, neverAborted, newHold } from '../../support/memory-host.js';
import { unpainted } from '../../support/unpainted.js';
import { lexicon } from '../../support/lexicon.js';

const screens = {
  form: {
    title: 'Form',
    controls: [
      { role: 'textbox', name: 'Name' },
      { role: 'button', name: 'Send' },
      { role: 'button', name: 'Broken', on: { fail: { code: 'control-covered', message: 'covered' } } },
    ],
  },
};
const spec = { kind: 'memory', capabilities: { script: { start: 'form', screens } } } as const;
const options = { controlRoles: ['button', 'textbox'] };

/** What a test replaces: of the device, of the journal. */
interface Replaced {
  perform?: Device['perform'] | undefined;
  intended?: ActionJournal['intended'] | undefined;
  done?: ActionJournal['done'] | undefined;
}

/** One device with its first observation; everything that happens is written to `story`. */
async function stage() {
  const inner = createMemoryActionJournal();
  const story: string[] = [];
  const replaced: Replaced = {};
  let clock = 1_000_000;
  const journal: ActionJournal = {
    ...inner,
    async intended(entry) {
      if (replaced.intended) return replaced.intended(entry);
      story.push(`intended ${entry.key}`);
      return inner.intended(entry);
    },
    async done(key, outcome) {
      if (replaced.done) return replaced.done(key, outcome);
      story.push(`done ${key}`);
      return inner.done(key, outcome);
    },
  };
  const watched = (device: Device): Device => ({
    ...device,
    async perform(action, signal) {
      if (replaced.perform) return replaced.perform(action, signal);
      story.push(`dispatch ${action.type}`);
      return device.perform(action, signal);
    },
  });
  const { host } = createMemoryHost({ journal, around: { device: watched }, now: () => clock });
  const held = await host.take(holdInput({ spec }), newHold(), neverAborted);
  const device = held.device as HandedDevice;
  const artifacts = createMemoryArtifactStore();
  const context: PerformContext = {
    key: 'run:7',
    checkLease: async () => void story.push('lease'),
    now: () => clock,
    deadline: clock + 20_000,
    busy: () => undefined,
    log: () => undefined,
  };
  const tools: PerformTools = { artifacts, host };
  const observation = await observeDevice(held, device, options, { artifacts, images: unpainted, lexicon });
  return { host, held, device, artifacts, story, context, tools, observation, journal, replaced, pass: (ms: number) => (clock += ms) };
}

type Stage = Awaited<ReturnType<typeof stage>>;

function run(
  { held, context, tools, observation, replaced }: Stage,
  actions: readonly RequestedAction[],
  change: Replaced & { context?: Partial<PerformContext>; observation?: Partial<Observation> } = {},
) {
  const input = { deviceId: 'd1', epoch: 1, observation: { ...observation, ...change.observation }, actions, options };
  Object.assign(replaced, { perform: change.perform, intended: change.intended, done: change.done });
  return performActions(held, input, { ...context, ...change.context }, tools);
}

/** `intended` takes that long. */
function slowly({ journal, replaced, pass }: Stage, ms: number): ActionJournal['intended'] {
  return async (entry) => {
    pass(ms);
    replaced.intended = undefined;
    await journal.intended(entry);
  };
}

function click({ held, observation }: Stage, name: string): RequestedAction {
  const control = controlNamed(held, observation, name);
  return {
    function: 'click_input',
    action: {
      type: 'click',
      target: { control: { label: control.label ?? '', role: control.role, name, path: control.path } },
      button: 'left',
      clickCount: 1,
    },
  };
}

function controlNamed(held: LeasedDevice, observation: Observation, name: string): LabelledControl {
  const control = [...(held.labels.get(observation.controls)?.values() ?? [])].find((each) => each.name === name);
  if (control === undefined) throw new Error(`no control ${name}`);
  return control;
}

test('LK77, perform-6: after a page that stayed the rest is skipped', async () => {
  const on = await stage();
  const stays = { leave: { type: 'navigate', url: 'https://shop.example/', leaves: 'D1' } } as const;
  const outcomes = await run(on, [click(on, 'Send'), click(on, 'Send')], { perform: async () => ({ stays }) });
  expect(outcomes).toEqual([{ status: 'done', stays }, { status: 'skipped' }]);
  const both = [1, 2].map(() => ({ type: 'go-back' }) as const);
  expect(await performInOrder({ perform: async () => ({ stays }) }, both, new AbortController().signal)).toEqual({ stays });
});

describe('One action', () => {
  test('runs lease, intended, dispatch, done, in this order', async () => {
    const on = await stage();
    expect(await run(on, [click(on, 'Send')])).toEqual([{ status: 'done' }]);
    expect(on.story).toEqual(['lease', 'intended run:7:0', 'dispatch click', 'done run:7:0']);
  });

  test('makes every earlier observation stale', async () => {
    const on = await stage();
    await run(on, [click(on, 'Send')]);
    on.story.length = 0;
    await expect(run(on, [click(on, 'Send')])).rejects.toMatchObject({ code: 'stale-observation' });
    expect(on.story).toEqual([]);
  });

  test('that was not sent, because the device had gone before, is lost for the host, and known in the journal not to have run', async () => {
    const on = await stage();
    const perform = () => Promise.reject(new DeviceGoneError('Its driver has ended.', { nothingSent: true }));
    await expect(run(on, [click(on, 'Send')], { perform })).rejects.toMatchObject({
      name: 'ConnectionLostError',
      cause: { code: 'device-gone' },
    });
    expect(await on.journal.verdictOf('d1', 'run:7:0')).toMatchObject({
      verdict: 'done',
      outcome: { status: 'failed', code: 'device-gone' },
    });
  });

  test('D4: is neither begun nor sent when the lease is lost', async () => {
    const on = await stage();
    const checkLease = () => Promise.reject(new LeaseLostError('gone'));
    await expect(run(on, [click(on, 'Send')], { context: { checkLease } })).rejects.toMatchObject({ code: 'lease-lost' });
    expect(on.story).toEqual([]);
    expect(on.held.generation).toBe(0);
  });

  test('D4: dispatched more than 500 ms after its lease was confirmed confirms it again', async () => {
    const on = await stage();
    await run(on, [click(on, 'Send')], { intended: slowly(on, 501) });
    expect(on.story).toEqual(['lease', 'intended run:7:0', 'lease', 'dispatch click', 'done run:7:0']);
  });

  test('D4: frozen after intended and given up meanwhile, it is not sent, and the journal says so', async () => {
    const on = await stage();
    let asked = 0;
    const checkLease = async () => {
      if (++asked > 1) throw new LeaseLostError('gone');
    };
    await expect(run(on, [click(on, 'Send')], { context: { checkLease }, intended: slowly(on, 8_000) })).rejects.toMatchObject({
      code: 'lease-lost',
    });
    expect(on.story).toEqual(['intended run:7:0', 'done run:7:0']);
    expect(await on.journal.verdictOf('d1', 'run:7:0')).toMatchObject({
      verdict: 'done',
      outcome: { status: 'failed', code: 'lease-lost' },
    });
  });

  test('D4: is never sent while Temporal always takes too long to confirm the lease', async () => {
    const on = await stage();
    const checkLease = async () => void on.pass(600);
    await expect(run(on, [click(on, 'Send')], { context: { checkLease } })).rejects.toMatchObject({ code: 'lease-unconfirmed' });
    expect(on.story).not.toContain('dispatch click');
  });

  test('D3: that was fenced never begins', async () => {
    const on = await stage();
    await on.journal.verdictOf('d1', 'run:7:0');
    await expect(run(on, [click(on, 'Send')])).rejects.toMatchObject({ code: 'lease-lost' });
    expect(on.story).not.toContain('dispatch click');
  });

  test('D20: is refused before dispatch when the journal cannot be written', async () => {
    const on = await stage();
    const intended = () => Promise.reject(new JournalUnavailableError('full'));
    await expect(run(on, [click(on, 'Send')], { intended })).rejects.toMatchObject({ code: 'journal-unavailable' });
    expect(on.story).toEqual(['lease']);
    expect(on.held.generation).toBe(0);
  });

  test('that ran is reported even if its outcome cannot be journalled', async () => {
    const on = await stage();
    const done = () => Promise.reject(new JournalUnavailableError('full'));
    expect(await run(on, [click(on, 'Send')], { done })).toEqual([{ status: 'done' }]);
    expect(await on.journal.verdictOf('d1', 'run:7:0')).toEqual({ verdict: 'unknown' });
    // Whoever asks the hand is told.
    expect(await on.device.process.verdictOf('d1', 'run:7:0')).toEqual({ verdict: 'done', outcome: { status: 'done' } });
  });

  test('D18: during which the device vanished is unknown: begun, never done', async () => {
    const on = await stage();
    const perform = () => Promise.reject(new DeviceGoneError('gone'));
    await expect(run(on, [click(on, 'Send')], { perform })).rejects.toMatchObject({ code: 'connection-lost' });
    expect(await on.journal.verdictOf('d1', 'run:7:0')).toEqual({ verdict: 'unknown' });
  });

  test('that does not end in time is unknown, and keeps the device busy', async () => {
    const on = await stage();
    const calls: Promise<unknown>[] = [];
    const perform = () => {
      on.pass(595);
      return new Promise<never>(() => undefined);
    };
    const context = { deadline: on.context.now() + 600, busy: (call: Promise<unknown>) => void calls.push(call) };
    await expect(run(on, [click(on, 'Send')], { perform, context })).rejects.toMatchObject({ code: 'connection-lost' });
    expect(calls).toHaveLength(1);
    expect(await on.journal.verdictOf('d1', 'run:7:0')).toEqual({ verdict: 'unknown' });
  });

  test('is not sent when no time is left', async () => {
    const on = await stage();
    await expect(run(on, [click(on, 'Send')], { context: { deadline: on.context.now() + 100 } })).rejects.toMatchObject({
      code: 'lease-unconfirmed',
    });
    expect(on.story).toEqual([]);
  });

  test('F240: with a short time limit of its own is still sent, unless less is left', async () => {
    const on = await stage();
    const sent = (leftMs: number) => run(on, [click(on, 'Send')], { context: { deadline: on.context.now() + leftMs, shortestMs: 100 } });
    await expect(sent(99)).rejects.toThrow(NoTimeLeftError);
    expect(on.story).toEqual([]);
    expect(await sent(100)).toEqual([{ status: 'done' }]);
  });

  test.each([
    ['an expected failure', new ActionFailedError('control-gone', 'gone'), { status: 'failed', code: 'control-gone', message: 'gone' }],
    ['an unexpected one', new TypeError('x is undefined'), { status: 'failed', code: 'action-failed', message: 'x is undefined' }],
  ])('that fails with %s of the device has failed, and the journal says so', async (_what, error, outcome) => {
    const on = await stage();
    expect(await run(on, [click(on, 'Send')], { perform: () => Promise.reject(error) })).toEqual([outcome]);
    expect(await on.journal.verdictOf('d1', 'run:7:0')).toEqual({ verdict: 'done', outcome });
  });

  test.each([
    ['label', { label: '99' }],
    ['role', { role: 'link' }],
    ['name', { name: 'Send money' }],
    ['path', { path: 'form/9' }],
  ])('whose control has another %s than at the decision is refused', async (_what, change) => {
    const on = await stage();
    const { name, path, label = '', role } = controlNamed(on.held, on.observation, 'Send');
    const action: RequestedAction = {
      function: 'click_input',
      action: { type: 'click', target: { control: { label, role, name, path, ...change } }, button: 'left', clickCount: 1 },
    };
    await expect(run(on, [action])).rejects.toMatchObject({ code: 'control-changed' });
    expect(on.story).toEqual([]);
  });

  test('D1: after a restart the labels come from the stored control list', async () => {
    const on = await stage();
    const action = click(on, 'Send');
    on.held.labels.clear();
    expect(await run(on, [action])).toEqual([{ status: 'done' }]);
  });

  test('that reads a long text returns a reference', async () => {
    const on = await stage();
    const long = 'ü'.repeat(5_000);
    const [outcome] = await run(on, [{ function: 'texts', action: { type: 'read-text' } }], {
      perform: async () => ({ text: long }),
    });
    expect(outcome).toMatchObject({ status: 'done', textRef: expect.stringMatching(/^sha256:/) });
    expect(outcome).not.toHaveProperty('text');
  });
});

describe('Several actions', () => {
  test('have separate lease checks and journal keys', async () => {
    const on = await stage();
    await run(on, [click(on, 'Send'), click(on, 'Send')]);
    expect(on.story).toEqual([
      'lease',
      'intended run:7:0',
      'dispatch click',
      'done run:7:0',
      'lease',
      'intended run:7:1',
      'dispatch click',
      'done run:7:1',
    ]);
  });

  test('stop at the first failure; the rest is skipped and never begun', async () => {
    const on = await stage();
    expect(await run(on, [click(on, 'Send'), click(on, 'Broken'), click(on, 'Send')])).toEqual([
      { status: 'done' },
      { status: 'failed', code: 'control-covered', message: 'covered' },
      { status: 'skipped' },
    ]);
    expect(await on.journal.verdictOf('d1', 'run:7:2')).toEqual({ verdict: 'fenced' });
  });

  test('D14: cancelled in the middle, report what ran and what did not', async () => {
    const on = await stage();
    let asked = 0;
    const checkLease = async () => {
      if (++asked > 1) throw new LeaseLostError('cancelled');
    };
    expect(await run(on, [click(on, 'Send'), click(on, 'Send'), click(on, 'Send')], { context: { checkLease } })).toEqual([
      { status: 'done' },
      { status: 'failed', code: 'lease-lost', message: 'cancelled' },
      { status: 'skipped' },
    ]);
  });

  test('are all checked against the observation before the first is sent', async () => {
    const on = await stage();
    const wrong: RequestedAction = {
      function: 'click_input',
      action: {
        type: 'click',
        target: { control: { label: '1', role: 'button', name: 'Other', path: 'x' } },
        button: 'left',
        clickCount: 1,
      },
    };
    await expect(run(on, [click(on, 'Send'), wrong])).rejects.toMatchObject({ code: 'control-changed' });
    expect(on.story).toEqual([]);
  });
});
