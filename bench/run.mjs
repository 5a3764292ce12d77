// npm run bench: measures the figures of docs/benchmarks.md. A missed target is reported and fails nothing; a bench that breaks fails.
//   npm run bench -- --only engine,observe      single parts
//   npm run bench -- --only explorer-sites:pino   of a part, the cases whose names contain that
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { Command, InvalidArgumentError, Option } from 'commander';
import { installBenchPackages } from './lib/install.mjs';
import { table } from './lib/figures.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const parts = {
  engine: async () => (await import('./parts/engine.mjs')).measureEngine,
  throughput: async () => (await import('./parts/throughput.mjs')).measureThroughput,
  encryption: async () => (await import('./parts/encryption.mjs')).measureEncryption,
  memory: async () => (await import('./parts/memory.mjs')).measureMemory,
  footprint: async () => (await import('./parts/footprint.mjs')).measureFootprint,
  flow: async () => (await import('./parts/flow.mjs')).measureFlow,
  parts: async () => (await import('./parts/parts.mjs')).measureParts,
  acts: async () => (await import('./parts/acts.mjs')).measureActs,
  observe: async () => (await import('./parts/observe.mjs')).measureObserve,
  hands: async () => (await import('./parts/hands.mjs')).measureHands,
  guard: async () => (await import('./parts/guard.mjs')).measureGuard,
  controls: async () => (await import('./parts/controls.mjs')).measureControls,
  desktop: async () => (await import('./parts/desktop.mjs')).measureDesktop,
  hand: async () => (await import('./parts/hand.mjs')).measureHand,
  action: async () => (await import('./parts/action.mjs')).measureAction,
  recovery: async () => (await import('./parts/recovery.mjs')).measureRecovery,
  waiting: async () => (await import('./parts/waiting.mjs')).measureWaiting,
  pictures: async () => (await import('./parts/pictures.mjs')).measurePictures,
  'picture-formats': async () => (await import('./parts/picture-formats.mjs')).measurePictureFormats,
  explorer: async () => (await import('./parts/explorer.mjs')).measureExplorer,
  'explorer-model': async () => (await import('./parts/explorer-model.mjs')).measureExplorerModel,
  'explorer-sites': async () => (await import('./parts/explorer-sites.mjs')).measureSites,
  'repeat-miniwob': async () => (await import('./parts/repeat-miniwob.mjs')).measureRepeatMiniwob,
  'repeat-shop': async () => (await import('./parts/repeat-shop.mjs')).measureRepeatShop,
  report: async () => (await import('./parts/report.mjs')).measureReport,
  procedure: async () => (await import('./parts/procedure.mjs')).measureProcedure,
  prompt: async () => (await import('./parts/prompt.mjs')).measurePrompt,
  prompts: async () => (await import('./parts/prompts.mjs')).measurePrompts,
  labels: async () => (await import('./parts/labels.mjs')).measureLabels,
  repeat: async () => (await import('./parts/repeat.mjs')).measureRepeat,
  walks: async () => (await import('./parts/walks.mjs')).measureWalks,
};

const { only: chosen } = new Command('bench')
  .description(
    'Measures the figures of docs/benchmarks.md, most of them as ratios within this run, and writes them to bench/results/latest.json.',
  )
  .addOption(
    new Option('--only <parts>', `comma-separated, of ${Object.keys(parts).join(', ')}`).argParser(partsOf).default(
      Object.keys(parts).map((part) => ({ part })),
      'all of them',
    ),
  )
  .addHelpText(
    'after',
    '\nExit code: 0 when everything was measured, whether or not the targets are met; 1 when something broke; 2 for a wrong option.',
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts();

const dim = process.stdout.isTTY ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text;
const started = new Date();
await installBenchPackages((text) => console.log(dim(text)));
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });

const figures = [];
for (const { part, cases } of chosen) {
  console.log(`\n${part}`);
  const begun = performance.now();
  const measure = await parts[part]();
  const measured = await measure((text) => console.log(dim(`  ${text}`)), cases);
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

function partsOf(text) {
  const wanted = text.split(',').map((name) => {
    const [part = '', cases] = name.trim().split(':');
    return { part, cases };
  });
  const unknown = wanted.map(({ part }) => part).filter((part) => !Object.hasOwn(parts, part));
  if (unknown.length > 0) throw new InvalidArgumentError(`Unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  return wanted;
}
