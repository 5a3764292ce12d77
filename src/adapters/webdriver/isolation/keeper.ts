// `node keeper.js <plan>`: the process around a sandbox (LK34). It has the worker's network, the sandbox has none: what leaves goes through its way
// out, and what the hand says to driver and browser through ports that it opens. The sandbox ends with it, with every process in it, and it with the
// sandbox. It outlives the hand, so that a page loses no request with it (HP5).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, realpathSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLines } from '../../byte-lines.js';
import { pausesWithin } from '../../pauses.js';
import { parseJson } from '../../filesystem/line-file.js';
import { joinSockets, type InsideOrder } from './inside.js';
import { outerPid } from './outer-pid.js';
import { sockets, type KeeperAnswer, type KeeperCall } from './keeper-calls.js';
import { createWayOut, type WayOutRules } from './way-out.js';

export interface KeeperPlan extends WayOutRules {
  /** Only the worker's user reaches it. */
  readonly folder: string;
  /** Part of it, and all of it that the sandbox sees. */
  readonly shared: string;
  readonly wrap: readonly string[];
}

const startMs = 15_000;
const longestLine = 100_000;

async function keep({ folder, shared, wrap, ...rules }: KeeperPlan): Promise<void> {
  process.umask(0o077);
  const out = join(shared, sockets.out);
  // Whoever the browser is there; nobody else reaches the folder.
  createWayOut(rules).listen(out, () => chmodSync(out, 0o666));
  const sandbox = spawn('bwrap', wrap, { stdio: ['ignore', 2, 2] });
  sandbox.once('error', (error) => end(error.message));
  sandbox.once('exit', (code, signal) => end(`bubblewrap ended with ${signal ?? `code ${code}`}`));
  const { pid } = sandbox;
  if (pid === undefined) return;
  const inside = (): Socket => connect({ path: join(shared, sockets.in), allowHalfOpen: true });
  await untilAnswered(inside);
  createServer((socket) => {
    socket.on('error', () => socket.destroy());
    readLines(
      socket,
      (line) => {
        const answer = (told: KeeperAnswer): void => void socket.end(`${JSON.stringify(told)}\n`);
        carryOut(parseJson(line) as KeeperCall, pid, inside).then(
          (value) => answer({ value }),
          (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
        );
      },
      { limit: longestLine, tooLong: () => socket.destroy() },
    );
  }).listen(join(folder, sockets.control));
}

async function untilAnswered(inside: () => Socket): Promise<void> {
  for await (const _ of pausesWithin(startMs, 5)) {
    const socket = inside();
    try {
      await once(socket, 'connect');
      return;
    } catch {
      // Not yet.
    } finally {
      socket.destroy();
    }
  }
  end(`no answer from the sandbox in ${startMs / 1_000} s`);
}

function end(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

async function carryOut(call: KeeperCall, root: number, inside: () => Socket): Promise<number> {
  switch (call.call) {
    case 'spawn': {
      const { program, args } = call;
      return here(root, await startInside(inside(), { program, args }));
    }
    case 'processOf':
      return here(root, call.pid);
    case 'portTo':
      return portTo(call.port, inside);
  }
}

async function here(root: number, pid: number): Promise<number> {
  const found = await outerPid(root, pid);
  if (found === undefined) throw new Error(`The sandbox has no process ${pid}.`);
  return found;
}

function startInside(socket: Socket, order: InsideOrder): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The sandbox gave no answer.')));
    readLines(
      socket,
      (line) => {
        const { pid, error } = parseJson(line) as { readonly pid?: number; readonly error?: string };
        socket.destroy();
        if (pid === undefined) reject(new Error(error));
        else resolve(pid);
      },
      { limit: longestLine, tooLong: () => socket.destroy() },
    );
    socket.write(`${JSON.stringify(order)}\n`);
  });
}

/** One for each port, for as long as the sandbox lives. */
const opened = new Map<number, Promise<number>>();

function portTo(port: number, inside: () => Socket): Promise<number> {
  const known = opened.get(port) ?? openPort(port, inside);
  opened.set(port, known);
  return known;
}

async function openPort(port: number, inside: () => Socket): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const socket = inside();
    const order: InsideOrder = { port };
    socket.write(`${JSON.stringify(order)}\n`);
    joinSockets(client, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const [, program, plan] = process.argv;
if (program !== undefined && plan !== undefined && realpathSync(program) === fileURLToPath(import.meta.url))
  await keep(JSON.parse(plan) as KeeperPlan);
