import { z } from 'zod';
import { createScriptedModel } from '../../../src/testing.js';

const schema = { name: 'reply', zod: z.object({ title: z.string(), note: z.string().nullable() }) };
const request = { role: 'app', messages: [{ role: 'user', text: 'Name it.' }], schema, signal: new AbortController().signal } as const;

test('CL2: a script writes only the relevant part of a reply; the rest is filled in, and the turn is remembered', async () => {
  const model = createScriptedModel(({ text }) => ({ title: text }));
  expect(await model.complete(request)).toMatchObject({ value: { title: 'Name it.', note: null }, usage: { modelCalls: 1, costUsd: 0 } });
  expect(model.turns()).toEqual([{ role: 'app', text: 'Name it.', fields: ['title', 'note'], images: 0 }]);
});

test('CL2: a reply that the schema refuses fails', async () => {
  await expect(createScriptedModel(() => ({ title: 7 })).complete(request)).rejects.toThrow(/title/);
});
