// npm run settings: the tables of docs/configuration.md, from the schema of the configuration and the variables that set its fields. `npm run check` compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { buildAll } from './build.mjs';
import { run } from './lib/commands.mjs';
import { root } from './lib/tools.mjs';

const marked = /<!-- settings (.+?) -->[\s\S]*?<!-- \/settings -->/g;

/**
 * The page with its tables as the schema has them: each stands between `<!-- settings a, b -->` and `<!-- /settings -->`, with the fields below `a` and `b`.
 * Throws where a field of the schema is in no table or in two, or has no description.
 */
export function withTables(page, { schema, variables }) {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fields = fieldsOf(whole);
  const left = new Set(Object.keys(whole.properties));
  const text = page.replace(marked, (_, names) => {
    const rows = names.split(', ').flatMap((name) => {
      if (!left.delete(name)) throw new Error(`docs/configuration.md: there is no setting ${name}, or it has a table already.`);
      return fields.filter(({ path }) => path === name || path.startsWith(`${name}.`));
    });
    return `<!-- settings ${names} -->\n\n${tableOf(rows, variables)}\n\n<!-- /settings -->`;
  });
  if (left.size > 0) throw new Error(`docs/configuration.md has no table for ${[...left].join(', ')}.`);
  return text;
}

/** What can be set below a field: of an object its fields, of a map those of an entry, where these are explained. */
function fieldsOf(schema, path = []) {
  const { properties = {}, anyOf = [], additionalProperties: entry } = schema;
  const own = new Map();
  for (const [name, field] of [properties, ...anyOf.map((one) => one.properties ?? {})].flatMap(Object.entries))
    if (!own.has(name)) own.set(name, field);
  const below = [...own].flatMap(([name, field]) => [{ path: [...path, name].join('.'), ...field }, ...fieldsOf(field, [...path, name])]);
  const ofEntry = typeof entry === 'object' ? fieldsOf(entry, [...path, '<name>']) : [];
  return [...below, ...(ofEntry.some(({ description }) => description !== undefined) ? ofEntry : [])];
}

function tableOf(fields, variables) {
  const rows = fields.flatMap(({ path, description, properties, default: value }) => {
    if (description === undefined && properties) return [];
    if (description === undefined) throw new Error(`${path} has no description in the schema of the configuration.`);
    // A variable may set one entry of a map, as those of the models for single roles do.
    const own = [...variables].filter(
      ([, { path: set }]) => set.join('.') === path || (!properties && set.join('.').startsWith(`${path}.`)),
    );
    return [`| ${[`\`${path}\`${shown(value)}`, ...own.map(([name]) => `\`${name}\``)].join(', ')} | ${description} |`];
  });
  return ['| setting (default), variable | meaning |', '| --- | --- |', ...rows].join('\n');
}

function shown(value) {
  const text = JSON.stringify(value);
  if (text === undefined || text === '[]' || text === '{}') return '';
  if (Array.isArray(value) && value.length > 3) return ` (${value.length} built-in)`;
  return ` (\`${typeof value === 'string' ? value : text}\`)`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildAll();
  const { configSchema: schema } = await import('../dist/config/config.schema.js');
  const { variables } = await import('../dist/config/environment.js');
  const file = join(root, 'docs', 'configuration.md');
  writeFileSync(file, withTables(readFileSync(file, 'utf8'), { schema, variables }));
  await run(process.execPath, [join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), file]);
}
