// The cost of a call of a procedure: the core alone, with a state that travels, and as a workflow update against a bare update on the same server.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createFileArtifactStore } from '../../dist/adapters/filesystem/artifact-store.js';
import { canonicalJson } from '../../dist/domain/run/json.js';
import { openKeyRing } from '../../dist/adapters/filesystem/key-ring-file.js';
import { createSealedTokens } from '../../dist/adapters/node-crypto/sealed-tokens.js';
import { loadProcedures } from '../../dist/adapters/procedures/load-procedures.js';
import { parseDefinition } from '../../dist/domain/procedure/parse-definition.schema.js';
import { createProcedure } from '../../dist/domain/procedure/procedure.js';
import { start, step } from '../../dist/domain/procedure/step.js';
import { view } from '../../dist/domain/procedure/view.js';
import { createDurableRuns } from '../../dist/client/procedures/durable.js';
import { createProcedureCalls } from '../../dist/client/procedures/procedure-calls.js';
import { createStatelessRuns } from '../../dist/client/procedures/stateless.js';
import { startBothSides } from '../lib/both-sides.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { beginUpdates } from '../lib/loop-side.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';

/** The folder of third-party definitions; without it one is generated. */
const corpus = process.env.STEADYHAND_CORPUS || undefined;
const moves = 3_000;
const warmUps = 300;
const callsARound = 60;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureProcedure(say) {
  return withScope(async (scope) => {
    const loaded = await largest(say);
    const core = measureCore(loaded, say);
    const folder = await scope.folder();
    const tokens = createSealedTokens(await openKeyRing(folder));
    const stateless = await measureStateless(loaded, tokens, folder, say);
    const client = await startBothSides(scope);
    return [...core, ...stateless, ...(await measureDurable(client, loaded, tokens, say))];
  });
}

async function largest(say) {
  const all = corpus ? await loadProcedures(corpus, 'compat') : [made()];
  const { definition, document, digest } = all
    .filter((each) => each.definition)
    .toSorted((a, b) => JSON.stringify(b.document).length - JSON.stringify(a.document).length)[0];
  say(
    `the definition '${definition.id}': ${Math.round(JSON.stringify(document).length / 1e3)} kB, ${definition.activities.length} activities${corpus ? '' : ' (generated here: STEADYHAND_CORPUS names no folder of others)'}`,
  );
  return { id: definition.id, document, digest, procedure: createProcedure(definition) };
}

/** Ten activities, each with eight steps and a question. */
function made() {
  const activities = Array.from({ length: 10 }, (_, part) => ({
    id: `part-${part}`,
    name: `Part ${part} of the work`,
    steps: Array.from({ length: 8 }, (__, index) => ({
      id: `step-${index}`,
      name: `Step ${index}`,
      description: 'What is to be done in it, and what to look at.',
    })),
    checkpoints: [
      {
        id: 'go',
        name: 'Go on?',
        message: 'Is it as it should be?',
        options: [
          { id: 'yes', label: 'Yes' },
          { id: 'no', label: 'No', effect: { transitionTo: `part-${part}` } },
        ],
      },
    ],
    transitions: part < 9 ? [{ to: `part-${part + 1}` }] : [],
  }));
  const document = { id: 'made', version: '1', title: 'Made for the bench', activities };
  const digest = `sha256:${createHash('sha256').update(canonicalJson(document)).digest('hex')}`;
  return { definition: parseDefinition(document, 'strict').definition, document, digest };
}

/** The next call of an agent that follows the procedure. */
function callAt({ step: id, checkpoint, waiting }) {
  if (id !== undefined) return { call: 'complete_step', step_id: id, summary: 'It was done as it is written, and nothing odd was seen.' };
  if (checkpoint) return { call: 'respond_to_checkpoint', checkpoint_id: checkpoint.id, option_id: checkpoint.options[0].id };
  return { call: 'report_variables', outputs: { [waiting.variables[0]]: ['one', 'two'] } };
}

const initialVariables = ({ procedure: { definition } }) =>
  Object.fromEntries(
    definition.variables.filter(({ required, defaultValue }) => required && defaultValue === undefined).map(({ name }) => [name, 'x']),
  );

// ── The core ──

function measureCore(loaded, say) {
  const { procedure } = loaded;
  const begin = () => start(procedure, { variables: initialVariables(loaded), by: 'agent', answers: 'agent' }, 0).state;
  const [stepTimes, viewTimes] = [[], []];
  for (let state = begin(), move = -warmUps; move < moves; move += 1) {
    if (state.ended) state = begin();
    const from = performance.now();
    const { position } = view(procedure, state, { by: 'agent', now: 0 });
    const looked = performance.now();
    const { state: next, refused } = step(procedure, state, { ...callAt(position), by: 'agent' }, 0);
    const done = performance.now();
    if (refused) throw new Error(refused.message);
    state = next;
    if (move < 0) continue;
    viewTimes.push((looked - from) * 1e3);
    stepTimes.push((done - looked) * 1e3);
  }
  say(`${moves} transitions: the slowest ${Math.max(...stepTimes).toFixed(0)} µs`);
  return [
    plain('a transition of the core, on the largest definition, median', 'µs', median(stepTimes), { atMost: 50 }),
    plain('… its position and the actions that are possible', 'µs', median(viewTimes)),
  ];
}

// ── The state travels ──

async function measureStateless(loaded, tokens, folder, say) {
  const refs = (value) => `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;
  const stores = {
    memory: { putJson: async (value) => refs(value) },
    files: createFileArtifactStore({ folder: join(folder, 'artifacts') }),
  };
  const times = {};
  let longest = 0;
  for (const [name, artifacts] of Object.entries(stores)) {
    const stateless = createStatelessRuns({ artifacts, by: 'agent', now: () => 0 });
    const calls = createProcedureCalls({ loaded: new Map([[loaded.id, loaded]]), tokens, stateless, begin: 'stateless' });
    const count = name === 'memory' ? moves : moves / 10;
    times[name] = [];
    let reply = await calls.start_workflow({ workflow_id: loaded.id, initial_variables: initialVariables(loaded) });
    for (let move = -warmUps; move < count; move += 1) {
      if (reply.complete) reply = await calls.start_workflow({ workflow_id: loaded.id, initial_variables: initialVariables(loaded) });
      const { call, ...body } = callAt(reply.position);
      const asked = { workflow_id: loaded.id, state: reply.state, ...body };
      const from = performance.now();
      reply = await calls[call](asked);
      if (move >= 0) times[name].push(performance.now() - from);
      if (!reply.success) throw new Error(reply.message);
      longest = Math.max(longest, reply.state.length);
    }
  }
  say(`the longest state has ${longest} characters`);
  return [
    plain('a stateless call, its state opened and sealed, median', 'ms', median(times.memory), { atMost: 1 }),
    plain('… with its history stored in files', 'ms', median(times.files)),
    plain('the longest state of a walk', 'bytes', longest, { atMost: 4_096 }),
  ];
}

// ── The state lives in a workflow ──

async function measureDurable(client, loaded, tokens, say) {
  let numbered = 0;
  const durable = createDurableRuns({
    client: async () => client,
    by: 'agent',
    answers: 'agent',
    newId: () => `bench-procedure-${process.pid}-${++numbered}`,
  });
  const calls = createProcedureCalls({ loaded: new Map([[loaded.id, loaded]]), tokens, durable, begin: 'durable' });
  const sides = {
    async ours() {
      let reply = await calls.start_workflow({ workflow_id: loaded.id, initial_variables: initialVariables(loaded) });
      const from = performance.now();
      for (let made = 0; made < callsARound; made += 1) {
        if (reply.complete) throw new Error(`the definition is over after ${made} calls`);
        const { call, ...body } = callAt(reply.position);
        reply = await calls[call]({ workflow_id: loaded.id, state: reply.state, ...body });
        if (!reply.success) throw new Error(reply.message);
      }
      const took = performance.now() - from;
      await calls.abort_workflow({ workflow_id: loaded.id, state: reply.state }).catch(() => undefined);
      return took;
    },
    async bare() {
      const run = await beginUpdates(client);
      await run.executeUpdate('touch', { args: [{ step_id: 'first' }] });
      const from = performance.now();
      for (let made = 0; made < callsARound; made += 1)
        await run.executeUpdate('touch', {
          args: [{ step_id: `s${made}`, summary: 'It was done as it is written, and nothing odd was seen.' }],
        });
      const took = performance.now() - from;
      await run.terminate('measured');
      return took;
    },
  };
  const times = await rounds({ fewest: 5, most: 9, budgetMs: 60_000 }, say, async (round) => {
    const took = {};
    for (const name of turned(Object.keys(sides), round)) took[name] = await sides[name]();
    return took;
  });
  return [
    compared(
      'a durable call : a bare update on the same server',
      'ms',
      median(times.ours) / callsARound,
      median(times.bare) / callsARound,
      { atMost: 1.2 },
    ),
  ];
}
