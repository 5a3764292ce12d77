// Baseline (b): one process per run, restarted with the same thread id when it was killed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from '../lib/child.mjs';

const program = fileURLToPath(new URL('process.mjs', import.meta.url));

const mostStarts = 5;

export async function startLangGraph({ folder, owns }) {
  mkdirSync(join(folder, 'threads'));
  const children = [];
  let stopping = false;
  owns(async () => {
    stopping = true;
    await Promise.all(children.map((child) => child.end()));
  });
  return {
    pidOf: (lane) => children[lane].pid,
    async run({ id, lane, attachment, limitMs, started }) {
      const deadline = AbortSignal.timeout(limitMs);
      for (let start = 1; !stopping; start += 1) {
        const child = startChild({ program, args: [folder, id, JSON.stringify(attachment)] });
        children[lane] = child;
        await child.ready;
        if (start === 1) started();
        const over = new AbortController();
        const end = await Promise.race([
          child.ended,
          pause(limitMs, undefined, { signal: AbortSignal.any([deadline, over.signal]) }).catch(() => undefined),
        ]);
        over.abort();
        if (end === undefined) {
          await child.end();
          return { ended: false, completed: false, pressed: [], words: 'still running' };
        }
        if (end.signal === 'SIGKILL') continue;
        if (end.lines.length > 0) return { ended: true, ...JSON.parse(end.lines.at(-1)) };
        // A supervisor also restarts a process that failed to start.
        if (start > mostStarts) throw new Error(`The process of ${id} ended without a result: ${end.said}`);
      }
      throw new Error('interrupted');
    },
  };
}
