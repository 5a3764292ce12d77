// What holds for any definition that loads, whatever is requested of its runs: random definitions, and at each position every possible request.
// STEADYHAND_SEED repeats a run, STEADYHAND_WALKS is the number of walks of each kind.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Action, ProcedureState } from '../../../src/domain/procedure/state.js';
import type { Definition } from '../../../src/domain/procedure/definition.js';
import type { HistoryEntry } from '../../../src/domain/procedure/history.js';
import { parseDefinition } from '../../../src/domain/procedure/parse-definition.schema.js';
import { createProcedure, type Procedure } from '../../../src/domain/procedure/procedure.js';
import { passTime, start, step } from '../../../src/domain/procedure/step.js';
import { view, type View } from '../../../src/domain/procedure/view.js';
import { everyAction, isOffered, stepIds } from '../../support/procedure-actions.js';
import { cover } from '../../support/procedure-robot.js';
import { violation } from '../../support/procedure-referee.js';
import { generatedDefinition, generatedKinds } from '../../support/generated-procedures.js';
import { count, holds, same } from '../../support/properties.js';

/** Half of them in the format of ordered steps. */
const inAnyFormat = fc.oneof(generatedDefinition, generatedKinds) as fc.Arbitrary<unknown>;
const chances = fc.array(fc.nat(), { minLength: 60, maxLength: 60 });

/** Undefined if it does not load. */
function loaded(document: unknown): Procedure | undefined {
  const { definition } = parseDefinition(document, 'compat');
  count(definition ? `definitions: ${definition.format ?? 'plain'}` : 'definitions refused');
  return definition && createProcedure(definition);
}

function begin(procedure: Procedure, chance: number): { state: ProcedureState; entries: readonly HistoryEntry[] } {
  const started = start(procedure, { by: 'agent', answers: chance % 4 === 0 ? 'human' : 'agent' }, 0);
  if (!('state' in started)) throw new Error(started.refused.message);
  return started;
}

/** What a person, the engine or time does if an agent can do nothing. */
function othersMove(seen: View): Action | undefined {
  const { checkpoint, step: stepId } = seen.position;
  if (checkpoint)
    return { call: 'respond_to_checkpoint', checkpoint_id: checkpoint.id, option_id: checkpoint.options[0]?.id ?? '', by: 'human' };
  return stepId === undefined ? undefined : { call: 'complete_step', step_id: stepId, summary: 'ran', by: 'engine' };
}

test('P7, P8: every offered action succeeds; every other is refused and changes nothing', () => {
  holds(fc.tuple(inAnyFormat, chances), ([document, picks]) => {
    const procedure = loaded(document);
    if (!procedure) return;
    const asked = { agent: everyAction(procedure.definition, 'agent'), human: everyAction(procedure.definition, 'human') };
    let now = 0;
    let { state, entries } = begin(procedure, picks[0] ?? 0);
    for (const pick of picks) {
      if (state.ended) break;
      now += pick % 7 === 0 ? 1_100 : 20;
      frozen(state);
      const accepted: Action[] = [];
      for (const by of ['agent', 'human'] as const) {
        const seen = view(procedure, state, { by, now });
        agrees(seen, procedure.definition);
        for (const action of asked[by]) {
          const outcome = step(procedure, state, action, now);
          count(outcome.refused ? 'refused' : 'accepted');
          if ((outcome.refused === undefined) !== isOffered(seen, action))
            throw new Error(
              `${JSON.stringify(action)}: offered ${isOffered(seen, action)}, ${outcome.refused?.code ?? 'accepted'} at ${JSON.stringify(seen)}`,
            );
          if (outcome.refused) same(JSON.stringify(outcome.state), JSON.stringify(passTime(procedure, state, now).state));
          else if (action.call !== 'abort_workflow' || pick % 50 === 0) accepted.push(action);
        }
      }
      const seen = view(procedure, state, { by: 'agent', now });
      const action = accepted.length === 0 ? othersMove(seen) : accepted[pick % accepted.length];
      if (!action) break;
      const outcome = step(procedure, state, action, now);
      state = outcome.state;
      entries = [...entries, ...outcome.entries];
      count('positions');
    }
    if (state.ended) count(`ended: ${state.ended}`);
    same(violation(procedure.definition, entries), undefined);
  });
});

/** Position and actions never disagree. */
function agrees({ position, actions, complete }: View, definition: Definition): void {
  const offered = [...actions.required, ...actions.optional];
  const all = [...offered, ...actions.blocked.map(({ action }) => action)];
  same(
    offered.some(({ call, step_id: id }) => call === 'complete_step' && id !== position.step),
    false,
  );
  same(
    offered.some(({ call, checkpoint_id: id }) => call === 'respond_to_checkpoint' && id !== position.checkpoint?.id),
    false,
  );
  same(offered.some(({ call }) => call === 'report_variables') && position.waiting === undefined, false);
  if (position.step !== undefined)
    same(
      all.some(({ call, step_id: id }) => call === 'complete_step' && id === position.step),
      true,
    );
  const dues = [position.step, position.checkpoint, position.waiting].filter((due) => due !== undefined);
  same(dues.length, all.length === 0 ? 0 : 1);
  if (complete) same(all.length, 0);
  same(
    definition.activities.some(({ id }) => id === position.activity),
    true,
  );
}

test('P5, P6: the same definition, actions and times give the same states, however often the run is read in between', () => {
  holds(fc.tuple(inAnyFormat, chances), ([document, picks]) => {
    const procedure = loaded(document);
    if (!procedure) return;
    const walk = (looks: boolean): string => {
      let { state } = begin(procedure, picks[0] ?? 0);
      const path: ProcedureState[] = [state];
      picks.forEach((pick, index) => {
        const now = index * 300;
        if (looks) for (let at = now - 300; at < now; at += 100) view(procedure, state, { by: 'agent', now: Math.max(at, 0) });
        const actions = everyAction(procedure.definition, pick % 5 === 0 ? 'human' : 'agent');
        state = step(procedure, state, actions[pick % actions.length] ?? { call: 'abort_workflow', by: 'agent' }, now).state;
        if (looks) state = JSON.parse(JSON.stringify(state)) as ProcedureState;
        path.push(state);
      });
      return JSON.stringify(path);
    };
    same(walk(true), walk(false));
  });
});

test('P59: a robot walks by offered actions only, and the ends of its walks are counted', () => {
  holds(inAnyFormat, (document) => {
    const procedure = loaded(withAgentsOnly(document));
    if (!procedure) return;
    // Whether an end can be reached may depend on conditions that contradict each other.
    const { walks, unfinished } = cover(procedure, { walks: 2, longest: 300, seed: 7 });
    count(unfinished.length < walks ? 'robot: at the end' : 'robot: under way or waiting');
  });
});

/** Without what only a person or the engine can do. */
function withAgentsOnly(document: unknown): unknown {
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (key === 'run' || key === 'authority' ? undefined : value)),
  ) as unknown;
}

// ── Disobedient agents ──

type Agent = (seen: View, definition: Definition, done: readonly Action[], chance: number) => readonly Action[];

const completed = (step_id: string): Action => ({ call: 'complete_step', step_id, summary: 'all done', by: 'agent' });

const disobedient: Readonly<Record<string, Agent>> = {
  /** Everything at once. */
  batcher: (_, { activities }) => activities.flatMap((activity) => [...stepIds(activity), ...stepIds(activity)].map(completed)),
  /** As little as possible. */
  skipper: (seen, { activities }) => [
    ...activities.flatMap(stepIds).map((step_id): Action => ({ call: 'skip_step', step_id, by: 'agent' })),
    ...seen.actions.blocked.flatMap(({ action }) => (action.step_id === undefined ? [] : [completed(action.step_id)])),
    ...['decided1', 'decided2', 'item'].map((name): Action => ({ call: 'report_variables', outputs: { [name]: true }, by: 'agent' })),
    ...activities.flatMap(({ checkpoints }) =>
      checkpoints.map(({ id }): Action => ({ call: 'respond_to_checkpoint', checkpoint_id: id, option_id: 'o1', by: 'agent' })),
    ),
  ],
  /** In an order of its own. */
  reorderer: (_, { activities }, __, chance) => {
    const all = activities.flatMap(stepIds);
    return all.map((___, index) => completed(all[(index * 7 + chance) % all.length] ?? ''));
  },
  /** What worked once. */
  replayer: (_, __, done) => done,
};

test.each(Object.entries(disobedient))('P8, P12, P14, P19, P37, P40, P41: no attempt of a %s gets past the definition', (name, agent) => {
  let violations = 0;
  holds(fc.tuple(inAnyFormat, chances), ([document, picks]) => {
    const procedure = loaded(document);
    if (!procedure) return;
    let now = 0;
    let { state, entries } = begin(procedure, picks[0] ?? 0);
    const done = new Map<string, Action>();
    for (const pick of picks.slice(0, 25)) {
      const seen = view(procedure, state, { by: 'agent', now });
      for (const action of agent(seen, procedure.definition, [...done.values()], pick)) {
        const allowed = isOffered(view(procedure, state, { by: 'agent', now }), action);
        const outcome = step(procedure, state, action, now);
        count(`${name}: ${outcome.refused ? 'refused' : 'accepted'}`);
        if (outcome.refused === undefined && !allowed) violations += 1;
        state = outcome.state;
        entries = [...entries, ...outcome.entries];
        if (!outcome.refused && action.by === 'agent') done.set(JSON.stringify(action), action);
      }
      now += 20;
      const stuck = view(procedure, state, { by: 'agent', now });
      const options = everyAction(procedure.definition, 'agent').filter(
        (action) => action.call !== 'abort_workflow' && isOffered(stuck, action),
      );
      const action = options.length === 0 ? othersMove(stuck) : options[pick % options.length];
      if (!action || state.ended) break;
      const outcome = step(procedure, state, action, now);
      state = outcome.state;
      entries = [...entries, ...outcome.entries];
      if (!outcome.refused && action.by === 'agent') done.set(JSON.stringify(action), action);
    }
    const wrong = violation(procedure.definition, entries);
    if (wrong !== undefined) throw new Error(wrong);
  });
  expect(violations).toBe(0);
});

/** A change would throw. */
function frozen(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
}
