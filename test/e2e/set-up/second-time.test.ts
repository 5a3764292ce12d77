import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

test('set-up, done before, has nothing to do, takes under two seconds and needs no more than PATH and an empty HOME', async () => {
  const home = mkdtempSync(join(tmpdir(), 'steadyhand-home-'));
  try {
    const start = performance.now();
    const { stdout } = await execute(process.execPath, ['scripts/setup.mjs'], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: home, CI: 'true' },
    });
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(stdout).toContain('✔ Dependencies: up to date');
    expect(stdout).toContain('✔ Build: up to date');
    expect(stdout.trim().split('\n')).toHaveLength(5);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
