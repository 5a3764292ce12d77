// What a part of the bench opens ends with it, last opened first, also when the part fails.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevServer } from '../../test/support/dev-server.mjs';

export async function withScope(work) {
  const ends = [];
  const scope = {
    /** `end` runs when the part is over. */
    onEnd: (end) => void ends.push(end),
    async folder() {
      const path = await mkdtemp(join(tmpdir(), 'steadyhand-bench-'));
      ends.push(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
      return path;
    },
    async temporal() {
      const server = await startDevServer();
      ends.push(() => server.stop());
      return server;
    },
  };
  try {
    return await work(scope);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
