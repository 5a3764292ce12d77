// Arguments of each function, as the wire asks for them and as a reply is checked.
//
// F1. On the wire every key is required (strict schemas know no optional ones); in a reply a missing key takes its default, and null counts as missing.
// F2. The first keys of the alternatives differ: the strict mode of OpenAI refuses an `anyOf` whose objects begin with the same key.
import { z } from 'zod';
import { functionsOf, type AgentFunctionName } from './functions.js';

const button = z.enum(['left', 'right', 'middle']).default('left');
const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()).default(false);
const fraction = z.coerce.number().min(0).max(1);
const word = z.preprocess((value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value), z.string());
const words = z.preprocess((value) => (typeof value === 'string' || typeof value === 'number' ? [value] : value), z.array(word).min(1));

/** Key order is the wire's; see F2. */
export const argumentSchemas = {
  click_input: z.object({ button, double: flag }),
  click_on_coordinates: z.object({ x: fraction, y: fraction, button, double: flag }),
  drag_on_coordinates: z.object({ start_x: fraction, start_y: fraction, end_x: fraction, end_y: fraction }),
  set_edit_text: z.object({ clear_current_text: flag, text: word }),
  keyboard_input: z.object({ keys: z.string().min(1) }),
  wheel_mouse_input: z.object({ wheel_dist: z.coerce.number().min(-100).max(100) }),
  select_option: z.object({ values: words }),
  texts: z.object({}),
  wait: z.object({ seconds: z.coerce.number().positive().max(300) }),
  summary: z.object({ text: word }),
  annotation: z.object({ control_labels: words }),
  navigate: z.object({ url: z.string().min(1) }),
  go_back: z.object({}),
  select_application: z.object({ id: word.pipe(z.string().min(1)) }),
  launch_application: z.object({ name: z.string().min(1) }),
} as const satisfies Record<AgentFunctionName, z.ZodObject>;

export type ArgumentsOf<N extends AgentFunctionName> = z.infer<(typeof argumentSchemas)[N]>;

/** `Args` on the wire: one alternative for each shape of arguments that this agent's functions take. */
export function wireArguments(agent: 'app' | 'host'): Readonly<Record<string, unknown>> {
  const shapes = functionsOf(agent).map(({ name }) => JSON.stringify(shapeOf(argumentSchemas[name])));
  const empty = JSON.stringify(shapeOf(z.object({})));
  return { anyOf: [...new Set([...shapes, empty])].map((shape) => JSON.parse(shape) as unknown) };
}

/** `Args` of a reply: an object, the JSON text of one, or nothing. Undefined when it is something else. */
export function parseArguments(args: unknown): Readonly<Record<string, unknown>> | undefined {
  if (args === null || args === undefined || args === '') return {};
  if (typeof args === 'string') return parseArgumentText(args);
  if (typeof args !== 'object' || Array.isArray(args)) return undefined;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function parseArgumentText(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? undefined : parseArguments(value);
  } catch {
    return undefined;
  }
}

// Only what strict schemas allow: types and enums, every key required.
function shapeOf(schema: z.ZodObject): unknown {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'output' });
  const plain = Object.entries(properties).map(([key, property]) => [key, plainProperty(property)] as const);
  return { type: 'object', properties: Object.fromEntries(plain), required: plain.map(([key]) => key), additionalProperties: false };
}

function plainProperty(property: unknown): unknown {
  const { type, enum: allowed, items } = property as { readonly type?: unknown; readonly enum?: unknown; readonly items?: unknown };
  return { type, ...(allowed === undefined ? {} : { enum: allowed }), ...(items === undefined ? {} : { items: plainProperty(items) }) };
}
