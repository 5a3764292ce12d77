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
const target = oneOf('__terminal__', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a9');

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

// ── Later formats ──

/** A document as its author writes it, of whatever shape. */
export type Written = Readonly<Record<string, unknown>>;

type Parts = Readonly<Record<'steps' | 'loops', readonly Written[]>>;

/** Steps, checkpoints and loops of the same definition in one ordered list each, with `when`, fragments, rules by audience, `set`, and ids per iteration. */
export const generatedKinds: fc.Arbitrary<Written> = fc
  .tuple(generatedDefinition, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }))
  .map(([document, chances]) => {
    let at = 0;
    const chance = (below: number): number => (chances[at++ % chances.length] ?? 0) % below;
    const { activities, ...head } = document as unknown as Written & { readonly activities: readonly (Written & Parts)[] };
    const fragments: Record<string, unknown> = {};
    return {
      ...head,
      rules: { universal: ['Ask.', { ref: 'care' }], workflow: [] },
      fragments: { rules: { care: 'Take care.' }, checkpoints: fragments },
      activities: activities.map(({ checkpoints, ...activity }) =>
        kindsOf(activity as Written & Parts, checkpoints as readonly Written[], fragments, chance),
      ),
    };
  });

function kindsOf(
  activity: Written & Parts,
  checkpoints: readonly Written[],
  fragments: Record<string, unknown>,
  chance: (below: number) => number,
): Written {
  const left = [...checkpoints];
  const bodyOf = ({ steps, loops, ...body }: Written & Parts): Written => {
    const list: Written[] = steps.map(({ checkpoint: _, ...step }) => laterStep(step, chance));
    for (const loop of loops) list.splice(chance(list.length + 1), 0, { ...laterLoop(bodyOf(loop as Written & Parts)), kind: 'loop' });
    for (let many = chance(3); many > 0 && left.length > 0; many -= 1)
      list.splice(chance(list.length + 1), 0, laterCheckpoint(left.shift() ?? {}, `${String(activity['id'])}-`, fragments, chance));
    return { ...body, steps: list };
  };
  return { ...bodyOf(activity), checkpoints: left };
}

/** Without a name, and with its condition in one line where there is one. */
function laterStep({ name: _, condition: when, ...step }: Written, chance: (below: number) => number): Written {
  const sets =
    chance(4) === 0
      ? {
          actions: [
            { action: 'set', target: 'free2', value: chance(2) === 0 },
            { action: 'log', message: 'Done' },
          ],
        }
      : {};
  return { ...step, kind: chance(2) === 0 ? 'action' : 'technique', ...sets, ...whenOf(when as ConditionInput | undefined) };
}

function laterLoop({ type, condition: when, ...loop }: Written): Written {
  return { ...loop, loopType: type, ...(when === undefined ? {} : { condition: when }) };
}

function laterCheckpoint(
  { id, name: _, condition: when, ...rest }: Written,
  prefix: string,
  fragments: Record<string, unknown>,
  chance: (below: number) => number,
): Written {
  const own = {
    kind: 'checkpoint',
    id: chance(3) === 0 ? `${String(id)}#{item.inside}` : id,
    ...whenOf(when as ConditionInput | undefined),
  };
  if (chance(3) > 0) return { ...own, ...rest };
  fragments[`${prefix}${String(id)}`] = rest;
  return { ...own, ref: `${prefix}${String(id)}` };
}

function whenOf(when: ConditionInput | undefined): Written {
  return when === undefined ? {} : { when: whenText(when) };
}

/** The condition in one line; what it compares stands on the left. */
export function whenText(condition: ConditionInput): string {
  if ('conditions' in condition) return `(${condition.conditions.map(whenText).join(condition.type === 'and' ? ' && ' : ' || ')})`;
  if (condition.type !== 'simple') return `!(${whenText(condition.condition)})`;
  const { variable, operator, value = null } = condition;
  if (operator === 'exists' || operator === 'notExists') return `${variable} ${operator === 'exists' ? '!=' : '=='} null`;
  return `${variable} ${operator} ${JSON.stringify(value)}`;
}
