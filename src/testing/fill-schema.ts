// Completes a reply so that it satisfies a strict JSON schema: every property present, no others. A script writes only the fields that
// matter.
import { withList } from '../domain/agent/replies.schema.js';

/** The part of JSON Schema that is read. */
interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/**
 * A field missing from `value` becomes null where the schema allows it, else the emptiest value of its type. Unknown properties are
 * dropped. One action where the schema asks for a list of them is a list of one.
 */
export function fillSchema(schema: object, value: unknown): unknown {
  const { properties = {} }: JsonSchema = schema;
  return fill(schema, 'Actions' in properties ? withList(value) : value, schema);
}

function fill(schema: JsonSchema, value: unknown, root: JsonSchema): unknown {
  const plain = resolve(schema, root);
  if (plain.properties && (value === undefined || isRecord(value))) {
    if (value === undefined && allowsNull(plain)) return null;
    return Object.fromEntries(Object.entries(plain.properties).map(([name, property]) => [name, fill(property, value?.[name], root)]));
  }
  const variants = plain.anyOf ?? plain.oneOf;
  if (variants) return fillVariant(variants, value, root);
  const { items } = plain;
  if (Array.isArray(value) && items) return value.map((item) => fill(items, item, root));
  return value === undefined ? emptyValue(plain) : value;
}

function fillVariant(variants: readonly JsonSchema[], value: unknown, root: JsonSchema): unknown {
  const plain = variants.map((variant) => resolve(variant, root));
  if (value === undefined || value === null) {
    return plain.some(allowsNull) ? null : fill(plain[0] ?? {}, undefined, root);
  }
  const fitting = plain.filter((variant) => typeNames(variant).length === 0 || typeNames(variant).includes(typeName(value)));
  return fill(nearest(fitting, value), value, root);
}

/** Among object shapes, the one whose keys differ least from the value's. */
function nearest(variants: readonly JsonSchema[], value: unknown): JsonSchema {
  if (!isRecord(value)) return variants[0] ?? {};
  const distance = ({ properties = {} }: JsonSchema): number => {
    const [there, wanted] = [Object.keys(value), Object.keys(properties)];
    return there.filter((key) => !wanted.includes(key)).length + wanted.filter((key) => !there.includes(key)).length;
  };
  return [...variants].sort((one, other) => distance(one) - distance(other))[0] ?? {};
}

const empty: Readonly<Record<string, unknown>> = { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} };

function emptyValue(schema: JsonSchema): unknown {
  if (allowsNull(schema)) return null;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  return empty[typeNames(schema)[0] ?? ''] ?? null;
}

function allowsNull(schema: JsonSchema): boolean {
  return typeNames(schema).includes('null') || schema.const === null || (schema.enum?.includes(null) ?? false);
}

function typeNames(schema: JsonSchema): readonly string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if ('const' in schema) return [typeName(schema.const)];
  return schema.properties ? ['object'] : [];
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const path = schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .filter((part) => part !== '#');
  return path.reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), root) as JsonSchema;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
