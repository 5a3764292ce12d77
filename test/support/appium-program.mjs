// A real Appium server with the drivers among this project's development dependencies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const longestLog = 1_000_000;
const readyMs = 60_000;
/** By package name. */
const drivers = {
  'appium-chromium-driver': `${root}node_modules/appium-chromium-driver`,
  '@appium/fake-driver': `${root}node_modules/@appium/fake-driver`,
  'steadyhand-phone': `${root}test/support/phone`,
};

/** On that port, or on a free one. */
export async function startAppium({ port: wanted } = {}) {
  const [port, home] = await Promise.all([wanted ?? freePort(), makeHome()]);
  const child = spawn(
    process.execPath,
    [`${root}node_modules/appium/index.js`, 'server', '--address', '127.0.0.1', '--port', String(port), '--log-no-colors'],
    {
      env: { ...process.env, APPIUM_HOME: home, APPIUM_SKIP_CHROMEDRIVER_INSTALL: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-longestLog)));
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-longestLog)));
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + readyMs; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Appium did not start: ${said.slice(-2_000)}`);
    if (
      await fetch(`${url}/status`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      break;
  }
  return {
    url,
    pid: child.pid,
    log: () => said,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        process.kill(-child.pid, 'SIGKILL');
        await ended;
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Servers that start at the same time must not share one: each records its drivers there. */
async function makeHome() {
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-appium-home-'));
  await writeFile(join(home, 'package.json'), JSON.stringify({ name: 'home', private: true, dependencies: { appium: '*' } }));
  for (const [name, folder] of Object.entries({ appium: `${root}node_modules/appium`, ...drivers })) {
    const link = join(home, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(folder, link);
  }
  return home;
}
