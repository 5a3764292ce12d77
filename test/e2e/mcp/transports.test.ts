// What our own MCP server does with bytes that are no message: over stdio and over HTTP, as a process of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { commandLine, endProcess, type Started } from '../../support/command-line.js';
import { sharedServerAddress, temporalEnvironment } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const program = fileURLToPath(new URL('../../../bin/steadyhand.mjs', import.meta.url));
const token = 'a-token-of-an-agent';

describe('FL20: bytes that are no message', () => {
  let folder: string;
  let server: Started | undefined;
  const started: ChildProcess[] = [];
  const env = () => ({ STEADYHAND_HOME: folder, STEADYHAND_SHARED: folder, STEADYHAND_MCP_TOKEN: token });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-mcp-transports-'));
  });
  afterEach(async () => {
    if (server) await endProcess(server);
    server = undefined;
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('FL20: over stdio a line that is too large ends the server with a sentence, a client that is gone without one', async () => {
    const begin = () => {
      const child = spawn(process.execPath, [program, 'mcp'], {
        cwd: folder,
        env: { ...temporalEnvironment(sharedServerAddress()), ...env(), NO_COLOR: '1' },
        stdio: 'pipe',
      });
      started.push(child);
      return child;
    };
    const ask = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
    const ended = async (server: ReturnType<typeof begin>) => {
      let stderr = '';
      server.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
      server.stdin.on('error', () => undefined);
      const [code] = (await once(server, 'close')) as [number];
      return { code, stderr };
    };
    const [flooded, left, closed] = [begin(), begin(), begin()];
    const ends = [flooded, left, closed].map(ended);
    flooded.stdin.write('n'.repeat(11 * 1024 * 1024));
    for (const server of [left, closed]) {
      server.stdin.write(ask(1));
      await once(server.stdout, 'data');
    }
    left.stdout.destroy();
    left.stdin.write(ask(2));
    closed.stdin.end();
    closed.stdout.resume();
    flooded.stdout.resume();
    expect(await Promise.all(ends)).toEqual([
      { code: 1, stderr: expect.stringMatching(/^error The client sent a line of more than 10485760 bytes.*\n$/) },
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ]);
  });

  test('FL20: over HTTP no request target and no body is an error of the server', async () => {
    server = commandLine({ address: sharedServerAddress(), folder, env: env() }).start('mcp', '--http', '0');
    const { stderr } = server;
    const url = await until(() => /http:\S+/.exec(stderr())?.[0], 'the address of the server');
    const { host, port } = new URL(url);
    const send = (target: string, body: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('data', (text: Buffer) => (answer += text.toString())).once('close', () => resolve(answer));
        // A client that still writes when the server closes is reset; its answer has come by then.
        socket.once('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
        socket.write(`POST ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n`);
        socket.write(`Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      });
    const targets = `// ///mcp //mcp //[ /mcp/ /\\ /% /mcp% http://[ http://${host}/mcp mcp * ? x:y`.split(' ');
    for (const target of targets)
      expect([target, await send(target, '{}')]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 40[04] /)]);
    expect(await send('//', '{}')).toContain('The server is at /mcp.');
    expect(await send(`http://${host}/mcp`, '{}')).toContain('The request target must be a path: the server is at /mcp.');
    for (const body of ['', 'no JSON', '{"a":']) {
      const answer = await send('/mcp', body);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":-32700,"message":"The body is not JSON');
    }
    // One that is far too large still gets its answer before the connection closes.
    for (const bytes of [4 * 1024 * 1024 + 1, 32 * 1024 * 1024]) {
      const answer = await send('/mcp?x=%', 'n'.repeat(bytes));
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain(`The body has ${bytes} bytes; at most 4194304`);
    }
  });
});
