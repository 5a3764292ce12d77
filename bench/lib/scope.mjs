// What a part of the bench opens is closed with it, in reverse order, even when the part fails.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
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
    async temporal(options) {
      const server = await startDevServer(options);
      ends.push(() => server.stop());
      await untilHealthy(server.address);
      return server;
    },
  };
  try {
    return await work(scope);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** The server listens a moment before it serves. */
async function untilHealthy(address) {
  for (let patience = 100; ; patience--) {
    try {
      return await (await Connection.connect({ address })).close();
    } catch (error) {
      if (patience === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
