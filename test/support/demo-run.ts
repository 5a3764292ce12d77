// `npm run demo` as a process, without a terminal: it answers itself.
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import type { Caching } from './caching.js';

const root = new URL('../..', import.meta.url).pathname;

export const demoMs = 3 * 60_000;

/** Runs the demo to its end: exactly one order, although its worker is killed, and nothing left behind. */
export async function expectOneOrder({ env }: Pick<Caching, 'env'>): Promise<void> {
  const { code, text, folder } = await runDemo({ env });
  expect(text).toContain('is scripted');
  expect(text).toContain('On which day is the order to be delivered');
  expect(text).toMatch(/workflow signal --workflow-id demo-\S+ --name answer --input '\{"requestId":.*\}' --address 127\.0\.0\.1:\d+/);
  expect(text).toMatch(/workflow signal --workflow-id demo-\S+ --name confirm --input '\{"requestId":.*"approved":true\}' --address/);
  expect(text).toContain('killed with SIGKILL');
  expect(text).toContain('One order, once');
  expect(code).toBe(0);
  const ledger = (await readFile(join(folder, 'ledger.jsonl'), 'utf8')).trim().split('\n');
  expect(ledger.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ name: 'Ada Lovelace', day: 'Friday', total: 2500 }]);
  expect(await leftOver(text, folder)).toEqual([]);
}

export async function runDemo({
  env,
  interruptAt,
  by = 'SIGINT',
}: {
  readonly env?: Caching['env'];
  readonly interruptAt?: string;
  readonly by?: NodeJS.Signals;
}): Promise<{
  readonly code: number;
  readonly text: string;
  readonly folder: string;
}> {
  const demo = spawn(process.execPath, [join(root, 'scripts', 'demo.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  let text = '';
  for (const stream of [demo.stdout, demo.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (interruptAt && text.includes(interruptAt)) demo.kill(by);
    });
  }
  try {
    const [code] = (await once(demo, 'close')) as [number];
    return { code, text, folder: /Everything it writes: (\S+)/.exec(text)?.[1] ?? '' };
  } finally {
    demo.kill('SIGKILL');
  }
}

/** What of that demo still runs: found by its folder in the arguments (server, driver, browser), by process id (workers), by address (shop, model). */
export async function leftOver(text: string, folder: string): Promise<readonly string[]> {
  expect(folder).not.toBe('');
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args=']);
  const workers = [...text.matchAll(/process (\d+)/g)].map(([, pid]) => ` ${pid} `);
  const processes = stdout
    .split('\n')
    .filter((line) => line.includes(folder) || (line.includes('worker.js') && workers.some((pid) => ` ${line}`.includes(pid))));
  const addresses = [...new Set(text.match(/http:\/\/127\.0\.0\.1:\d+/g))];
  const answering = await Promise.all(
    addresses.map((address) =>
      fetch(address).then(
        () => [address],
        () => [],
      ),
    ),
  );
  return [...processes, ...answering.flat()];
}
