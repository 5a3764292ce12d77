// Which end-to-end files run when. `npm test` has those below; `npm run test:all` has all of them, in buckets that .ci/run takes one of.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

const timesFile = join(root, 'test', 'times.json');
/** Longest time of a bucket in seconds, three lanes wide. */
const bucketSeconds = 300;
const lanes = 3;
/** Assumed for a file that no recording has. */
const usualSeconds = 30;

/** At least one real run of each engine, device that needs no desktop, door and guarantee. */
export const everydayBy = {
  'the agent engine': ['e2e/agent/session', 'e2e/agent/people', 'e2e/agent/browser'],
  'the flow engine': ['e2e/flow/flow-run'],
  'the explorer engine': ['e2e/explorer/explore'],
  'the procedure engine': ['e2e/procedure/durable', 'e2e/procedure/engine-steps'],
  'what all engines share': ['e2e/engine/drive'],
  'a browser': ['e2e/webdriver/webdriver-device', 'e2e/webdriver/reach', 'e2e/webdriver/read-back'],
  'a phone, and a stub': ['e2e/appium/appium-native', 'e2e/device/stub-device'],
  'the command line': ['e2e/cli/operator', 'e2e/cli/flow', 'e2e/cli/no-server'],
  'the client and the package': ['e2e/client/client', 'e2e/worker/own-worker'],
  'the Temporal CLI and other servers': [
    'e2e/temporal-cli/temporal-cli',
    'e2e/host/lease-checks',
    'e2e/worker/nexus',
    'e2e/schedules/schedules',
  ],
  MCP: ['e2e/mcp/transports'],
  'the console, reports, metrics, health, and notices': [
    'e2e/console/gate',
    'e2e/doors/doors',
    'e2e/report/page',
    'e2e/host/health',
    'e2e/notify/notifier',
  ],
  'nothing happens twice': ['e2e/device-process/device-process', 'e2e/replay/replay', 'e2e/rerun/cassettes'],
  'an approval is for one thing': ['e2e/attacks/approvals', 'e2e/attacks/moving', 'e2e/attacks/points', 'e2e/attacks/names'],
  'secrets stay secret': ['e2e/attacks/keys', 'e2e/attacks/secrets', 'e2e/encryption/stored'],
  'what is done is checked': ['e2e/effect/checks'],
  'a person takes over': ['e2e/take-over/told', 'e2e/take-over/agent'],
  'a run is repeated': ['e2e/repeat/from-flow'],
  'stores, and what goes from them': ['e2e/stores/s3-runs', 'e2e/worker/gc'],
  'the tests themselves': ['e2e/set-up/ends-by-name', 'e2e/set-up/check'],
};
export const everyday = Object.values(everydayBy).flat().map(pathOf);

/** Kills of a worker, of a device's process and of a session, and signals that come before a run has begun. */
export const smokes = ['faults/worker-killed', 'e2e/device-process/device-process', 'faults/device-session', 'faults/early-signals'].map(
  pathOf,
);

/** What an operator does and meets, each counted by an outside ledger: `npm run test:all -- --operations` prints one table of it. They stand in the buckets, too. */
export const operations = [
  'faults/frozen',
  'faults/clock',
  'faults/surroundings',
  'faults/data-folder',
  'faults/keys-rotated',
  'faults/deploy-held',
  'faults/hosts-lost',
  'faults/hosts-away',
  'faults/slots',
  'faults/server-away',
  'e2e/model/dictated-waits',
].map(pathOf);

/** The same, where there is a Temporal server with PostgreSQL (`npm run setup -- --fleet`) on that one; elsewhere on a development server. */
export const operationsOnPostgres = ['restored', 'postgres-failover'].map((name) => pathOf(`faults/${name}`));

/** The demo's server is where every `up` looks first; the others freeze hosts for seconds, or count what a machine does. */
export const alone = [
  'clock',
  'demo',
  'flow-long',
  'frozen',
  'hosts',
  'hosts-away',
  'hosts-lost',
  'restless',
  'server-away',
  'slots',
  'surroundings-crowds',
].map((name) => pathOf(`faults/${name}`));

/** Proven by those alone: Temporal with PostgreSQL, and five desktops side by side. */
export const leftOut =
  '`npm run test:fleet` (a server as in production, docs/design/fleet.md) and `npm run test:desktops` (real programs of each toolkit, docs/desktop-applications.md)';

/** What `npm test` and the smokes leave, packed by recorded time into as few buckets as hold it. */
export function buckets() {
  const times = recordedTimes();
  const secondsOf = (file) => times[file] ?? usualSeconds;
  const packed = [];
  for (const file of rest().sort((one, other) => secondsOf(other) - secondsOf(one) || one.localeCompare(other))) {
    // A file that runs alone takes all lanes.
    const seconds = secondsOf(file) * (alone.includes(file) ? 1 : 1 / lanes);
    const fits = packed.find((bucket) => bucket.seconds + seconds <= bucketSeconds);
    if (fits) (fits.files.push(file), (fits.seconds += seconds));
    else packed.push({ files: [file], seconds });
  }
  return packed.map(({ files }) => files);
}

function rest() {
  const files = ['e2e', 'faults'].flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `test/${folder}/${name.replaceAll('\\', '/')}`,
    ),
  );
  return files.filter((file) => file.endsWith('.test.ts') && !everyday.includes(file) && !smokes.includes(file));
}

/** Seconds of each file, beside others, as `STEADYHAND_RECORD_TIMES=1 npm run test:all` wrote them down. */
export function recordedTimes() {
  return JSON.parse(readFileSync(timesFile, 'utf8'));
}

export function recordTimes(times) {
  const recorded = Object.fromEntries(times.map(({ file, seconds }) => [file, Math.ceil(seconds)]).sort());
  writeFileSync(timesFile, `${JSON.stringify(recorded, undefined, 2)}\n`);
}

function pathOf(name) {
  return `test/${name}.test.ts`;
}
