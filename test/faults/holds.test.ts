// EV37: whatever is killed while a person has taken over, the hold goes on, nothing of the agent is done in it, and what the person did was done at most once.
// A round is one hold with five acts; during each of them something else is killed at a moment of the seed's.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type Steadyhand } from '../../src/client.js';
import type { Run } from '../../src/client/run.js';
import { chanceOf } from '../support/chance.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { actsOf, begunWhileHeld, heldScreens, noteAt } from '../support/held-screens.js';
import { sampled } from '../support/sampled.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const victims = ['worker', 'hand', 'worker and hand', 'server', 'client'] as const;
type Victim = (typeof victims)[number];
const moments = ['waiting', 'deciding', 'acting'] as const;
/** The first, which a sample takes, is one whose device tells nothing and whose hands die early in an act. */
const rounds = Array.from({ length: 10 }, (_, index) => ((index + 17) % 20) + 1);
const program = fileURLToPath(new URL('../support/act-by-hand.mjs', import.meta.url));

/** `outcomeOf`: what the journal knows of an act whose answer was lost. */
const ofPersons: ReadonlySet<string> = new Set(['personAct', 'personLook', 'outcomeOf']);

interface Entry {
  readonly run: string;
  readonly by: 'agent' | 'person';
  readonly act?: number;
  readonly press?: number;
}

describe('kills while a person has taken over', () => {
  let server: DevServer;
  let harness: FaultHarness;
  let steadyhand: Steadyhand;
  const counts = new Map<string, number>();
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const handOvers: string[] = [];

  beforeAll(async () => {
    server = await startDevServer();
    // A session that is killed within a workflow task goes on after the ten seconds of Temporal; its device is the same.
    harness = await startFaultHarness({ address: server.address, slots: 1, timings: { reopenAfterMs: 60_000 } });
    steadyhand = await connect({ env: { TEMPORAL_ADDRESS: server.address }, folder: harness.home });
  });
  afterAll(async () => {
    console.log(`EV37: ${JSON.stringify(Object.fromEntries([...counts].sort()))}; hand-over in ms: ${handOvers.join(', ')}`);
    await steadyhand?.close();
    await harness?.close();
    await server?.stop();
  });

  const entriesOf = (name: string) =>
    harness.ledger.entries.flatMap((entry, index) =>
      (entry as Entry).run === name ? [{ ...(entry as Entry), at: harness.ledger.times[index] ?? 0 }] : [],
    );

  /** Takes over a new run at that moment of its. */
  async function taken(seed: number, moment: (typeof moments)[number]): Promise<{ readonly run: Run; readonly parkedAt: number }> {
    const begun = await harness.begun();
    const deciding = moment === 'deciding' ? harness.answerHeld(2) : undefined;
    const [delayMs, delayAfterMs] = moment === 'acting' ? [600, 600] : [150, 150];
    const handle = await harness.start(
      heldScreens({
        ...{ url: harness.ledger.url, name: `held-${seed}`, notes: victims.length, guarded: moment === 'waiting' },
        ...{ delayMs, delayAfterMs, silent: seed % 2 === 0 },
      }),
    );
    const run = steadyhand.run(handle.workflowId);
    if (moment === 'waiting') await until(async () => (await run.progress()).request, 'a question');
    if (moment === 'acting') await until(async () => (await harness.begun()) > begun, 'an action that has begun');
    const release = await deciding;
    const from = Date.now();
    const { parked } = await run.takeOver({ by: 'Ann', reason: `seed ${seed}` });
    if (!parked) await until(async () => (await run.progress()).hold?.parked, 'the run to stop');
    const parkedAt = Date.now();
    handOvers.push(`${moment} ${parkedAt - from}`);
    release?.();
    return { run, parkedAt };
  }

  /** A person's act, from another process; resolves when that is about to send it. */
  async function actElsewhere(id: string, act: number): Promise<ChildProcess> {
    const { x, y } = noteAt(act);
    const child = spawn(process.execPath, [program, harness.home, id, String(x), String(y)], {
      env: { ...process.env, NODE_OPTIONS: '', TEMPORAL_ADDRESS: server.address },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  }

  async function strike(victim: Victim, client: ChildProcess | undefined): Promise<void> {
    switch (victim) {
      case 'worker':
        return harness.restart('SIGKILL');
      case 'worker and hand':
        return harness.restartWithHands();
      case 'hand':
        for (const pid of await harness.hands()) process.kill(pid, 'SIGKILL');
        return;
      case 'server': {
        const { port, dbFilename } = server;
        await server.stop({ signal: 'SIGKILL', keepFolder: true });
        server = await startDevServer({ port, dbFilename });
        return;
      }
      case 'client':
        client?.kill('SIGKILL');
    }
  }

  /** One act, and one kill somewhere in it. */
  async function actAndKill(run: Run, act: number, victim: Victim, afterMs: number): Promise<void> {
    const client = victim === 'client' ? await actElsewhere(run.id, act) : undefined;
    // Who acts may be told nothing, as a person whose connection breaks: what came of it is in the history.
    const acting = client ? undefined : run.act({ type: 'click', at: noteAt(act) }).catch(() => count(`told nothing: ${victim}`));
    await sleep(afterMs);
    await strike(victim, client);
    await acting;
    count(`kill: ${victim}`);
  }

  /** The functions that the journal says were begun since then. */
  async function begunSince(ms: number): Promise<readonly string[]> {
    const folder = join(harness.home, 'journal');
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    return texts
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.includes('"t":"intended"'))
      .map((line) => JSON.parse(line) as { readonly at: string; readonly function: string })
      .flatMap((line) => (Date.parse(line.at) >= ms ? [line.function] : []));
  }

  /** A run that a failed round leaves would keep the only device. */
  async function ended(run: Run): Promise<void> {
    const handle = harness.client.workflow.getHandle(run.id);
    await handle.cancel().catch(() => undefined);
    await until(async () => (await handle.describe()).status.name !== 'RUNNING', 'the end of the run');
  }

  async function round(seed: number, run: Run, parkedAt: number): Promise<void> {
    const chance = chanceOf(seed);
    const order = victims.map((victim) => ({ victim, rank: chance(1_000) })).sort((one, other) => one.rank - other.rank);
    const before = await run.progress();
    for (const [act, { victim }] of order.entries()) {
      await actAndKill(run, act, victim, chance(900));
      const after = await until(() => run.progress(), `the run to tell of itself after the kill of ${victim}`);
      expect({ victim, ...after }).toMatchObject({ victim, state: 'HELD', hold: before.hold, step: before.step });
    }
    const child = harness.client.workflow.getHandle(before.hold?.at ?? '');
    const history = async () => (await child.fetchHistory()).events ?? [];
    // An act whose client has gone is done nevertheless, or told to be unknown.
    const acts = await until(async () => actsOf(await history()), 'an outcome of each act');
    const did = await begunSince(parkedAt);
    expect(did.filter((name) => !name.startsWith('person:'))).toEqual([]);
    expect(did.length).toBeLessThanOrEqual(acts.length);
    const handedBack = Date.now();
    await run.handBack({ note: 'done' });
    if (seed % moments.length === 0) {
      const request = await until(async () => (await run.progress()).request, 'the question again');
      await run.confirm(request.requestId, true);
    }
    const result = await harness.client.workflow.getHandle(run.id).result();
    expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }] });

    const entries = entriesOf(`held-${seed}`);
    expect(entries.filter(({ by }) => by === 'agent').map(({ press }) => press)).toEqual([1, 2, 3]);
    expect(entries.filter(({ by, at }) => by === 'agent' && at > parkedAt && at < handedBack)).toEqual([]);
    expect(begunWhileHeld(await history()).filter((name) => !ofPersons.has(name))).toEqual([]);
    for (const [act, { victim }] of order.entries()) {
      const [told, ...more] = acts.filter((each) => each.act === act);
      const happened = entries.filter((entry) => entry.act === act).length;
      expect({ act, victim, more, happened }).toMatchObject({ act, victim, more: [] });
      const [least, most] = told?.status === 'done' ? [1, 1] : [0, told?.status === 'unknown' ? 1 : 0];
      expect({ act, victim, told, happened, isRight: happened >= least && happened <= most }).toMatchObject({ isRight: true });
      count(`${told?.status ?? 'never arrived'}: ${victim}`);
    }
  }

  test.each(sampled(rounds, 6))(
    'EV37: round %i, five kills in one hold: it goes on, no act is done twice, the agent does nothing until it is handed back',
    async (seed) => {
      const { run, parkedAt } = await taken(seed, moments[seed % moments.length] ?? 'waiting');
      await round(seed, run, parkedAt).finally(() => ended(run));
    },
  );
});
