import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { flowJsonSchema } from '../../../src/domain/flow/json-schema.schema.js';

test('docs/flow.schema.json is what `steadyhand flow schema` prints', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('../../../docs/flow.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(JSON.parse(JSON.stringify(flowJsonSchema())));
});

test('fields that nobody knows are allowed in it, as reading them is a warning', () => {
  expect(JSON.stringify(flowJsonSchema())).not.toContain('"additionalProperties":false');
});
