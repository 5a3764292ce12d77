// The flow document: JSON with snake_case fields and PascalCase types, as Clickweave's editor saves it. One source for parsing, for the types, and for the published JSON Schema.
//
// Strict, so that unknown fields are found; `parseFlow` reports them as warnings and continues. `null` counts as absent.
import { z } from 'zod';
import { screenSchema, targetSchema } from '../anchors/anchors.schema.js';
import { hasLogin, noLogin } from '../checks/login-in-address.js';
import { isBlank } from '../text/blank.js';

const text = z.string().refine((value) => !isBlank(value), { error: 'expected a text that is not blank' });
/** px: no screen is larger, nor what scrolls in it longer. */
const pixels = z.number().min(0).max(100_000);
const farthest = 10_000_000;
const delta = z.number().min(-farthest).max(farthest);
const milliseconds = z.int().min(0).max(86_400_000);

const literalSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('String'), value: z.string() }),
  z.strictObject({ type: z.literal('Number'), value: z.number() }),
  z.strictObject({ type: z.literal('Bool'), value: z.boolean() }),
]);

const operandSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Variable'), name: text }),
  z.strictObject({ type: z.literal('Literal'), value: literalSchema }),
]);

const operators = [
  'Equals',
  'NotEquals',
  'GreaterThan',
  'LessThan',
  'GreaterThanOrEqual',
  'LessThanOrEqual',
  'Contains',
  'NotContains',
  'IsEmpty',
  'IsNotEmpty',
] as const;

/** `IsEmpty` and `IsNotEmpty` use the left side only. */
const conditionSchema = z.strictObject({
  left: operandSchema,
  operator: z.enum(operators),
  right: operandSchema.default({ type: 'Literal', value: { type: 'String', value: '' } }),
});

const checkSchema = z
  .strictObject({
    name: text,
    check_type: z.enum(['TextPresent', 'TextAbsent', 'TemplateFound', 'WindowTitleMatches']),
    params: z.strictObject({ text: text.optional(), template: text.optional(), title: text.optional() }),
    on_fail: z.enum(['FailNode', 'WarnOnly']).default('FailNode'),
  })
  .superRefine(({ check_type: type, params }, context) => {
    const needed = type === 'TemplateFound' ? 'template' : type === 'WindowTitleMatches' ? 'title' : 'text';
    if (params[needed] === undefined) context.addIssue({ code: 'custom', path: ['params', needed], message: `a ${type} check needs it` });
  });

/** What an `Act` does to its target. */
export const deedSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('Click'),
    button: z.enum(['Left', 'Right', 'Center']).default('Left'),
    click_count: z.int().min(1).max(3).default(1),
  }),
  z.strictObject({ type: z.literal('Hover') }),
  z.strictObject({ type: z.literal('SetText'), text: z.string(), clear: z.boolean().default(true) }),
  /** In the syntax of the agents' `keyboard_input`: `{ENTER}`, `^a`. Without a target: into what has the focus. */
  z.strictObject({ type: z.literal('PressKeys'), keys: z.string().min(1) }),
  z.strictObject({ type: z.literal('Select'), values: z.array(z.string()).min(1) }),
  z.strictObject({ type: z.literal('Scroll'), delta_x: delta.default(0), delta_y: delta }),
  z.strictObject({ type: z.literal('Drag'), to: targetSchema }),
  z.strictObject({ type: z.literal('Navigate'), url: text.refine((url) => !hasLogin(url), { error: `expected ${noLogin}` }) }),
  z.strictObject({ type: z.literal('GoBack') }),
  z.strictObject({ type: z.literal('LaunchApp'), app_name: text }),
]);

/** In a file also its name among `screens` (flow-text.ts). */
const placedSchema = screenSchema.clone();

/** How long a compiled node waits for its screen. */
const waitMs = milliseconds.default(10_000);

/** The last six are ours; a document without them is valid in Clickweave. */
const nodeTypeSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('AiStep'),
    prompt: text,
    button_text: text.optional(),
    template_image: text.optional(),
    max_tool_calls: z.int().min(0).max(1_000).default(10),
    allowed_tools: z.array(text).optional(),
    timeout_ms: milliseconds.optional(),
    /** Ours: it stands for something that a run did, so that it is not done where it only looked. */
    must_act: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('TakeScreenshot'),
    mode: z.enum(['Screen', 'Window', 'Region']).default('Screen'),
    target: text.optional(),
    include_ocr: z.boolean().default(true),
    x: pixels.optional(),
    y: pixels.optional(),
    width: pixels.min(1).optional(),
    height: pixels.min(1).optional(),
  }),
  z.strictObject({
    type: z.literal('FindText'),
    search_text: text,
    match_mode: z.enum(['Contains', 'Exact']).default('Contains'),
    scope: text.optional(),
    select_result: text.optional(),
  }),
  z.strictObject({
    type: z.literal('FindImage'),
    /** PNG: a path on the host, or an artifact (`sha256:…`). */
    template_image: text,
    threshold: z.number().min(0).max(1).default(0.88),
    max_results: z.int().min(1).max(100).default(3),
  }),
  z.strictObject({
    type: z.literal('Click'),
    target: text.optional(),
    x: pixels.optional(),
    y: pixels.optional(),
    button: z.enum(['Left', 'Right', 'Center']).default('Left'),
    click_count: z.int().min(1).max(3).default(1),
  }),
  z.strictObject({ type: z.literal('TypeText'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('PressKey'), key: z.string().min(1), modifiers: z.array(text).default([]) }),
  z.strictObject({ type: z.literal('Scroll'), delta_y: delta, x: pixels.optional(), y: pixels.optional() }),
  z.strictObject({ type: z.literal('ListWindows'), app_name: text.optional() }),
  z.strictObject({
    type: z.literal('FocusWindow'),
    method: z.enum(['WindowId', 'AppName', 'Pid']).default('AppName'),
    value: text,
    bring_to_front: z.boolean().default(true),
  }),
  z.strictObject({ type: z.literal('McpToolCall'), tool_name: text, arguments: z.record(z.string(), z.unknown()).default({}) }),
  z.strictObject({
    type: z.literal('AppDebugKitOp'),
    operation_name: text,
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
  z.strictObject({ type: z.literal('If'), condition: conditionSchema }),
  z.strictObject({ type: z.literal('Switch'), cases: z.array(z.strictObject({ name: text, condition: conditionSchema })).min(1) }),
  z
    .strictObject({
      type: z.literal('Loop'),
      /** Ours: may be left out where the loop runs over lines. */
      exit_condition: conditionSchema.optional(),
      max_iterations: z.int().min(0).max(1_000_000).default(100),
      /** Ours: a variable with a text in each line; the loop runs once for each, and ends with the last. */
      over: text.optional(),
      /** Ours: the variable that has the present one. */
      as: text.optional(),
    })
    .refine(({ exit_condition, over }) => exit_condition !== undefined || over !== undefined, {
      path: ['exit_condition'],
      error: 'expected a condition; only a Loop `over` lines may be without one',
    }),
  z.strictObject({ type: z.literal('EndLoop'), loop_id: text }),
  z.strictObject({ type: z.literal('AgentTask'), request: text, max_steps: z.int().min(1).optional() }),
  z
    .strictObject({ type: z.literal('Ask'), question: text.optional(), confirmation: text.optional() })
    .refine(({ question, confirmation }) => (question === undefined) !== (confirmation === undefined), {
      path: ['question'],
      error: 'expected either a question or a confirmation, not both',
    }),
  z.strictObject({ type: z.literal('Flow'), name: text }),
  /** Waits for its screen and its target, then acts on it. */
  z.strictObject({
    type: z.literal('Act'),
    deed: deedSchema,
    target: targetSchema.optional(),
    screen: placedSchema.optional(),
    wait_ms: waitMs,
  }),
  /** Reads what stands in its target, between `before` and `after`. */
  z.strictObject({
    type: z.literal('Read'),
    target: targetSchema,
    before: z.string().default(''),
    after: z.string().default(''),
    screen: placedSchema.optional(),
    wait_ms: waitMs,
  }),
  /** Waits for a screen; where it does not come, the flow ends there. */
  z.strictObject({ type: z.literal('Expect'), screen: placedSchema, wait_ms: waitMs }),
]);

const nodeSchema = z.strictObject({
  id: text,
  name: text,
  node_type: nodeTypeSchema,
  enabled: z.boolean().default(true),
  /** Ours: why it is there. */
  comment: z.string().optional(),
  /** Attempts after the first. */
  retries: z.int().min(0).max(10).default(0),
  /** Ours: also retries an attempt whose outcome is unknown. */
  retry_unknown: z.boolean().default(false),
  /** Ours: the pause before the first retry. */
  retry_delay_ms: milliseconds.min(1).optional(),
  /** Ours: each further pause is that many times the one before. */
  retry_factor: z.number().min(1).max(10).optional(),
  timeout_ms: milliseconds.min(1).optional(),
  settle_ms: milliseconds.optional(),
  trace_level: z.enum(['Off', 'Minimal', 'Full']).default('Minimal'),
  expected_outcome: text.optional(),
  /** Ours: reads what became of it when its outcome is unknown. */
  effect_check: z.union([text, z.strictObject({ check: text, with: z.record(text, text).optional() })]).optional(),
  checks: z.array(checkSchema).default([]),
  position: z.strictObject({ x: z.number(), y: z.number() }).optional(),
});

const edgeOutputSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('IfTrue') }),
  z.strictObject({ type: z.literal('IfFalse') }),
  z.strictObject({ type: z.literal('SwitchCase'), name: text }),
  z.strictObject({ type: z.literal('SwitchDefault') }),
  z.strictObject({ type: z.literal('LoopBody') }),
  z.strictObject({ type: z.literal('LoopDone') }),
]);

const edgeSchema = z.strictObject({ from: text, to: text, output: edgeOutputSchema.optional() });

/** A variable that a run starts with. */
const fieldSchema = z.strictObject({
  /** As `{{var:NAME}}` refers to it. */
  name: z.string().regex(/^[\p{L}_][\p{L}\p{N}_]*$/u, { error: 'expected letters, digits and _' }),
  title: text.optional(),
  type: z.enum(['text', 'number', 'date', 'email', 'url']).default('text'),
  description: z.string().optional(),
  /** Absent: the run has to give it. */
  default: z.string().optional(),
});

/** What may come in front of any screen, and what closes it. */
export const interruptionSchema = z.strictObject({ name: text, close: targetSchema, texts: z.array(text).default([]) });

/** Where a compiled flow comes from. */
const originSchema = z.strictObject({
  run: text,
  request: z.string(),
  /** Origin or application that it begins in. */
  application: z.string().default(''),
  version: z.int().min(1).default(1),
  /** What that run took. */
  cost: z.strictObject({ usd: z.number().min(0), calls: z.int().min(0), tokens: z.int().min(0), ms: z.number().min(0) }).optional(),
  /** What the run did and the flow does not, in sentences. */
  left_out: z.array(z.string()).default([]),
});

export const flowSchema = z.strictObject({
  id: z.string().default(''),
  name: text,
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema).default([]),
  /** Ours: no node of it acts, so that an effect check may run it. */
  reads: z.boolean().optional(),
  /** Ours: what a run may be given. */
  form: z.array(fieldSchema).optional(),
  /** Ours: a template of the run's result. */
  result: text.optional(),
  /** Ours. */
  interruptions: z.array(interruptionSchema).optional(),
  /** Ours: the flow that logs in where a login screen comes. */
  log_in: text.optional(),
  /** Ours. */
  compiled: originSchema.optional(),
});

/** Values of `node_type.type`. */
export const nodeTypes = nodeTypeSchema.options.map(({ shape }) => shape.type.value);

export type FlowDocument = z.output<typeof flowSchema>;

/** The document as authors write it: fields with a default are optional. */
export type FlowInputDocument = z.input<typeof flowSchema>;

/** JSON Schema (draft 2020-12) of a flow document as authors write it. Unknown fields are allowed: they are only a warning. */
export function flowJsonSchema(): object {
  return {
    ...z.toJSONSchema(flowSchema.extend({ screens: z.record(text, screenSchema).optional() }), {
      io: 'input',
      override: ({ zodSchema, jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        if (zodSchema !== placedSchema) return;
        const { type, properties } = jsonSchema;
        delete jsonSchema.type;
        delete jsonSchema.properties;
        jsonSchema.anyOf = [{ type: 'string' }, { type, properties }];
      },
    }),
    title: 'steadyhand flow',
  };
}
