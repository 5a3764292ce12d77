// A hand of the torture: the one that users have, with the named points wrapped around its device and its journal. `node hand.mjs <folder of the device>`
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runDeviceProcess } from '../../dist/device-process.js';
import { createPoints, rootOf } from './points.mjs';
import { workerFile } from './victims.mjs';

const [own] = process.argv.slice(2);
const devices = dirname(own);
const home = dirname(devices);
const record = join(devices, `${basename(own).replace(/-\d+$/, '')}.json`);

const points = createPoints({
  home,
  folder: dirname(home),
  runNow: () => rootOf(readJson(record)?.ownerWorkflowId),
  worker: () => Number(readText(join(home, workerFile))),
});
await runDeviceProcess(own, points.aroundDevice);

function readJson(file) {
  try {
    return JSON.parse(readText(file));
  } catch {
    return undefined;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
