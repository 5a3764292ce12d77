// LK73: what a command writes for somebody shows what a run saw.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeNamedFile } from '../../../src/cli/files.js';

test('a new file is for its user alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-written-'));
  try {
    await writeNamedFile(join(folder, 'report.html'), '<p>', '--out');
    expect(statSync(join(folder, 'report.html')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
