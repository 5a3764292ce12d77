// A real Appium server with the drivers that are this project's own development dependencies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface AppiumServer {
  readonly url: string;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const readyMs = 60_000;

export async function startAppium(): Promise<AppiumServer> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [`${root}node_modules/appium/index.js`, 'server', '--address', '127.0.0.1', '--port', String(port), '--log-no-colors'],
    {
      // Drivers that are packages beside it are found by this.
      env: { ...process.env, APPIUM_HOME: root, APPIUM_SKIP_CHROMEDRIVER_INSTALL: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-20_000)));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-20_000)));
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
    async close() {
      const ended = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
