// npm run api [-- --update]: checks each entry point's declarations against api/; with --update writes them there. So every change of the API shows
// in the diff of its commit.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.mjs';
import { apiReports } from './lib/api-report.mjs';
import { runSetup } from './lib/programs.mjs';
import { step, SetupError } from './lib/steps.mjs';
import { root } from './lib/tools.mjs';

/** Throws `SetupError` with the entries that differ. @returns {string} what it found */
export function checkApi({ update = false } = {}) {
  const reports = apiReports(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const changed = [...reports].filter(([entry, report]) => read(fileOf(entry)) !== report);
  if (update) {
    mkdirSync(join(root, 'api'), { recursive: true });
    for (const [entry, report] of changed) writeFileSync(fileOf(entry), report);
    return changed.length === 0 ? 'unchanged' : `written: ${changed.map(([entry]) => entry).join(', ')}`;
  }
  if (changed.length > 0)
    throw new SetupError(
      `The API of ${changed.map(([entry]) => entry).join(', ')} differs from api/. If that is intended, run \`npm run api -- --update\` and commit it.`,
    );
  return `${reports.size} entry points match api/`;
}

function fileOf(entry) {
  return join(root, 'api', `${entry === '.' ? 'client' : entry.slice(2)}.md`);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runSetup(async () => {
    await step('Build', () => buildAll({ types: true }));
    await step('API', () => checkApi({ update: process.argv.includes('--update') }));
  });
}
