import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { variables } from '../../../src/config/environment.js';
import { configSchema } from '../../../src/config/config.schema.js';

const text = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

function fieldsOf({ properties = {} }: Schema, parent = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties ? fieldsOf(schema, `${parent}${name}.`) : [parent + name],
  );
}

const fields = fieldsOf(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as Schema);

test.each([...fields, ...variables.keys()])('docs/configuration.md documents %s', (name) => {
  expect(text).toContain(`\`${name}\``);
});

test('docs/configuration.md documents no field that does not exist', () => {
  const told = [
    ...text.matchAll(/^\| `(\w+\.\w+|home|shared|slots|maxCachedWorkflows|metrics|traces|kinds|apps|secrets|temporalCli)` +\|/gm),
  ].map(([, field]) => field);
  expect(told.filter((field) => !fields.includes(field ?? ''))).toEqual([]);
  expect(told.length).toBeGreaterThan(40);
});
