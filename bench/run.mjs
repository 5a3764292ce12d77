// npm run bench: the figures that the README promises, measured here and now. Each is a ratio inside this run; a missed target is told and fails nothing, a bench that breaks does.
//   npm run bench -- --only engine,observe      single parts
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { installBenchPackages } from './lib/install.mjs';
import { table } from './lib/figures.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const parts = {
  engine: async () => (await import('./parts/engine.mjs')).measureEngine,
  throughput: async () => (await import('./parts/throughput.mjs')).measureThroughput,
  memory: async () => (await import('./parts/memory.mjs')).measureMemory,
  flow: async () => (await import('./parts/flow.mjs')).measureFlow,
  observe: async () => (await import('./parts/observe.mjs')).measureObserve,
  action: async () => (await import('./parts/action.mjs')).measureAction,
  recovery: async () => (await import('./parts/recovery.mjs')).measureRecovery,
  waiting: async () => (await import('./parts/waiting.mjs')).measureWaiting,
  pictures: async () => (await import('./parts/pictures.mjs')).measurePictures,
  prompt: async () => (await import('./parts/prompt.mjs')).measurePrompt,
};

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = values.only?.split(',') ?? Object.keys(parts);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

const dim = process.stdout.isTTY ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text;
const started = new Date();
await installBenchPackages((text) => console.log(dim(text)));
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });

const figures = [];
for (const part of chosen) {
  console.log(`\n${part}`);
  const begun = performance.now();
  const measure = await parts[part]();
  const measured = await measure((text) => console.log(dim(`  ${text}`)));
  figures.push(...measured.map((figure) => ({ part, ...figure })));
  console.log(table(measured));
  console.log(dim(`  ${Math.round((performance.now() - begun) / 1000)} s`));
}

const results = join(here, 'results');
mkdirSync(results, { recursive: true });
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? '',
  cores: cpus().length,
};
writeFileSync(join(results, 'latest.json'), `${JSON.stringify({ at: started.toISOString(), machine, figures }, null, 2)}\n`);

if (chosen.length > 1) console.log(`\n${table(figures)}`);
const missed = figures.filter(({ met }) => met === false);
console.log(missed.length === 0 ? '\nEvery target is met.' : `\nMissed: ${missed.map(({ part, name }) => `${part}: ${name}`).join('; ')}`);
console.log(`Figures: ${join(results, 'latest.json')}`);
