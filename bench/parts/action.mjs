// The cost of at-most-once per action: from the lease check to its dispatch, and from its effect to its `done` line on disk.
import { createMemoryDriver } from '../../dist/adapters/memory/memory-driver.js';
import { connect, runAgent, startAgentSide } from '../lib/agent-side.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const steps = 50;
const runs = 4;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureAction(say) {
  return withScope(async (scope) => {
    const { address } = await scope.temporal();
    const watch = watchActions();
    const agents = await startAgentSide({
      address,
      home: await scope.folder(),
      around: watch.around,
      drivers: [watch.driver(createMemoryDriver())],
    });
    scope.onEnd(() => agents.stop());
    const client = await connect(address);
    scope.onEnd(() => client.connection.close());

    await runAgent(client, steps);
    watch.actions.length = 0;
    for (let run = 1; run <= runs; run += 1) await runAgent(client, steps);
    const { actions } = watch;
    say(`${actions.length} actions, one after the other`);
    const part = (name, of, limit) => plain(name, 'ms', median(actions.map(of)), limit);
    return [
      part('lease check and journal, per action', ({ lease, intended, generation, done }) => lease + intended + generation + done, {
        atMost: 25,
      }),
      part('… the lease: one question', ({ lease }) => lease),
      part('… `intended` on disk', ({ intended }) => intended),
      part('… the generation raised', ({ generation }) => generation),
      part('… `done` on disk', ({ done }) => done),
    ];
  });
}

/** Ports that record when each of their calls began and ended. One action at a time. */
function watchActions() {
  const actions = [];
  let action = {};

  /** The same object, with one method timed. */
  function timed(object, name, told) {
    const call = async (...of) => {
      const from = performance.now();
      const result = await object[name](...of);
      told(from, performance.now());
      return result;
    };
    return new Proxy(object, {
      get(target, key) {
        const value = Reflect.get(target, key, target);
        return key === name ? call : typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  return {
    actions,
    driver: (driver) => ({
      ...driver,
      async open(...of) {
        const opened = await driver.open(...of);
        return { ...opened, device: timed(opened.device, 'perform', (from) => void (action.dispatched = from)) };
      },
    }),
    around: {
      desk: (desk) =>
        timed(desk, 'confirm', (from, to) => {
          action.asked = Math.min(action.asked ?? from, from);
          action.confirmed = to;
        }),
      journal: (journal) =>
        timed(
          timed(journal, 'intended', (from, to) => Object.assign(action, { begun: from, intended: to })),
          'done',
          (from, to) => {
            const { asked, confirmed, begun, intended, dispatched } = action;
            actions.push({ lease: confirmed - asked, intended: intended - begun, generation: dispatched - intended, done: to - from });
            action = {};
          },
        ),
    },
  };
}
