import { z } from 'zod';
import { schemaText } from '../../../src/adapters/model-kit/prompt.js';
import { wireSchema } from '../../../src/adapters/model-kit/json-reply.js';
import {
  appReplySchema,
  appSequenceReplySchema,
  evaluationReplySchema,
  hostReplySchema,
} from '../../../src/domain/agent/replies.schema.js';

describe('HE39: a schema as a type', () => {
  test.each([
    ['fields', z.object({ a: z.string(), b: z.number(), c: z.boolean() }), '{a: string, b: number, c: boolean}'],
    ['no fields', z.object({}), '{}'],
    ['names that are no identifiers', z.object({ 'a-b': z.string(), '2': z.null() }), '{"2": null, "a-b": string}'],
    ['what may be null', z.object({ a: z.string().nullable() }), '{a: string | null}'],
    ['choices', z.object({ a: z.enum(['x', 'y']), b: z.literal('z') }), '{a: "x" | "y", b: "z"}'],
    ['lists', z.object({ a: z.array(z.string()), b: z.array(z.enum(['x', 'y'])) }), '{a: string[], b: ("x" | "y")[]}'],
    [
      'lists of either',
      z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.array(z.null()) })])),
      '({a: string} | {b: null[]})[]',
    ],
    ['a list of objects with choices', z.array(z.object({ a: z.enum(['x', 'y']) })), '{a: "x" | "y"}[]'],
    ['descriptions', z.object({ a: z.string().describe('Why,\nin short.'), b: z.null() }), '{\na: string // Why, in short.\nb: null\n}'],
    ['what may be anything', z.object({ a: z.unknown() }), '{a: any}'],
    ['limits', z.object({ a: z.number().min(0).max(1) }), '{a: number /* {"minimum":0,"maximum":1} */}'],
  ])('has %s', (_, schema, text) => {
    expect(schemaText(wireSchema(schema))).toBe(text);
  });

  test.each(Object.entries({ appReplySchema, appSequenceReplySchema, evaluationReplySchema, hostReplySchema }))(
    'of %s has every field and description, in little more than half of the characters',
    (_, schema) => {
      const json = wireSchema(schema);
      const text = schemaText(json);
      const said = new Set<string>();
      collect(json, said);
      expect(said.size).toBeGreaterThan(5);
      expect([...said].filter((each) => !text.includes(each))).toEqual([]);
      expect(text).not.toContain('/*');
      expect(text.length).toBeLessThan(JSON.stringify(json).length * 0.55);
    },
  );
});

/** Names of fields, descriptions and choices. */
function collect(node: unknown, said: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties = {}, description, enum: choices = [], ...rest } = node as Record<string, never>;
  if (description) said.add(description);
  for (const choice of choices as readonly string[]) said.add(choice);
  for (const [name, schema] of Object.entries(properties)) {
    said.add(name);
    collect(schema, said);
  }
  Object.values(rest).forEach((child) => collect(child, said));
}
