// Two people who decide about the same heals at the same time, each by a process of their own (RP10).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { storesIn } from '../../support/stores-in.js';
import { healId, proposedHeals } from '../../../src/domain/library/heals.js';
import type { Heal } from '../../../src/domain/flow/heal.js';
import type { FlowLibrary } from '../../../src/ports/flow-library.js';
import { commandLine, type CommandLine, type Ended } from '../../support/command-line.js';
import { compiledFlow } from '../../support/library.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

const heals: readonly Heal[] = [
  { kind: 'target', node: 'order', at: 0, was: { role: 'button', name: 'Order' }, now: { role: 'button', name: 'Buy' } },
  {
    kind: 'interruption',
    node: 'order',
    interruption: { name: 'Cookies', close: { role: 'button', name: 'Only needed' }, texts: [] },
  },
];

describe('heals that two processes decide about at once', () => {
  let folder: string;
  let library: FlowLibrary;
  let people: readonly (readonly [string, CommandLine])[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-heals-'));
    library = storesIn(folder).library;
    people = ['ann', 'bob'].map((by) => [by, commandLine({ address: sharedServerAddress(), folder })] as const);
    await Promise.all(people.map(([, steadyhand]) => steadyhand('--version')));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What each of them wants, at once. */
  async function race(id: string, ...wishes: readonly (readonly string[])[]): Promise<readonly Ended[]> {
    await library.save(compiledFlow({ id, compiled: { run: 'agent-1', request: 'Order the kettle' } }));
    const at = '2026-01-01T00:00:00.000Z';
    await library.addReplay(id, {
      ...{ run: 'flow-1', execution: 'x', version: 1, outcome: 'completed', usd: 0, calls: 0, ms: 1, heals, ended: at },
    });
    return Promise.all(
      people.map(async ([by, steadyhand], index) => steadyhand('flow', 'heals', id, ...(wishes[index] ?? []), '--by', by)),
    );
  }

  async function standing(id: string) {
    const newest = await library.read(id);
    if (!newest) throw new Error(`no ${id}`);
    const decisions = await library.decisions(id);
    const states = proposedHeals(newest.document, await library.replays(id), decisions).map(({ state }) => state);
    return { versions: await library.versions(id), decisions, states };
  }

  test('RP10: one accepts and one rejects, thirty times: one of them decides, the other is told who and what, and no version is saved of what was rejected', async () => {
    const won: Record<string, number> = { ann: 0, bob: 0 };
    for (let round = 1; round <= 30; round += 1) {
      const id = `round-${round}`;
      const wishes = [
        ['--accept', '1'],
        ['--reject', '1'],
      ];
      const [accepting, rejecting] = await race(id, ...wishes);
      const { versions, decisions, states } = await standing(id);
      expect(decisions).toHaveLength(1);
      const [decided] = decisions;
      const isAccepted = decided?.decision === 'accepted';
      expect([accepting?.code, rejecting?.code]).toEqual(isAccepted ? [0, 1] : [1, 0]);
      expect(versions).toEqual(isAccepted ? [1, 2] : [1]);
      expect(states[0]).toBe(isAccepted ? 'accepted' : 'rejected');
      expect(decided).toMatchObject(isAccepted ? { by: 'ann', version: 2 } : { by: 'bob' });
      const told = isAccepted ? rejecting : accepting;
      expect(told?.stderr).toContain(isAccepted ? 'is accepted already, by ann on ' : 'is rejected already, by bob on ');
      won[decided?.by ?? ''] = (won[decided?.by ?? ''] ?? 0) + 1;
    }
    console.log(`RP10: thirty rounds, decided by ${JSON.stringify(won)}`);
  }, 300_000);

  test('RP10: both accept the same one: one version; each accepts another one: both are in the newest', async () => {
    for (let round = 1; round <= 8; round += 1) {
      const same = await race(`same-${round}`, ['--accept', '1'], ['--accept', '1']);
      expect(same.map(({ code }) => code).toSorted()).toEqual([0, 1]);
      expect(await standing(`same-${round}`)).toMatchObject({ versions: [1, 2], decisions: [{ version: 2 }] });
      const apart = await race(`apart-${round}`, ['--accept', '1'], ['--accept', '2']);
      expect(apart.map(({ code }) => code)).toEqual([0, 0]);
      expect(await standing(`apart-${round}`)).toMatchObject({ versions: [1, 2, 3], states: ['accepted', 'accepted'] });
    }
  }, 300_000);

  test('RP10: one who was killed before the version was written is told of as the one who decided; accepting again writes it', async () => {
    const [heal] = heals;
    await library.save(compiledFlow({ id: 'killed', compiled: { run: 'agent-1', request: 'Order the kettle' } }));
    const at = '2026-01-01T00:00:00.000Z';
    const replay = { run: 'flow-1', execution: 'x', version: 1, outcome: 'completed', usd: 0, calls: 0, ms: 1, heals, ended: at };
    await library.addReplay('killed', replay);
    await library.decide('killed', [{ heal: heal ? healId(heal) : '', decision: 'accepted', by: 'ann', at }]);
    const [, steadyhand] = people[1] ?? [];
    if (!steadyhand) throw new Error('nobody is there');
    expect((await steadyhand('flow', 'heals', 'killed')).stdout).toContain('accepted by ann on 2026-01-01, not written yet');
    expect((await steadyhand('flow', 'heals', 'killed', '--reject', '1')).stderr).toContain('accept it again to write it');
    expect((await steadyhand('flow', 'heals', 'killed', '--accept', '1')).stdout).toContain('version 2 now');
    expect(await standing('killed')).toMatchObject({ versions: [1, 2], decisions: [{ by: 'ann', version: 2 }] });
  });
});
