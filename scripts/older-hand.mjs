// npm run older-hand -- <git ref>: HP8, an upgrade with open devices. Builds that version beside this one, lets it open a browser and press a button in it, and goes on with today's
// code: the same process, the same page, what was done known. Before a release, with the tag of the one before.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../examples/support/serve.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { endOnSignals } from './lib/processes.mjs';
import { root } from './lib/tools.mjs';

const [ref] = process.argv.slice(2);
if (!ref || ref.startsWith('-')) {
  console.error('Usage: npm run older-hand -- <git ref>, such as v0.1.0');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'steadyhand-older-hand-'));
const running = endOnSignals(console.log);
running.cleanUp = async () => rmSync(folder, { recursive: true, force: true });
const { signal } = new AbortController();
let presses = 0;
const site = await serve((request) => {
  if (request.method === 'POST') presses += 1;
  const page = `<title>${presses} pressed</title><form method="post"><button>Press</button></form>`;
  return new Response(page, { headers: { 'content-type': 'text/html' } });
});

try {
  const older = await versionIn(builtAt(ref));
  const newer = await versionIn(root);
  const context = { deviceId: 'upgraded', folder: join(folder, 'devices', 'upgraded-1'), origins: [], signal };
  const { chromium, chromedriver } = await ensureBrowser();
  const settings = { kind: 'web', chromium, chromedriver, profiles: '' };
  const parts = { secrets: {}, journal: join(folder, 'journal') };
  const { device, attachment } = await older.driver(settings, parts).open({ kind: 'web', url: site.url }, context);
  const next = newer.driver(settings, parts);
  try {
    expect('the older version presses', await press(device, older.now, 1), 'done');
    const { pid: hand } = await newer.readPlace(context.folder);
    const upgraded = await next.attach(JSON.parse(JSON.stringify(attachment)), context);
    expect('the page is the same', (await upgraded.look()).title, '1 pressed');
    expect('what was done is known', (await upgraded.process.verdictOf('upgraded', keyOf(1))).verdict, 'done');
    expect('today’s version presses', await press(upgraded, newer.now, 2), 'done');
    expect('its process is the same', (await newer.readPlace(context.folder)).pid, hand);
    expect('presses that the site has had', presses, 2);
  } finally {
    await next.destroy(attachment, context);
  }
} catch (error) {
  process.exitCode = 1;
  console.error(`✘ ${error.message}`);
} finally {
  await site.close();
  await running.cleanUp();
}
// The older version's connection to the device would keep this process.
process.exit();

function builtAt(version) {
  const target = join(folder, 'older');
  mkdirSync(target);
  const archive = archiveOf(version);
  execFileSync('tar', ['x'], { cwd: target, input: archive });
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: target, stdio: 'inherit' });
  return target;
}

function archiveOf(version) {
  try {
    return execFileSync('git', ['archive', version], { cwd: root, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    throw new Error(`git knows no version '${version}' here: name a tag or a commit`);
  }
}

async function versionIn(place) {
  const module = (path) => import(pathToFileURL(join(place, 'dist', path)).href);
  const [{ driverOfOurs }, { readPlace }, { bootNow }] = await Promise.all(
    ['worker/drivers.js', 'adapters/device-process/start-process.js', 'host/boot-clock.js'].map(module),
  );
  return {
    now: bootNow,
    driver: driverOfOurs,
    readPlace,
  };
}

function keyOf(number) {
  return `upgrade:${number}:0`;
}

async function press(device, now, number) {
  const control = (await device.look()).controls.find(({ name }) => name === 'Press');
  const leaseAskedAt = now();
  const { status } = await device.process.carryOut({
    key: keyOf(number),
    deviceId: 'upgraded',
    epoch: 1,
    function: 'press',
    generation: number - 1,
    actions: [{ type: 'click', target: { control }, button: 'left', clickCount: 1 }],
    leaseAskedAt,
    deadline: leaseAskedAt + 20_000,
  });
  await device.settle(5_000);
  return status;
}

function expect(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, found ${found}`);
  console.log(`✔ ${what}: ${found}`);
}
