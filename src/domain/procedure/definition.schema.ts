// The definition of a procedure as authors write it (docs/design/procedure.md §1). One source for parsing and for the types.
//
// Built twice from the same fields: strictly, to find unknown fields, and loosely, to keep them.
import { z } from 'zod';
import { isBlank } from '../text/blank.js';
import type { Json } from '../run/json.js';
import { isReserved, variableName } from './variable-name.js';

const text = z.string().refine((value) => !isBlank(value), { error: 'expected a text that is not blank' });
const id = z
  .string()
  .regex(/^[\w.-]{1,200}$/, { error: 'expected an id of letters, digits, `_`, `-` and `.`, at most 200' })
  .refine((name) => !isReserved(name), { error: 'expected an id that is no reserved word' });
const variable = z
  .string()
  .max(200)
  .regex(variableName, { error: 'expected the name of a variable: letters, digits, `_` and `-`, with dots between' })
  .refine((name) => !isReserved(name), { error: 'expected a name that is no reserved word' });
const milliseconds = z.int().min(0).max(31_536_000_000);
const json: z.ZodType<Json, Json> = z.json();
const operators = ['==', '!=', '>', '<', '>=', '<=', 'exists', 'notExists'] as const;

export type Condition =
  | { readonly type: 'simple'; readonly variable: string; readonly operator: (typeof operators)[number]; readonly value?: Json }
  | { readonly type: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly type: 'not'; readonly condition: Condition };

type ObjectOf = typeof z.strictObject;

/** How a document is written; told when it is not `plain` (docs/design/procedure.md §1). */
export const formats = ['plain', 'techniques', 'kinds'] as const;

const index = z.int().min(0);
/** Ours: the parts of a body in the order in which they come up; `checkpoint` is an index among the activity's checkpoints. */
const order = z.array(z.union([z.strictObject({ step: index }), z.strictObject({ checkpoint: index }), z.strictObject({ loop: index })]));

const described = { description: z.string().optional() };

/** The fields of whatever may depend on a condition. */
type When = ReturnType<typeof whenWith>;

function whenWith(object: ObjectOf) {
  const condition: z.ZodType<Condition, Condition> = z.lazy(() =>
    z.discriminatedUnion('type', [
      object({ type: z.literal('simple'), variable, operator: z.enum(operators), value: json.optional() }),
      object({ type: z.enum(['and', 'or']), conditions: z.array(condition).min(1) }),
      object({ type: z.literal('not'), condition }),
    ]),
  );
  return { condition: condition.optional() };
}

function stepWith(object: ObjectOf, when: When) {
  return object({
    id,
    name: text,
    ...described,
    ...when,
    required: z.boolean().default(true),
    /** The checkpoint before the step. */
    checkpoint: id.optional(),
    /** Variables that the engine sets when the step is done, after its outputs. */
    sets: z.array(object({ variable, value: json, ...when })).optional(),
    /** Variables that are reported with this step, whoever else sets them. */
    reports: z.array(variable).optional(),
    /** Ours: the engine does this step, with an agent or a flow. */
    run: object({
      /** The request; `{{name}}` stands for a variable. */
      agent: text.optional(),
      /** A name among `flows`. */
      flow: text.optional(),
      /** Where its device starts; `{{name}}` stands for a variable. */
      url: text.optional(),
    })
      .refine(({ agent, flow }) => (agent === undefined) !== (flow === undefined), { error: 'expected either an agent or a flow' })
      .optional(),
  });
}

function checkpointWith(object: ObjectOf, when: When) {
  const option = object({
    id,
    label: text,
    ...described,
    effect: object({
      setVariable: z.record(variable, json).optional(),
      transitionTo: id.optional(),
      skipActivities: z.array(id).optional(),
    }).optional(),
    /** Short for `effect.transitionTo`. */
    transitionTo: id.optional(),
  });
  return object({
    id,
    name: text,
    message: text,
    ...described,
    ...when,
    options: z.array(option).min(1),
    blocking: z.boolean().default(true),
    defaultOption: id.optional(),
    autoAdvanceMs: milliseconds.min(1).optional(),
    minReadMs: milliseconds.optional(),
    authority: z.enum(['agent', 'human']).optional(),
  });
}

function decisionWith(object: ObjectOf, when: When) {
  return object({
    id,
    name: text.optional(),
    ...described,
    branches: z
      .array(object({ id, label: text, ...described, ...when, transitionTo: id.optional(), isDefault: z.boolean().default(false) }))
      .min(1),
  });
}

function loopWith(object: ObjectOf, when: When) {
  const bareLoop = object({
    id,
    name: text.optional(),
    ...described,
    ...when,
    type: z.enum(['forEach', 'while', 'doWhile']),
    variable: variable.optional(),
    over: variable.optional(),
    /** False: the loop is passed over. */
    when: when.condition,
    breakCondition: when.condition,
    maxIterations: z.int().min(1).max(10_000).default(100),
    steps: z.array(stepWith(object, when)).default([]),
    order: order.optional(),
    /** Ignored: a loop repeats steps, not activities. */
    activities: z.array(id).optional(),
  });
  type Loop = z.output<typeof bareLoop> & { readonly loops: readonly Loop[] };
  type LoopInput = z.input<typeof bareLoop> & { readonly loops?: readonly LoopInput[] | undefined };
  const loop: z.ZodType<Loop, LoopInput> = z.lazy(() => object({ ...bareLoop.shape, loops: z.array(loop).default([]) }));
  return loop;
}

function activityWith(object: ObjectOf, when: When) {
  return object({
    id,
    version: z.string().optional(),
    name: text,
    ...described,
    steps: z.array(stepWith(object, when)).default([]),
    order: order.optional(),
    checkpoints: z.array(checkpointWith(object, when)).default([]),
    decisions: z.array(decisionWith(object, when)).default([]),
    loops: z.array(loopWith(object, when)).default([]),
    transitions: z.array(object({ to: id, ...when, isDefault: z.boolean().default(false) })).default([]),
    triggers: json.optional(),
    entryActions: json.optional(),
    exitActions: json.optional(),
  });
}

function variableWith(object: ObjectOf) {
  return object({
    name: variable,
    type: z.enum(['string', 'number', 'boolean', 'array', 'object']),
    ...described,
    defaultValue: json.optional(),
    required: z.boolean().default(false),
    writers: z.array(z.enum(['agent', 'checkpoint'])).optional(),
  });
}

function schemaWith(object: ObjectOf) {
  return object({
    id,
    version: text,
    title: text,
    format: z.enum(formats).optional(),
    ...described,
    rules: z.array(z.string()).optional(),
    variables: z.array(variableWith(object)).default([]),
    /** While the variable is true, these activities are passed over; when it becomes true, the defaults are set. */
    modes: z
      .array(
        object({
          id,
          name: text.optional(),
          ...described,
          activationVariable: variable,
          skipActivities: z.array(id).optional(),
          defaults: z.record(variable, json).optional(),
        }),
      )
      .optional(),
    initialActivity: id.optional(),
    finalActivity: id.optional(),
    /** Ours: the flows that steps run, and those that they run in turn, by name. */
    flows: z.record(text, z.record(z.string(), json)).optional(),
    activities: z.array(activityWith(object, whenWith(object))).min(1),
  });
}

export const strictDefinitionSchema = schemaWith(z.strictObject);
/** Typed as the strict one: unknown fields stay in the document and out of the types. */
export const definitionSchema = schemaWith(z.looseObject as unknown as ObjectOf);

export type Definition = z.output<typeof strictDefinitionSchema>;
/** The definition as authors write it: fields with a default are optional. */
export type DefinitionInput = z.input<typeof strictDefinitionSchema>;
