// What a model may call: the functions of the table of actions, each with what is derived from its arguments: its signature in the prompt, the JSON schema of its arguments, the check of a call.
//
// function-1. On the wire every key is required (strict schemas have no optional ones); in a reply a missing key takes its default, and null counts as missing.
// wire-1. The alternatives on the wire start with different keys: OpenAI's strict mode refuses an `anyOf` whose objects begin with the same key.
import { z } from 'zod';
import { functionWords } from '../action/actions.js';
import { argumentKinds } from '../action/arguments.schema.js';
import type { NamedFunction } from '../action/columns.js';
import type { ControlRef } from '../ui/control.js';
import { findControl, invalid, namesControl, noTarget, type ActionRun, type Scene } from '../action/call-references.js';

export interface AgentFunction extends Pick<NamedFunction, 'name' | 'description' | 'effect' | 'aims' | 'inBrowsers'> {
  readonly agent: 'app' | 'host';
  /** With defaults, as the model reads it: `text, clear_current_text=false`. */
  readonly signature: string;
  /** JSON schema of its arguments, limited to what strict schemas allow: types and enums. */
  readonly wire: object;
  /** Turns a call into an action. A wrong call becomes `invalid`; nothing is thrown. `args`: complete when valid. */
  decide(args: Arguments, label: string, scene: Scene): Decided;
}

type Arguments = Readonly<Record<string, unknown>>;

export interface Decided {
  readonly args: Arguments;
  readonly target?: ControlRef;
  readonly run: ActionRun;
}

/** In the order in which a model reads them. */
export const agentFunctions = functionWords.map(agentFunction);

export function agentFunction(word: NamedFunction): AgentFunction {
  const { name, args: kinds, description, effect, agent = 'app', inBrowsers, aims } = word;
  const schema = z.object(Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, argumentKinds[kind]])));
  const properties = propertiesOf(schema);
  const signature = signatureOf(properties);
  return {
    ...{ name, description, effect, agent, inBrowsers, aims, signature },
    wire: wireOf(properties),
    decide(args, label, scene) {
      const parsed = schema.safeParse(args);
      if (parsed.success) return { args: parsed.data, ...aimed(word, parsed.data, label, scene) };
      const problem = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
      return { args, run: wrongArguments(name, signature, problem) };
    },
  };
}

function aimed(word: NamedFunction, args: Arguments, label: string, scene: Scene): Omit<Decided, 'args'> {
  const { name, aims } = word;
  const target = aims === 'point' || aims === 'nothing' ? undefined : findControl(label, scene.controls);
  if (target) return { target, run: word.run(args, { ...scene, target }) };
  if (aims === 'control' || (aims !== 'point' && aims !== 'nothing' && namesControl(label))) return { run: noTarget(name, label, scene) };
  return { run: word.run(args, { ...scene, target }) };
}

/** What an agent is offered in this kind of application. */
export function functionsOf(agent: 'app' | 'host', browser = true): readonly AgentFunction[] {
  return agentFunctions.filter((each) => each.agent === agent && (!each.inBrowsers || browser));
}

/** Of those that an agent may call. */
export function functionNamed(name: string, agent: 'app' | 'host'): AgentFunction | undefined {
  return agentFunctions.find((each) => each.agent === agent && each.name === name);
}

/** `Args` on the wire: one alternative per shape of arguments that this agent's functions take. */
export function wireArguments(agent: 'app' | 'host'): Readonly<Record<string, unknown>> {
  const shapes = [...functionsOf(agent).map(({ wire }) => wire), noArguments].map((shape) => JSON.stringify(shape));
  return { anyOf: [...new Set(shapes)].map((shape) => JSON.parse(shape) as unknown) };
}

const noArguments = { type: 'object', properties: {}, required: [], additionalProperties: false };

export function wrongArguments(name: string, signature: string, problem: string): ActionRun {
  return invalid('invalid-arguments', `${name}: ${problem}. It takes {${signature}}.`);
}

interface Property {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Property;
  readonly default?: unknown;
  /** Its signature shows only the default: another function's lists the choices. */
  readonly brief?: true;
}

type Properties = readonly (readonly [string, Property])[];

function propertiesOf(schema: z.ZodObject): Properties {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'output' }) as { readonly properties?: Readonly<Record<string, Property>> };
  return Object.entries(properties);
}

/** Required arguments come first. */
function signatureOf(properties: Properties): string {
  const required = properties.filter(([, property]) => property.default === undefined).map(([key]) => key);
  const optional = properties.filter(([, property]) => property.default !== undefined);
  return [...required, ...optional.map(([key, property]) => `${key}=${choicesOf(property)}`)].join(', ');
}

function choicesOf({ default: usual, enum: allowed = [], brief }: Property): string {
  const others = brief ? [] : allowed.filter((choice) => choice !== usual);
  return [usual, ...others].map((choice) => JSON.stringify(choice)).join('|');
}

/** function-1. */
function wireOf(properties: Properties): object {
  const plain = properties.map(([key, property]) => [key, plainProperty(property)] as const);
  return { type: 'object', properties: Object.fromEntries(plain), required: plain.map(([key]) => key), additionalProperties: false };
}

function plainProperty({ type, enum: allowed, items }: Property): object {
  return { type, enum: allowed, items: items === undefined ? undefined : plainProperty(items) };
}
