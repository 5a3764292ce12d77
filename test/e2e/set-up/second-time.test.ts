import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

test('set-up run a second time has nothing to do and needs no more than PATH and an empty HOME, which stays empty', async () => {
  const home = mkdtempSync(join(tmpdir(), 'steadyhand-home-'));
  try {
    const { stdout } = await execute(process.execPath, ['scripts/setup.mjs'], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: home, CI: 'true' },
    });
    expect(stdout).toContain('✔ Dependencies: up to date');
    expect(stdout).toContain('✔ Build: up to date');
    expect(stdout.trim().split('\n')).toHaveLength(5);
    // Set-up keeps its downloads there.
    expect(readdirSync(home)).toEqual([]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
