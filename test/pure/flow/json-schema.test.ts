import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { flowJsonSchema } from '../../../src/domain/flow/document.schema.js';

test('docs/flow.schema.json is what `steadyhand flow schema` prints', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('../../../docs/flow.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(JSON.parse(JSON.stringify(flowJsonSchema())));
});

test('unknown fields are allowed in it, since reading them is only a warning', () => {
  expect(JSON.stringify(flowJsonSchema())).not.toContain('"additionalProperties":false');
});
