import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { withTables } from '../../../scripts/settings.mjs';
import { configSchema } from '../../../src/config/config.schema.js';
import { variables } from '../../../src/config/environment.js';

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');

/** Without the padding of tables, which the formatter adds. */
const cells = (text: string): string => text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---');

test('the tables of docs/configuration.md are those of the schema (npm run settings writes them)', () => {
  expect(cells(page)).toBe(cells(withTables(page, { schema: configSchema, variables })));
});

test('a setting without a table, with two, or without a description is refused', () => {
  const about = { variables: new Map(), schema: z.object({ told: z.string().describe('What it is.'), untold: z.string() }) };
  const table = (names: string): string => `<!-- settings ${names} --><!-- /settings -->\n`;
  expect(() => withTables(table('told'), about)).toThrow('has no table for untold');
  expect(() => withTables(table('told') + table('told'), about)).toThrow('has a table already');
  expect(() => withTables(table('told, untold'), about)).toThrow('untold has no description');
});

test('docs/configuration.md names every variable of ours that the code reads', () => {
  const setByUs = ['STEADYHAND_DISPLAY', 'STEADYHAND_NOTICE_ID'];
  const source = new URL('../../../src/', import.meta.url);
  const read = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'config/gone.ts')
    .flatMap((name) => readFileSync(new URL(name, source), 'utf8').match(/\bSTEADYHAND_[A-Z_]*[A-Z]\b/g) ?? []);
  expect([...new Set(read)].sort().filter((name) => !page.includes(name))).toEqual(setByUs);
});
