// The form of a function that a model may call, and what is derived from its literal: its signature, the JSON schema of its arguments, the check of a call.
//
// function-1. On the wire every key is required (strict schemas have no optional ones); in a reply a missing key takes its default, and null counts as missing.
import { z } from 'zod';
import type { ControlRef } from '../ui/control.js';
import type { ActionEffect } from '../run/decided-action.js';
import { findControl, invalid, namesControl, noTarget, type ActionRun, type Scene } from './scene.js';

interface Facts<N extends string, S extends z.ZodRawShape> {
  readonly name: N;
  /** Key order is that of the wire schema. */
  readonly args: S;
  /** As the model reads it. */
  readonly description: string;
  readonly effect: ActionEffect;
  readonly agent: 'app' | 'host';
  /** Only offered where the application has an address. */
  readonly inBrowsers?: true;
}

/** What a function acts on: the control of `ControlLabel`, required or optional; that or a place among its arguments; a point in the screenshot; or nothing on the screen. */
type Aimed<S extends z.ZodRawShape> =
  | {
      readonly aims: 'control';
      readonly run: (args: z.infer<z.ZodObject<S>>, scene: Scene & { readonly target: ControlRef }) => ActionRun;
    }
  | {
      readonly aims: 'control-or-screen' | 'control-or-place';
      readonly run: (args: z.infer<z.ZodObject<S>>, scene: Scene & { readonly target: ControlRef | undefined }) => ActionRun;
    }
  | { readonly aims: 'point' | 'nothing'; readonly run: (args: z.infer<z.ZodObject<S>>, scene: Scene) => ActionRun };

export interface AgentFunction<N extends string = string> extends Omit<Facts<N, z.ZodRawShape>, 'args'> {
  readonly aims: Aimed<z.ZodRawShape>['aims'];
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

export function defineFunction<const N extends string, S extends z.ZodRawShape>(literal: Facts<N, S> & Aimed<S>): AgentFunction<N> {
  const { args: shape, run: _, ...facts } = literal;
  const schema = z.object(shape);
  const properties = propertiesOf(schema);
  const signature = signatureOf(properties);
  return {
    ...facts,
    signature,
    wire: wireOf(properties),
    decide(args, label, scene) {
      const parsed = schema.safeParse(args);
      if (!parsed.success) {
        const problem = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
        return { args, run: wrongArguments(facts.name, signature, problem) };
      }
      return { args: parsed.data, ...aimed(literal, parsed.data, label, scene) };
    },
  };
}

function aimed<S extends z.ZodRawShape>(
  literal: { readonly name: string } & Aimed<S>,
  args: z.infer<z.ZodObject<S>>,
  label: string,
  scene: Scene,
): Omit<Decided, 'args'> {
  if (literal.aims === 'point' || literal.aims === 'nothing') return { run: literal.run(args, scene) };
  const target = findControl(label, scene.controls);
  if (target) return { target, run: literal.run(args, { ...scene, target }) };
  if (literal.aims !== 'control' && !namesControl(label)) return { run: literal.run(args, { ...scene, target }) };
  return { run: noTarget(literal.name, label, scene) };
}

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
