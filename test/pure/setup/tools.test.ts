// Which Temporal CLI and which browser set-up chooses, in temporary folders.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../../../scripts/lib/browser.mjs';
import { ensureTemporalCli } from '../../../scripts/lib/temporal-cli.mjs';

let folder = '';
const before = { ...process.env };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-tools-'));
  for (const name of Object.keys(process.env)) if (/^(TEMPORAL|STEADYHAND)_/.test(name)) delete process.env[name];
  process.env['PATH'] = join(folder, 'bin');
  process.env['STEADYHAND_CACHE'] = join(folder, 'cache');
});

afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(folder, { recursive: true, force: true });
});

function program(...path: readonly string[]): string {
  const file = join(folder, ...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '', { mode: 0o755 });
  return file;
}

describe('The Temporal CLI', () => {
  test('TEMPORAL_CLI_PATH takes precedence over one on the PATH', async () => {
    program('bin', 'temporal');
    process.env['TEMPORAL_CLI_PATH'] = program('mine', 'temporal');
    expect((await ensureTemporalCli()).path).toBe(join(folder, 'mine', 'temporal'));
  });

  test('a TEMPORAL_CLI_PATH that is not a program is refused', async () => {
    process.env['TEMPORAL_CLI_PATH'] = join(folder, 'nothing');
    await expect(ensureTemporalCli()).rejects.toThrow(`TEMPORAL_CLI_PATH is ${join(folder, 'nothing')}, which is not an executable file`);
  });

  test('one on the PATH takes precedence over the cache', async () => {
    program('cache', 'temporal-1.9.1', 'temporal');
    const path = program('bin', 'temporal');
    expect((await ensureTemporalCli()).path).toBe(path);
  });

  test('with a running server none is needed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    try {
      process.env['TEMPORAL_ADDRESS'] = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      expect((await ensureTemporalCli()).text).toContain('(TEMPORAL_ADDRESS)');
    } finally {
      server.close();
      await once(server, 'close');
    }
  });

  test('a TEMPORAL_ADDRESS where nothing answers says so', async () => {
    process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
    await expect(ensureTemporalCli()).rejects.toThrow('TEMPORAL_ADDRESS is 127.0.0.1:1, but nothing answers there');
  });
});

describe('The browser', () => {
  test('configured files take precedence over all others', async () => {
    process.env['STEADYHAND_CHROMIUM'] = program('mine', 'chromium');
    process.env['STEADYHAND_CHROMEDRIVER'] = program('mine', 'chromedriver');
    expect(await ensureBrowser()).toMatchObject({
      chromium: join(folder, 'mine', 'chromium'),
      chromedriver: join(folder, 'mine', 'chromedriver'),
    });
  });

  test('the driver may come from the PATH', async () => {
    process.env['STEADYHAND_CHROMIUM'] = program('mine', 'chromium');
    const chromedriver = program('bin', 'chromedriver');
    expect(await ensureBrowser()).toMatchObject({ chromedriver });
  });

  test('half a configuration names what is missing', async () => {
    process.env['STEADYHAND_CHROMIUM'] = program('mine', 'chromium');
    await expect(ensureBrowser()).rejects.toThrow('STEADYHAND_CHROMIUM is set, STEADYHAND_CHROMEDRIVER is not');
  });

  test('a configured file that is not a program is refused', async () => {
    process.env['STEADYHAND_CHROMEDRIVER'] = join(folder, 'nothing');
    await expect(ensureBrowser()).rejects.toThrow('STEADYHAND_CHROMEDRIVER is');
  });
});
