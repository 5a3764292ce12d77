// A host of the torture: the worker as users run it, with the named points wrapped around its ports. `node worker.mjs <folder of the torture>`, in its own data folder.
// It never outlives the torture: it exits when its standard input ends.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { loadConfig } from '../../dist/config/config.js';
import { findTemporal } from '../../dist/client/temporal-connection.js';
import { startWorker } from '../../dist/worker.js';
import { createPoints } from './points.mjs';
import { devicesOf, kill, workerFile } from './victims.mjs';

const deviceProgram = fileURLToPath(new URL('hand.mjs', import.meta.url));

const [folder] = process.argv.slice(2);
const config = loadConfig();
const points = createPoints({ home: config.home, folder });
writeFileSync(join(config.home, workerFile), String(process.pid));

process.stdin.resume().on('end', () => {
  for (const { processes } of devicesOf(config.home)) processes.forEach(kill);
  process.exit(1);
});

const logger = new DefaultLogger('DEBUG', (entry) => {
  points.logged(entry);
  if (entry.level === 'ERROR') process.stderr.write(`${entry.message} ${entry.meta?.error ?? ''}\n`);
});
Runtime.install({ shutdownSignals: [], logger });
const log = (text) => void process.stderr.write(`${text}\n`);
const worker = await startWorker({ config, server: findTemporal(config.home), log, around: { ...points.aroundWorker, deviceProgram } });
await worker.ended;
