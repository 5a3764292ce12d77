// `node inside.mjs <user> serve <in> <out> <port>`: what a sandbox needs besides driver and browser (LK34). Its network has a loopback interface only, so
// that bytes pass by two Unix sockets: at `in` it is told to start the driver, or to connect to a port; what the browser sends to `port` goes to `out`.
// `node inside.mjs <user> run <program> …` only starts a program. `user`: who it becomes first, by number; `same`: it stays who it is.
// Of our files it sees this one alone: nothing is imported.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A line of JSON, the first of each connection. After `port` come that port's bytes. */
export type InsideOrder = { readonly port: number } | { readonly program: string; readonly args: readonly string[] };

/** Both ways, until both have ended; sockets must allow one half to end before the other. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => undefined);
    from.on('close', () => from.readableEnded || to.destroy());
    from.pipe(to);
  }
}

/** What follows the line stays to be read. */
function firstLine(socket: Socket, heard: (line: string) => void): void {
  let all = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    all = Buffer.concat([all, chunk]);
    const end = all.indexOf('\n');
    if (end === -1) return;
    socket.off('data', read).pause();
    socket.unshift(all.subarray(end + 1));
    heard(all.subarray(0, end).toString());
  };
  socket.on('data', read);
}

function obey(socket: Socket, order: InsideOrder): void {
  if ('port' in order) return joinSockets(socket, connect({ host: '127.0.0.1', port: order.port, allowHalfOpen: true }));
  const child = spawn(order.program, order.args, { detached: true, stdio: ['ignore', 2, 2] });
  child.once('error', (error) => socket.end(`${JSON.stringify({ error: error.message })}\n`));
  child.once('spawn', () => socket.end(`${JSON.stringify({ pid: child.pid })}\n`));
}

function become(user: string): void {
  if (user === 'same') return;
  const id = Number(user);
  process.setgroups?.([]);
  process.setgid?.(id);
  process.setuid?.(id);
}

function serve(inPath: string, outPath: string, port: string): void {
  createServer({ allowHalfOpen: true }, (client) => joinSockets(client, connect({ path: outPath, allowHalfOpen: true }))).listen(
    Number(port),
    '127.0.0.1',
    () =>
      createServer({ allowHalfOpen: true }, (socket) => {
        socket.on('error', () => socket.destroy());
        firstLine(socket, (line) => obey(socket, JSON.parse(line) as InsideOrder));
      }).listen(inPath),
  );
}

function run(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: 'inherit' });
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}

const [, self, user, what, first, ...more] = process.argv;
if (self !== undefined && user !== undefined && first !== undefined && realpathSync(self) === fileURLToPath(import.meta.url)) {
  become(user);
  if (what === 'serve') serve(first, more[0] ?? '', more[1] ?? '');
  else run(first, more);
}
