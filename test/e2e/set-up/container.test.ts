// What the images run, outside Docker: the worker's entry point with the environment of docker-compose.yml, its health check, and the script that prepares the namespace.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { sharedServerAddress, startDevServer, temporalCli } from '../../support/temporal-server.js';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-container-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** As the compose file passes it to the worker; `${NAME:-default}` with nothing set. */
function composeEnvironment(service: string): Record<string, string> {
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));
  return Object.fromEntries(
    Object.entries(services[service].environment).map(([name, value]) => [name, String(value).replace(/\$\{\w+:-(.*?)\}/, '$1')]),
  );
}

const exitCode = (env: Record<string, string>): Promise<number> =>
  execute(process.execPath, ['docker/worker-health.mjs'], { cwd: root, env }).then(
    () => 0,
    ({ code }) => code,
  );

test("the worker's entry point starts with the environment of the compose file, is healthy, and exits with 0 on SIGTERM", async () => {
  const env = {
    ...composeEnvironment('worker'),
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    STEADYHAND_HOME: join(folder, 'home'),
    STEADYHAND_SHARED: join(folder, 'shared'),
    TEMPORAL_ADDRESS: sharedServerAddress(),
  };
  // From an empty folder: the image has neither .env nor steadyhand.config.json.
  const worker = spawn(process.execPath, [join(root, 'dist', 'worker.js')], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(worker, 'exit');
  try {
    let said = '';
    for await (const text of worker.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      said += text;
      if (said.includes('worker ready')) break;
    }
    expect(said).toContain('worker ready');
    worker.stderr.resume();
    expect(await exitCode(env)).toBe(0);
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await exitCode(env)).toBe(1);
  } finally {
    worker.kill('SIGKILL');
    await ended;
  }
});

test('the script that prepares the namespace creates it with its search attribute, and changes nothing the second time', async () => {
  const server = await startDevServer();
  try {
    symlinkSync(temporalCli(), join(folder, 'temporal'));
    const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: 'shop' };
    const prepare = () => execute('sh', [join(root, 'docker', 'prepare-namespace.sh')], { env });
    await prepare();
    await prepare();
    const { stdout } = await execute(temporalCli(), ['operator', 'search-attribute', 'list', '--namespace', 'shop'], { env });
    expect(stdout).toMatch(/SteadyhandState\s+Keyword/);
  } finally {
    await server.stop();
  }
});
