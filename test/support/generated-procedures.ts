// Random definitions with everything that a procedure may have, including transitions that lead nowhere. Ids are assigned afterwards, so that any shape is a document.
import fc from 'fast-check';
import type { DefinitionInput } from '../../src/domain/procedure/definition.js';
import {
  activity,
  checkpoint,
  documentOf,
  is,
  option,
  work,
  type CheckpointInput,
  type ConditionInput,
  type EffectInput,
  type LoopInput,
  type StepInput,
} from './procedures.js';

interface StepShape {
  readonly condition: ConditionInput | undefined;
  readonly required: boolean;
  readonly isAsked: boolean;
  readonly isRun: boolean;
}

interface LoopShape {
  readonly type: 'forEach' | 'while' | 'doWhile';
  readonly over: string;
  readonly condition: ConditionInput;
  readonly breakCondition: ConditionInput | undefined;
  readonly maxIterations: number;
  readonly steps: readonly StepShape[];
  readonly loops: readonly LoopShape[];
}

interface OptionShape {
  readonly set: Readonly<Record<string, boolean>> | undefined;
  readonly to: string | undefined;
  readonly skips: string | undefined;
}

interface CheckpointShape {
  readonly condition: ConditionInput | undefined;
  readonly options: readonly OptionShape[];
  readonly blocking: boolean;
  readonly timed: boolean;
  readonly slow: boolean;
  readonly authority: 'agent' | 'human' | undefined;
}

interface WayShape {
  readonly to: string | undefined;
  readonly condition: ConditionInput | undefined;
  readonly isDefault: boolean;
}

/** `decided` variables are set by checkpoints, `free` ones an agent may report, `items` are collections. */
const decided = ['decided1', 'decided2'] as const;
const free = ['free1', 'free2', 'free.part'] as const;
const items = ['items1', 'items2', 'item.inside'] as const;

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const seldom = <T>(arbitrary: fc.Arbitrary<T>, of = 3): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined, freq: of });
const rarely = oneOf(...Array.from({ length: 9 }, () => false), true);
const target = oneOf('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a9');

const { condition } = fc.letrec<{ readonly condition: ConditionInput }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc
      .record({ variable: oneOf(...decided, ...free, 'item', 'item.inside'), value: fc.boolean() })
      .map(({ variable, value }) => is(variable, value)),
    oneOf<ConditionInput>(
      { type: 'simple', variable: 'free1', operator: 'exists' },
      { type: 'simple', variable: 'decided1', operator: 'notExists' },
      { type: 'simple', variable: 'item', operator: '>', value: 1 },
    ),
    fc
      .record({ type: oneOf('and' as const, 'or' as const), conditions: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) })
      .map((both): ConditionInput => both),
    tie('condition').map((inner): ConditionInput => ({ type: 'not', condition: inner })),
  ),
}));

const stepShape: fc.Arbitrary<StepShape> = fc.record({
  condition: seldom(condition),
  required: oneOf(true, true, false),
  isAsked: rarely,
  isRun: rarely,
});
const { loop: loopShape } = fc.letrec<{ readonly loop: LoopShape }>((tie) => ({
  loop: fc.record({
    type: oneOf('forEach' as const, 'forEach' as const, 'while' as const, 'doWhile' as const),
    over: oneOf(...items),
    condition,
    breakCondition: seldom(condition, 4),
    maxIterations: fc.integer({ min: 1, max: 4 }),
    steps: fc.array(stepShape, { maxLength: 3 }),
    loops: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(tie('loop'), { maxLength: 2 }) },
    ),
  }),
}));
const checkpointShape: fc.Arbitrary<CheckpointShape> = fc.record({
  condition: seldom(condition),
  options: fc.array(
    fc.record({
      set: fc.option(fc.dictionary(oneOf(...decided), fc.boolean(), { minKeys: 1, maxKeys: 2 }), { nil: undefined }),
      to: seldom(target, 4),
      skips: seldom(target, 6),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  blocking: oneOf(true, false),
  timed: fc.boolean(),
  slow: rarely,
  authority: oneOf('agent' as const, 'human' as const, undefined, undefined, undefined),
});
const wayShape: fc.Arbitrary<WayShape> = fc.record({
  to: target,
  condition: fc.option(condition, { nil: undefined }),
  isDefault: oneOf(true, false, false),
});
const activityShape = fc.record({
  steps: fc.array(stepShape, { maxLength: 4 }),
  loops: fc.array(loopShape, { maxLength: 2 }),
  checkpoints: fc.array(checkpointShape, { maxLength: 3 }),
  decisions: fc.array(fc.array(wayShape, { minLength: 1, maxLength: 3 }), { maxLength: 1 }),
  transitions: fc.array(wayShape, { maxLength: 3 }),
});

/** Most of them load with the profile `compat`; some have no reachable end. */
export const generatedDefinition: fc.Arbitrary<DefinitionInput> = fc
  .record({ activities: fc.array(activityShape, { minLength: 1, maxLength: 6 }), hasFinal: fc.boolean() })
  .map(({ activities, hasFinal }) =>
    documentOf(
      activities.map(({ steps, loops, checkpoints, decisions, transitions }, index) => {
        const name = counter();
        const parts = {
          steps: steps.map((shape) => stepOf(shape, name, checkpoints.length)),
          loops: loops.map((shape) => loopOf(shape, name, checkpoints.length)),
        };
        return activity(`a${index + 1}`, {
          ...parts,
          checkpoints: checkpoints.map((shape, each) => checkpointOf(shape, `c${each + 1}`)),
          decisions: decisions.map((branches, each) => ({
            id: `d${each + 1}`,
            branches: branches.map(({ to, ...way }, branch) => ({
              id: `b${branch + 1}`,
              label: 'Way',
              ...(to ? { transitionTo: to } : {}),
              ...defined(way),
            })),
          })),
          transitions: transitions.flatMap(({ to, ...way }) => (to ? [{ to, ...defined(way) }] : [])),
        });
      }),
      {
        variables: [
          { name: 'free1', type: 'boolean' },
          { name: 'items1', type: 'array', defaultValue: [true, 2] },
        ],
        ...(hasFinal ? { finalActivity: `a${activities.length}` } : {}),
      },
    ),
  );

function counter(): () => string {
  let made = 0;
  return () => `s${++made}`;
}

/** Step and loop ids are numbered across the activity. */
function stepOf({ condition: when, required, isAsked, isRun }: StepShape, name: () => string, checkpoints: number): StepInput {
  const id = name();
  return work(id, {
    required,
    ...(when ? { condition: when } : {}),
    ...(isAsked && checkpoints > 0 ? { checkpoint: `c${(Number(id.slice(1)) % checkpoints) + 1}` } : {}),
    ...(isRun ? { run: { agent: 'Do it.' } } : {}),
  });
}

function loopOf(
  { type, over, condition: when, breakCondition, maxIterations, steps, loops }: LoopShape,
  name: () => string,
  checkpoints: number,
): LoopInput {
  return {
    id: name(),
    type,
    maxIterations,
    ...(type === 'forEach' ? { variable: 'item', over } : { condition: when }),
    ...(breakCondition ? { breakCondition } : {}),
    steps: steps.map((shape) => stepOf(shape, name, checkpoints)),
    loops: loops.map((shape) => loopOf(shape, name, checkpoints)),
  };
}

function checkpointOf({ condition: when, options, blocking, timed, slow, authority }: CheckpointShape, id: string): CheckpointInput {
  return checkpoint(
    id,
    options.map(({ set, to, skips }, index) => {
      const effect: EffectInput = {
        ...(set ? { setVariable: set } : {}),
        ...(to ? { transitionTo: to } : {}),
        ...(skips ? { skipActivities: [skips] } : {}),
      };
      return option(`o${index + 1}`, Object.keys(effect).length === 0 ? undefined : effect);
    }),
    {
      blocking,
      ...(when ? { condition: when } : {}),
      ...(timed ? { defaultOption: 'o1', autoAdvanceMs: 1_000 } : {}),
      ...(slow ? { minReadMs: 50 } : {}),
      ...(authority ? { authority } : {}),
    },
  );
}

function defined({ condition: when, isDefault }: Omit<WayShape, 'to'>): {
  readonly condition?: ConditionInput;
  readonly isDefault: boolean;
} {
  return { ...(when ? { condition: when } : {}), isDefault };
}
