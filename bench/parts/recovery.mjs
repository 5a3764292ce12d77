// The time that a kill costs: from SIGKILL of a worker, which is restarted at once, until its run has made a step. Local settings: heartbeats of 3 s.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../scripts/torture/schedule.mjs';
import { createStage } from '../../scripts/torture/stage.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const kills = 20;
/** The first one may have been in flight. */
const decisionsOfAStep = 2;
/** Undisturbed steps between two kills. */
const calmSteps = 3;
const patienceMs = 60_000;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureRecovery(say) {
  return withScope(async (scope) => {
    // One host with the device, and one worker that has none and shares the workflows and decisions with it.
    const owns = (close) => scope.onEnd(close);
    const stage = await createStage({
      device: 'stub',
      hosts: 1,
      helpers: 1,
      slots: 2,
      startScene: async () => ({ close: async () => {} }),
      owns,
    });
    const [host, helper] = stage.hosts;
    const random = createRandom(1);
    const figures = [];
    for (const [name, victim, mayStrike] of [
      ['a host with its device', host, async () => true],
      ['a worker that has the workflow', helper, async (id) => (await lastWorker(stage.client, id)) === hostIdOf(helper)],
    ]) {
      const run = await startRun(stage, `torture-bench-${figures.length}`);
      const took = [];
      while (took.length < kills) {
        await run.decisions(calmSteps);
        if (!(await mayStrike(run.id))) {
          // Workflows stay where they are cached: only a death moves them.
          await strike(host, random);
          await run.decisions(1);
          continue;
        }
        const struck = await strike(victim, random);
        await run.decisions(decisionsOfAStep);
        took.push(Date.now() - struck);
        say(`${name}, kill ${took.length}: ${((took.at(-1) ?? 0) / 1_000).toFixed(1)} s`);
      }
      await run.end();
      const seconds = took.map((ms) => ms / 1_000);
      figures.push(
        plain(`SIGKILL of ${name}, median of ${kills}`, 's', median(seconds), { atMost: 5 }),
        plain('… 95th percentile', 's', percentile(seconds, 0.95), { atMost: 12 }),
        plain('… an undisturbed step', 's', median(run.calm()) / 1_000),
      );
    }
    return figures;
  });
}

/** Kills at a random moment within the next second. Returns the time. */
async function strike(host, random) {
  await pause(random() * 1_000);
  const at = Date.now();
  process.kill(host.pid, 'SIGKILL');
  return at;
}

/** A run that presses Next until it is told to end. */
async function startRun({ client, register }, id) {
  const times = [];
  let ending = false;
  let heard = () => {};
  register(id, {
    reply({ find }) {
      times.push(Date.now());
      heard();
      const next = find('btn', /^Next$/);
      return ending
        ? { Function: '', Status: 'FINISH', Result: 'done', Comment: 'done' }
        : { Function: 'click_input', Args: {}, ControlLabel: next?.label, ControlText: 'Next', Status: 'CONTINUE', Comment: 'on' };
    },
    hadEffect: () => {},
  });
  const handle = await client.workflow.start('hostAgent', {
    taskQueue: 'steadyhand',
    workflowId: id,
    args: [{ request: `Carry out ${id}`, device: { kind: 'stub', capabilities: { script } }, settings: { maxStep: 10_000 } }],
  });
  return {
    id,
    /** Waits until the model has been asked this many more times. */
    async decisions(count) {
      const wanted = times.length + count;
      const limit = pause(patienceMs, 'late', { ref: false });
      while (times.length < wanted) {
        const next = new Promise((resolve) => (heard = resolve));
        if ((await Promise.race([next, limit])) === 'late') throw new Error(`The run did not go on within ${patienceMs / 1_000} s.`);
      }
    },
    /** Times between successive decisions. */
    calm: () => times.slice(1).map((at, index) => at - (times[index] ?? at)),
    async end() {
      ending = true;
      await handle.result();
    },
  };
}

const press = (goto) => [{ role: 'button', name: 'Next', on: { delayMs: 300, goto } }];
const script = { start: 'a', screens: { a: { title: 'A', controls: press('b') }, b: { title: 'B', controls: press('a') } } };

/** The host whose worker has completed the child's newest workflow task. */
async function lastWorker(client, id) {
  const { events } = await client.workflow.getHandle(`${id}/app-1`).fetchHistory();
  const identity = events?.findLast(({ workflowTaskCompletedEventAttributes: done }) => done)?.workflowTaskCompletedEventAttributes
    ?.identity;
  return identity?.replace('steadyhand-', '');
}

function hostIdOf({ home }) {
  return JSON.parse(readFileSync(join(home, 'host.json'), 'utf8')).hostId;
}

function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)];
}
