import { z } from 'zod';
import { fillSchema } from '../../../src/testing/fill-schema.js';

const schema = z.object({
  title: z.string(),
  note: z.string().nullable(),
  tags: z.array(z.object({ name: z.string(), weight: z.number() })),
  level: z.enum(['low', 'high']),
  save: z.object({ save: z.boolean(), reason: z.string() }),
  extra: z.object({ text: z.string() }).nullable(),
});

describe('completing a reply', () => {
  test('fills every required property with the emptiest value that the schema allows', () => {
    const reply = fillSchema(z.toJSONSchema(schema), {});
    expect(reply).toEqual({ title: '', note: null, tags: [], level: 'low', save: { save: false, reason: '' }, extra: null });
    expect(schema.parse(reply)).toEqual(reply);
  });

  test('keeps what the script wrote, completes it inside lists and objects, and leaves out what the schema does not name', () => {
    const reply = fillSchema(z.toJSONSchema(schema), {
      title: 'Hello',
      tags: [{ name: 'a' }],
      save: { save: true },
      extra: { text: 'x' },
      unasked: 1,
    });
    expect(reply).toEqual({
      title: 'Hello',
      note: null,
      tags: [{ name: 'a', weight: 0 }],
      level: 'low',
      save: { save: true, reason: '' },
      extra: { text: 'x' },
    });
  });

  test('chooses the shape of arguments whose keys match best', () => {
    const shapes = z.union([
      z.object({ button: z.string(), double: z.boolean() }),
      z.object({ clear: z.boolean(), text: z.string() }),
      z.object({}),
    ]);
    const json = z.toJSONSchema(z.object({ args: shapes }));
    expect(fillSchema(json, { args: { text: 'hi' } })).toEqual({ args: { text: 'hi', clear: false } });
    expect(fillSchema(json, { args: { button: 'left' } })).toEqual({ args: { button: 'left', double: false } });
    expect(fillSchema(json, { args: {} })).toEqual({ args: {} });
  });

  test('follows references', () => {
    const json = {
      type: 'object',
      properties: { inner: { $ref: '#/$defs/inner' } },
      $defs: { inner: { type: 'object', properties: { list: { type: 'array' } } } },
    };
    expect(fillSchema(json, {})).toEqual({ inner: { list: [] } });
  });
});
