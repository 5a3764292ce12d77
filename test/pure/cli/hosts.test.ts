import { findDevice } from '../../../src/client/read-hosts.js';
import { renderHosts } from '../../../src/cli/commands/hosts.js';
import { assembleHosts, type HostView, type Witnesses } from '../../../src/client/hosts.js';
import type { WorkerFacts } from '../../../src/client/server-facts.js';
import type { SessionFacts } from '../../../src/client/sessions.js';
import type { DeviceRecord } from '../../../src/domain/device/device-spec.js';
import { performsAtOnce, slotsOfHost } from '../../../src/domain/device/host-queues.js';
import { createTerminalDouble } from './terminal-double.js';

const now = new Date('2026-05-01T12:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const nothing: Witnesses = { workers: [], pollers: [], sessions: [], local: undefined, serverAnswered: true };

function reports(host: string, changes: Partial<WorkerFacts> = {}): readonly WorkerFacts[] {
  const common = {
    identity: `steadyhand-${host}`,
    machine: 'box',
    process: 7,
    startedAt: secondsAgo(600),
    lastSeen: secondsAgo(5),
    draining: false,
  };
  return [
    { ...common, taskQueue: 'steadyhand', activities: 100, ...changes },
    { ...common, taskQueue: `steadyhand-${host}-perform`, activities: performsAtOnce(3), ...changes },
    { ...common, taskQueue: `steadyhand-${host}-hold`, activities: 64, ...changes },
    { ...common, taskQueue: 'steadyhand-web', activities: 0, ...changes },
  ];
}

function session(deviceId: string, changes: Partial<SessionFacts> = {}): SessionFacts {
  const names = { session: `run-1/device-1`, sessionRunId: 's1', deviceId, owner: 'run-1' };
  return { ...names, kind: 'web', since: secondsAgo(120), leased: true, host: 'H2', epoch: 2, ...changes };
}

function record(deviceId: string): DeviceRecord {
  const owner = { sessionId: 'run-9/device-1', sessionRunId: 's9', ownerWorkflowId: 'run-9', ownerFirstRunId: 'r9', origins: [] };
  const opened = { state: 'open', attachment: {}, epoch: 4, generation: 1, openedAt: secondsAgo(7_200).toISOString() } as const;
  return { version: 1, deviceId, kind: 'web', ...owner, ...opened };
}

test("a host's slots can be read from the limit of its perform queue", () => {
  for (const slots of [1, 2, 4, 16]) expect(slotsOfHost(performsAtOnce(slots))).toBe(slots);
});

describe('A host', () => {
  test('is known by its reports: process, machine, kinds, slots', () => {
    expect(assembleHosts({ ...nothing, workers: reports('H2') }, now)).toEqual([
      {
        host: 'H2',
        here: false,
        worker: 'polls',
        process: 7,
        machine: 'box',
        startedAt: secondsAgo(600).toISOString(),
        lastSeen: secondsAgo(5).toISOString(),
        kinds: ['web'],
        slots: 3,
        devices: [],
      },
    ]);
  });

  test.each([
    ['polls', 'it polled lately', { pollers: [{ identity: 'steadyhand-H2', lastSeen: secondsAgo(70) }] }],
    ['silent', 'it polled some minutes ago', { pollers: [{ identity: 'steadyhand-H2', lastSeen: secondsAgo(90) }] }],
    ['drains', 'it says that it shuts down', { workers: reports('H2', { draining: true }) }],
    ['none', 'it shut down a minute ago', { workers: reports('H2', { draining: true, lastSeen: secondsAgo(60) }) }],
    ['none', 'only a session names it', { sessions: [session('d1')] }],
  ] as const)('%s when %s', (state, _, witnesses) => {
    expect(assembleHosts({ ...nothing, ...witnesses }, now)).toMatchObject([{ host: 'H2', worker: state }]);
  });

  test.each([
    ['polls', 'a process has its folder', '4711', []],
    ['none', 'nobody has its folder, whatever the server remembers', undefined, reports('H1')],
  ] as const)('here %s when %s', (state, _, holder, workers) => {
    const hosts = assembleHosts({ ...nothing, workers, local: { host: 'H1', holder, records: [] } }, now);
    expect(hosts).toMatchObject([{ host: 'H1', here: true, worker: state, ...(holder ? { process: 4711 } : {}) }]);
  });

  test('says what its worker could not offer, as long as it runs', () => {
    const local = { host: 'H1', holder: '4711', records: [], unusable: [{ kind: 'web', why: "'chromium' does not run; install it" }] };
    const hosts = assembleHosts({ ...nothing, local }, now);
    expect(hosts).toMatchObject([{ host: 'H1', unusable: local.unusable }]);
    expect(renderHosts(createTerminalDouble().terminal, hosts, now)).toContain("H1 offers no web: 'chromium' does not run; install it.");
    const [ended] = assembleHosts({ ...nothing, local: { ...local, holder: undefined } }, now);
    expect(ended).toMatchObject({ unusable: undefined });
  });

  test('whose worker was restarted is represented by the newer process', () => {
    const workers = [...reports('H2'), ...reports('H2', { process: 8, startedAt: secondsAgo(60) })];
    expect(assembleHosts({ ...nothing, workers }, now)).toMatchObject([{ process: 8, slots: 3, kinds: ['web'] }]);
  });

  test('on this machine comes first; workers that are not ours are left out', () => {
    const pollers = ['steadyhand-A', '4711@elsewhere'].map((identity) => ({ identity, lastSeen: now }));
    const local = { host: 'Z', holder: '1', records: [] };
    expect(assembleHosts({ ...nothing, pollers, local }, now).map(({ host }) => host)).toEqual(['Z', 'A']);
  });
});

describe('A device', () => {
  test('of this host is shown once; one whose session has ended is a leftover', () => {
    const local = { host: 'H1', holder: '1', records: [record('d1'), record('d9')] };
    const [here] = assembleHosts({ ...nothing, local, sessions: [session('d1', { host: 'H1' })] }, now);
    expect(here?.devices).toMatchObject([
      { device: 'd1', state: 'held', epoch: 2, owner: 'run-1' },
      { device: 'd9', state: 'left', epoch: 4, owner: 'run-9' },
    ]);
  });

  test('that its session now has on another host is a leftover on this one', () => {
    const local = { host: 'H1', holder: '1', records: [record('d1')] };
    const hosts = assembleHosts({ ...nothing, local, sessions: [session('d1')] }, now);
    expect(hosts.map(({ host, devices }) => [host, devices.map(({ state }) => state)])).toEqual([
      ['H1', ['left']],
      ['H2', ['held']],
    ]);
  });

  test('that any host may open is listed under no host', () => {
    const { host: _, epoch: __, ...waiting } = session('d1', { leased: false });
    expect(assembleHosts({ ...nothing, sessions: [waiting] }, now)).toEqual([
      { here: false, worker: 'none', kinds: [], devices: [expect.objectContaining({ device: 'd1', state: 'waits' })] },
    ]);
  });

  test('is not reported as a leftover while no server can confirm it', () => {
    const local = { host: 'H1', holder: undefined, records: [record('d9')] };
    expect(assembleHosts({ ...nothing, local, serverAnswered: false }, now)).toMatchObject([{ devices: [{ state: 'held' }] }]);
  });
});

const two: readonly HostView[] = assembleHosts(
  {
    ...nothing,
    workers: reports('H2'),
    sessions: [session('abcd-1'), session('abff-2')],
    local: {
      host: 'H1',
      holder: '4711',
      records: [record('ee')],
      hands: new Map([['ee', { process: 815, since: new Date(now.getTime() - 3 * 60 * 60_000).toISOString(), memory: 71 }]]),
    },
  },
  now,
);

test('HP7: hosts and devices are two tables, and a device of this machine has its process, with age and memory', () => {
  const { terminal } = createTerminalDouble();
  expect(renderHosts(terminal, two, now)).toBe(
    [
      'host       worker                  seen      kinds  slots',
      'H1 (here)  polls process 4711',
      'H2         polls process 7 on box  just now  web    2 of 3 used',
      '',
      'device  kind  state  host  epoch  since      its process                owner',
      'ee      web   left   H1    4      2 h ago    815, since 3 h ago, 71 MB  run-9',
      'abcd-1  web   held   H2    2      2 min ago                             run-1',
      'abff-2  web   held   H2    2      2 min ago                             run-1',
    ].join('\n'),
  );
});

describe('A device is named', () => {
  test('by its id, or a prefix of it', () => {
    expect(findDevice(two, 'abcd', 'steadyhand').device.device).toBe('abcd-1');
    expect(findDevice(two, 'ee', 'steadyhand').host.host).toBe('H1');
  });

  test.each([
    ['an unknown one', 'xy', "There is no device 'xy': `steadyhand hosts` shows those that exist."],
    ['no name at all', '', "There is no device '': `steadyhand hosts` shows those that exist."],
    ['the beginning of several', 'ab', "'ab' is the beginning of 2 devices: abcd-1, abff-2."],
  ])('%s is reported in one line', (_, id, message) => {
    expect(() => findDevice(two, id, 'steadyhand')).toThrow(message);
  });
});
