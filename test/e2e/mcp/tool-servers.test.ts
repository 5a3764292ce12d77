import { spawn, type ChildProcess } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import type { ToolServerConfig } from '../../../src/adapters/mcp/link.js';
import { createMcpToolServers } from '../../../src/adapters/mcp/tool-servers.js';
import { isAlive, markOf } from '../../../src/adapters/process-kit/process-marks.js';
import type { ToolListing, ToolReply, ToolServers } from '../../../src/ports/tool-servers.js';
import { bodyOf, listen } from '../../support/http.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';

const require = createRequire(import.meta.url);
const everything = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
const filesystem = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const odd = fileURLToPath(new URL('../../support/odd-tool-server.mjs', import.meta.url));

const folder = temporaryFolder();
const opened: ToolServers[] = [];
const { signal } = new AbortController();
const context = { signal, timeoutMs: 20_000 };

afterEach(async () => {
  await Promise.all(opened.splice(0).map((servers) => servers.close()));
});

function open(configs: Readonly<Record<string, ToolServerConfig>>, log?: (text: string) => void): ToolServers {
  const servers = createMcpToolServers(configs, { log });
  opened.push(servers);
  return servers;
}

function node(script: string, ...args: readonly string[]): ToolServerConfig {
  return { command: process.execPath, args: [script, ...args] };
}

function openOdd(mode = 'normal'): ToolServers {
  return open({ odd: node(odd, mode) });
}

/** All tools of all servers; throws the first failure. */
async function listed(servers: ToolServers, until = signal): Promise<ToolListing['tools']> {
  const { tools, unavailable } = await servers.list(until);
  for (const failure of unavailable) throw failure;
  return tools;
}

function callOdd(servers: ToolServers, name: string, limits: Partial<typeof context> = {}): Promise<ToolReply> {
  return servers.call({ server: 'odd', name }, {}, { ...context, ...limits });
}

/** From an odd server: how often it was called in this life, and its process id. */
async function countOf(servers: ToolServers, server = 'odd'): Promise<{ readonly count: number; readonly pid: number }> {
  return JSON.parse((await servers.call({ server, name: 'count' }, {}, context)).text);
}

async function isRunning(pid: number): Promise<boolean> {
  return (await markOf(pid)) !== undefined;
}

describe('a reference server, as a process', () => {
  test('its tools are listed and called', async () => {
    const servers = open({ everything: node(everything) });
    const tools = await listed(servers);
    const echo = tools.find(({ name }) => name === 'echo');
    expect(echo).toMatchObject({ server: 'everything', description: expect.stringContaining('Echo'), readOnly: true });
    expect(echo?.inputSchema).toMatchObject({ type: 'object', properties: { message: { type: 'string' } } });

    const call = (name: string, args = {}) => servers.call({ server: 'everything', name }, args, context);
    expect(await call('get-sum', { a: 2, b: 40 })).toEqual({ text: 'The sum of 2 and 40 is 42.', images: [], isError: false });
    expect((await call('get-structured-content', { location: 'Chicago' })).structured).toMatchObject({ temperature: 36 });
    const pictured = await call('get-tiny-image');
    expect(pictured.text.split('\n')).toHaveLength(2);
    expect(pictured.images).toHaveLength(1);
    expect(pictured.images[0]).toMatchObject({ mediaType: 'image/png' });
    expect([...(pictured.images[0]?.bytes.subarray(0, 4) ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect((await call('get-resource-links', { count: 2 })).text).toMatch(/\ndemo:\/\/resource\/\S+\ndemo:\/\/resource\/\S+$/);
    expect((await call('get-resource-reference', { resourceType: 'Text', resourceId: 1 })).text).toContain(
      'Resource 1: This is a plaintext resource',
    );
    expect(await call('get-sum', { a: 'two' })).toMatchObject({ isError: true, text: expect.stringContaining('Invalid arguments') });
  });

  test('a task-only tool is not offered, which is reported once', async () => {
    const servers = open({ everything: node(everything) });
    expect((await listed(servers)).map(({ name }) => name)).not.toContain('simulate-research-query');
    await listed(servers);
    expect(servers.takeWarnings()).toEqual([expect.stringContaining('"simulate-research-query", which runs as a task only')]);
    expect(servers.takeWarnings()).toEqual([]);
  });

  test("it gets the variables of its own configuration and none of the worker's others", async () => {
    process.env['STEADYHAND_TEST_API_KEY'] = 'secret';
    try {
      const servers = open({ everything: { ...node(everything), env: { GREETING: 'hello' } } });
      const { text } = await servers.call({ server: 'everything', name: 'get-env' }, {}, context);
      expect(JSON.parse(text)).toMatchObject({ GREETING: 'hello', PATH: process.env['PATH'] });
      expect(text).not.toContain('STEADYHAND');
      expect(Object.keys(JSON.parse(text))).not.toContain('NODE_OPTIONS');
    } finally {
      delete process.env['STEADYHAND_TEST_API_KEY'];
    }
  });

  test('files are written and read in its folder only', async () => {
    const root = join(folder(), 'root');
    mkdirSync(root);
    writeFileSync(join(folder(), 'outside.txt'), 'secret');
    const servers = open({ files: node(filesystem, root) });
    const call = (name: string, args: Readonly<Record<string, unknown>>) => servers.call({ server: 'files', name }, args, context);
    const path = join(root, 'note.txt');
    expect(await call('write_file', { path, content: 'grüß dich' })).toMatchObject({ isError: false });
    expect(readFileSync(path, 'utf8')).toBe('grüß dich');
    expect(await call('read_text_file', { path })).toMatchObject({ text: 'grüß dich', isError: false });
    expect(await call('read_text_file', { path: join(folder(), 'outside.txt') })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Access denied'),
    });
  });

  test('several servers offer their tools together; of one, only the wanted tools are offered', async () => {
    const servers = open({
      files: { ...node(filesystem, folder()), tools: ['list_directory', 'read_txt_file'] },
      odd: node(odd),
    });
    const tools = await listed(servers);
    expect(tools.filter(({ server }) => server === 'files').map(({ name }) => name)).toEqual(['list_directory']);
    expect(tools.filter(({ server }) => server === 'odd').length).toBeGreaterThan(5);
    expect(servers.takeWarnings()).toContainEqual(expect.stringMatching(/"files" has no "read_txt_file"; it has .*"read_text_file"/));
    await expect(servers.call({ server: 'files', name: 'write_file' }, {}, context)).rejects.toMatchObject({
      code: 'no-such-tool',
      message: expect.stringContaining('it has "list_directory"'),
    });
  });
});

describe('a reference server, over HTTP', () => {
  let port: number;
  let server: ChildProcess;
  let url: string;

  async function start(): Promise<void> {
    server = spawn(process.execPath, [everything, 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until(() => said.includes('listening'), 'the server over HTTP');
  }

  async function stop(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  beforeEach(async () => {
    port = await getPort();
    url = `http://127.0.0.1:${port}/mcp`;
    await start();
  });
  afterEach(stop);

  const sum = { server: 'web', name: 'get-sum' };

  test('its tools are listed and called', async () => {
    const servers = open({ web: { url } });
    expect((await listed(servers)).map(({ name }) => name)).toContain('get-sum');
    expect(await servers.call(sum, { a: 1, b: 2 }, context)).toMatchObject({ text: 'The sum of 1 and 2 is 3.', isError: false });
  });

  test('when it crashes during a call, the call fails at once; the next one finds the new server', async () => {
    const servers = open({ web: { url } });
    await servers.call(sum, { a: 1, b: 2 }, context);
    const lost = servers.call(
      { server: 'web', name: 'trigger-long-running-operation' },
      { duration: 60, steps: 60 },
      { signal, timeoutMs: 55_000 },
    );
    const outcome = expect(lost).rejects.toMatchObject({ code: 'tool-server-lost', message: expect.stringContaining('fetch failed') });
    await servers.call(sum, { a: 1, b: 2 }, context);
    await stop();
    await outcome;
    await expect(servers.call(sum, { a: 1, b: 2 }, context)).rejects.toMatchObject({ code: 'tool-server-unavailable' });
    await start();
    expect(await servers.call(sum, { a: 3, b: 2 }, context)).toMatchObject({ text: 'The sum of 3 and 2 is 5.' });
    expect(servers.takeWarnings()).toContainEqual(expect.stringContaining('"web" ended and was started again'));
  });

  test('when a server no longer knows the session, the call is repeated in a new one', async () => {
    const servers = open({ web: { url } });
    await servers.call(sum, { a: 1, b: 2 }, context);
    servers.takeWarnings();
    await stop();
    await start();
    expect(await servers.call(sum, { a: 3, b: 2 }, context)).toMatchObject({ text: 'The sum of 3 and 2 is 5.' });
    expect(servers.takeWarnings()).toEqual([expect.stringContaining('"web" ended and was started again')]);
  });

  test('a slow tool is given up at its time limit', async () => {
    const servers = open({ web: { url } });
    const slow = servers.call(
      { server: 'web', name: 'trigger-long-running-operation' },
      { duration: 60, steps: 600 },
      { signal, timeoutMs: 500 },
    );
    await expect(slow).rejects.toMatchObject({ code: 'tool-timeout' });
  });
});

describe('a server of before', () => {
  const speaking = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

  test.each(speaking)('over stdio, one of %s lists its tools and is called', async (version) => {
    const servers = openOdd(version);
    expect((await listed(servers)).map(({ name }) => name)).toContain('count');
    expect((await countOf(servers)).count).toBe(1);
    expect(await callOdd(servers, 'refuse')).toMatchObject({ isError: true, text: 'These arguments are not to my liking' });
  });

  test.each(speaking.slice(1))('over HTTP, one of %s lists its tools and is called', async (version) => {
    const answers: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
      'tools/list': { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'hello' }] },
    };
    const versions = new Set<string | undefined>();
    const { port, close } = await listen(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method } = JSON.parse(await bodyOf(request));
      if (method !== 'initialize') versions.add(String(request.headers['mcp-protocol-version']));
      if (id === undefined) return void response.writeHead(202).end();
      const body = JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] });
      // Either form of an answer is allowed.
      const [type, answer] = method === 'tools/call' ? ['text/event-stream', `data: ${body}\n\n`] : ['application/json', body];
      response.writeHead(200, { 'content-type': type }).end(answer);
    }, '127.0.0.1');
    try {
      const servers = open({ web: { url: `http://127.0.0.1:${port}/` } });
      expect((await listed(servers)).map(({ name }) => name)).toEqual(['greet']);
      expect(await servers.call({ server: 'web', name: 'greet' }, {}, context)).toMatchObject({ text: 'hello', isError: false });
      expect([...versions]).toEqual([version]);
    } finally {
      await close();
    }
  });
});

describe('an address that is not a tool server', () => {
  test.each([
    [
      'nothing listens',
      async () => `http://127.0.0.1:${await getPort()}/mcp?key=secret`,
      /"web" cannot be reached at http:\/\/127\.0\.0\.1:\d+\/mcp: fetch failed \(ECONNREFUSED\)/,
    ],
    ['it is not a valid URL', () => Promise.resolve('nowhere'), /nowhere, which is not a valid URL/],
  ])('when %s, it is unavailable', async (_, address, message) => {
    const servers = open({ web: { url: await address() } });
    const failure = await listed(servers).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'tool-server-unavailable', message: expect.stringMatching(message) });
    expect(String(failure)).not.toContain('secret');
  });

  test('headers are sent, and its answer is quoted', async () => {
    const keys: (string | undefined)[] = [];
    const site = createServer((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(401).end('Who are you?');
    }).listen(0, '127.0.0.1');
    try {
      await once(site, 'listening');
      const address = site.address();
      const servers = open({
        web: { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`, headers: { authorization: 'Bearer me' } },
      });
      await expect(listed(servers)).rejects.toMatchObject({
        code: 'tool-server-unavailable',
        message: expect.stringContaining('Who are you?'),
      });
      expect(keys).toEqual(['Bearer me']);
    } finally {
      site.close();
      site.closeAllConnections();
    }
  });
});

describe('server responses', () => {
  test('every page of the list is read, and an invalid entry affects only itself', async () => {
    const servers = openOdd();
    const names = (await listed(servers)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['count', 'nonsense', 'contents']));
    expect(names).not.toContain('as-task');
    expect(servers.takeWarnings()).toEqual([expect.stringContaining('a tool with an invalid description: {"name":42}')]);
  });

  test('an endless list is refused', async () => {
    await expect(listed(openOdd('endless-list'))).rejects.toMatchObject({
      code: 'tool-server-unavailable',
      message: expect.stringContaining('endless list of tools'),
    });
  });

  test('every kind of content becomes text or a picture; an unknown kind is named', async () => {
    const reply = await callOdd(openOdd(), 'contents');
    expect(reply.text.split('\n')).toEqual([
      'one',
      'two',
      '[archive://1: application/zip that is not text]',
      'note://2',
      '[audio/wav]',
      '[content of an unknown kind]',
    ]);
    expect(reply.images).toEqual([
      { bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/png' },
      { bytes: Uint8Array.of(4), mediaType: 'image/webp' },
    ]);
    expect(reply).toMatchObject({ structured: { temperature: 'mild' }, isError: false });
  });

  test.each([
    ['a failure of the tool', 'fail', 'The tool itself failed'],
    ['an error of the protocol', 'refuse', 'These arguments are not to my liking'],
    ['an answer that is no result', 'nonsense', `The tool's answer is not a valid tool result: {"content":"no list"}`],
  ])('%s is a reply', async (_, name, text) => {
    expect(await callOdd(openOdd(), name)).toEqual({ text, images: [], isError: true });
  });

  test('text over 5 MB is cut, with a note', async () => {
    const { text } = await callOdd(openOdd(), 'long-text');
    expect(text.slice(-60)).toMatch(/^ü+\n\[cut: the first 5000000 of 6000000 bytes\]$/);
    expect(Buffer.byteLength(text)).toBeLessThan(5_000_100);
  });

  test('a Unicode line separator ends no message', async () => {
    expect((await callOdd(openOdd(), 'line-separator')).text).toBe('before\u2028after');
  });

  test.each([
    [{ server: 'even', name: 'count' }, 'There is no tool server "even"; there are "odd".'],
    [{ server: 'odd', name: 'cuont' }, /^The tool server "odd" has no tool "cuont"; it has "count", "die"/],
  ])('%j is not found, and the error lists what there is', async (tool, message) => {
    await expect(openOdd().call(tool, {}, context)).rejects.toMatchObject({
      code: 'no-such-tool',
      message: expect.stringMatching(message),
    });
  });

  test('output that is not a message is a warning, at the start and in a call', async () => {
    const logged: string[] = [];
    const servers = open({ odd: node(odd, 'garbage-first') }, (text) => logged.push(text));
    expect(await callOdd(servers, 'chatter')).toMatchObject({ text: 'answered all the same', isError: false });
    const warnings = servers.takeWarnings();
    expect(warnings).toContain(
      'The tool server "odd" wrote something other than messages to its output (3 lines, the first): Welcome to the odd tool server!',
    );
    expect(logged).toContain(
      'The tool server "odd" wrote something other than messages to its output (1 line): Welcome to the odd tool server!',
    );
    expect(servers.takeWarnings()).toEqual([]);
  });
});

describe('an unavailable server', () => {
  const others = { dead: node(odd, 'die-at-start'), silent: node(odd, 'silent'), mute: node(odd, 'silent-list') };
  const names = ({ tools }: ToolListing): readonly string[] => tools.map(({ server, name }) => `${server}/${name}`);

  test('F233: a dead or silent server is named, once, and does not affect the others', async () => {
    const servers = open({ ...others, odd: node(odd) });
    const late = (): AbortSignal => AbortSignal.timeout(1_500);
    const listing = await servers.list(late());
    expect(names(listing)).toContain('odd/count');
    const said = [
      expect.stringMatching(/"dead" could not be started .*There is no licence file/s),
      'The tool server "silent" did not start or list its tools in time.',
      'The tool server "mute" did not start or list its tools in time.',
    ];
    expect(listing.unavailable.map(({ message }) => message)).toEqual(said);
    expect(listing.unavailable.map(({ code }) => code)).toEqual(said.map(() => 'tool-server-unavailable'));
    expect(servers.takeWarnings()).toEqual(expect.arrayContaining(said));
    await servers.list(late());
    expect(servers.takeWarnings()).toEqual([]);
  });

  test('F233: nobody waits for a silent server when the wanted tool is named with its server, or was found before', async () => {
    const namesakesMs = 2_000;
    const servers = createMcpToolServers({ silent: node(odd, 'silent'), odd: node(odd) }, { namesakesMs });
    opened.push(servers);
    expect(names(await servers.list(signal, 'odd/count'))).toContain('odd/count');
    expect(servers.takeWarnings()).not.toContainEqual(expect.stringContaining('"silent"'));
    const { tools, unavailable } = await servers.list(signal, 'count');
    expect(tools.map(({ server }) => server)).toContain('odd');
    expect(unavailable.map(({ message }) => message)).toEqual(['The tool server "silent" has not listed its tools yet.']);
    const begun = performance.now();
    await servers.list(signal, 'count');
    expect(performance.now() - begun).toBeLessThan(namesakesMs);
  });

  test('F233: a server that listed its tools before is still found by their names', async () => {
    const servers = open({ brief: node(odd, 'lists-once'), odd: node(odd) });
    expect(names(await servers.list(signal))).toContain('brief/count');
    const { tools, unavailable } = await servers.list(AbortSignal.timeout(1_000), 'count');
    expect(unavailable).toHaveLength(1);
    expect(tools.find(({ name }) => name === 'count')?.server).toBe('brief');
  });
});

describe('a server that does not start', () => {
  test('is reported with its command, exit status and last output', async () => {
    const failure = await listed(openOdd('die-at-start')).catch((error: Error) => error);
    expect(failure).toMatchObject({
      name: 'ToolServerError',
      code: 'tool-server-unavailable',
      message: expect.stringMatching(
        /"odd" could not be started \(.*odd-tool-server\.mjs die-at-start\): it ended with code 3; its stderr ends with: [^]*There is no licence file$/,
      ),
    });
    expect(String(failure).split('its stderr ends with: ')[1]?.length).toBeLessThanOrEqual(400);
  });

  test.each([
    [
      'the command is not there',
      { command: 'no-such-command-anywhere' },
      /"ghost" could not be started \(no-such-command-anywhere\): spawn no-such-command-anywhere ENOENT/,
    ],
    ['the folder is not there', { command: process.execPath, cwd: '/no/such/folder' }, /ENOENT/],
    ['the command cannot be', { command: 'a\0b' }, /could not be started/],
  ])('when %s, it is unavailable', async (_, config, message) => {
    const servers = open({ ghost: config });
    await expect(listed(servers)).rejects.toMatchObject({ code: 'tool-server-unavailable', message: expect.stringMatching(message) });
    await expect(servers.call({ server: 'ghost', name: 'x' }, {}, context)).rejects.toMatchObject({ code: 'tool-server-unavailable' });
  });

  test('a server that only writes garbage is given up after ten seconds and ended', async () => {
    const pidFile = join(folder(), 'pid');
    const servers = open({
      odd: { command: 'sh', args: ['-c', `echo $$ > '${pidFile}'; exec '${process.execPath}' '${odd}' garbage-only`] },
    });
    const begun = Date.now();
    await expect(listed(servers)).rejects.toMatchObject({
      code: 'tool-server-unavailable',
      message: expect.stringMatching(/it sends no valid message; its output begins with: tick$/),
    });
    expect(Date.now() - begun).toBeLessThan(13_000);
    expect(await isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
  });

  test('a caller that stops waiting leaves the server to the others', async () => {
    const servers = openOdd();
    const impatient = new AbortController();
    const [given, kept] = [callOdd(servers, 'count', { signal: impatient.signal }), countOf(servers)];
    impatient.abort();
    await expect(given).rejects.toBe(impatient.signal.reason);
    expect((await kept).count).toBe(1);
  });
});

describe('a server during a run', () => {
  test('is started when first needed, and once for all concurrent callers', async () => {
    const pidFile = join(folder(), 'pids');
    const config = { command: 'sh', args: ['-c', `echo $$ >> '${pidFile}'; exec '${process.execPath}' '${odd}'`] };
    await open({ odd: config }).close();
    const servers = open({ odd: config });
    const counts = await Promise.all([countOf(servers), countOf(servers), countOf(servers), listed(servers)]);
    expect(counts.slice(0, 3).map((each) => ('count' in each ? each.count : 0))).toEqual([1, 2, 3]);
    expect(readFileSync(pidFile, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('when it crashes in a call, the call fails; the next one restarts it without its state', async () => {
    const servers = openOdd();
    await countOf(servers);
    const before = await countOf(servers);
    servers.takeWarnings();
    await expect(callOdd(servers, 'die')).rejects.toMatchObject({
      code: 'tool-server-lost',
      message: expect.stringMatching(/its tool "die" was called.*it ended with code 7; its stderr ends with: I was asked to die$/),
    });
    expect(await isRunning(before.pid)).toBe(false);
    const after = await countOf(servers);
    expect([before.count, after.count]).toEqual([2, 1]);
    expect(after.pid).not.toBe(before.pid);
    expect(servers.takeWarnings()).toEqual([
      expect.stringMatching(/"odd" ended and was started again: what it kept in memory is lost\. Why: it ended with code 7/),
    ]);
  });

  test('when it is killed between calls, the next one restarts it', async () => {
    const servers = openOdd();
    const { pid } = await countOf(servers);
    servers.takeWarnings();
    process.kill(pid, 'SIGKILL');
    // Until Node knows: before, a call may reach the dying server's socket and get lost.
    await until(() => !isAlive(pid), 'the death of the server');
    expect((await countOf(servers)).count).toBe(1);
    expect(servers.takeWarnings()).toEqual([expect.stringContaining('Why: it was ended by SIGKILL')]);
  });

  test('when only its launcher is killed, the server ends too, and the next call starts both', async () => {
    const pidFile = join(folder(), 'pid');
    const servers = open({
      odd: { command: 'sh', args: ['-c', `echo $$ > '${pidFile}'; '${process.execPath}' '${odd}' ignores-sigterm; true`] },
    });
    const { pid } = await countOf(servers);
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    await until(async () => !(await isRunning(pid)), 'the end of the server');
    expect((await countOf(servers)).count).toBe(1);
  });

  test.each(['hang', 'hang-with-progress'])("%s is given up at the call's time limit, and the server stays", async (name) => {
    const servers = openOdd();
    const { pid } = await countOf(servers);
    await expect(callOdd(servers, name, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'tool-timeout',
      message: expect.stringContaining('300 ms'),
    });
    expect(await countOf(servers)).toEqual({ count: 2, pid });
  });

  test('a time limit longer than any timer does not expire at once', async () => {
    expect(await callOdd(openOdd(), 'count', { timeoutMs: Number.MAX_SAFE_INTEGER })).toMatchObject({ isError: false });
  });

  test('the caller’s abort ends a call with its reason, and leaves no listener on the signal', async () => {
    const servers = openOdd();
    const run = new AbortController();
    await callOdd(servers, 'count', { signal: run.signal });
    expect(getEventListeners(run.signal, 'abort')).toEqual([]);
    const hanging = callOdd(servers, 'hang', { signal: run.signal });
    run.abort(new Error('the run was cancelled'));
    await expect(hanging).rejects.toThrow('the run was cancelled');
    await expect(callOdd(servers, 'count', { signal: run.signal })).rejects.toThrow('the run was cancelled');
  });
});

describe('the end of a run', () => {
  test('every server is gone, including those that ignore SIGTERM, directly or behind a shell', async () => {
    const servers = open({
      odd: node(odd, 'ignores-sigterm'),
      behind: { command: 'sh', args: ['-c', `'${process.execPath}' '${odd}' ignores-sigterm; true`] },
      files: node(filesystem, folder()),
    });
    const [{ pid }, behind] = await Promise.all([countOf(servers), countOf(servers, 'behind'), listed(servers)]);
    await servers.close();
    expect(await isRunning(pid)).toBe(false);
    // It is killed by then; the kernel may still be reaping it.
    await until(async () => !(await isRunning(behind.pid)), 'the end of the server behind the shell');
  });

  test('a call in progress fails, and nothing is started again', async () => {
    const servers = openOdd();
    const { pid } = await countOf(servers);
    const hanging = expect(callOdd(servers, 'hang')).rejects.toMatchObject({
      code: 'tool-server-lost',
      message: expect.stringContaining('it was closed with its run'),
    });
    await Promise.all([servers.close(), servers.close()]);
    await hanging;
    expect(await isRunning(pid)).toBe(false);
    await expect(callOdd(servers, 'count')).rejects.toMatchObject({ code: 'tool-server-unavailable' });
  });

  test('a server that is just starting is ended too', async () => {
    const pidFile = join(folder(), 'pid');
    const servers = open({
      odd: { command: 'sh', args: ['-c', `echo $$ > '${pidFile}'; exec '${process.execPath}' '${odd}' garbage-only`] },
    });
    const listing = expect(listed(servers)).rejects.toMatchObject({ code: 'tool-server-unavailable' });
    const pid = await until(() => Number(readFileSync(pidFile, 'utf8')) || undefined, 'the start of the server');
    await servers.close();
    await listing;
    expect(await isRunning(pid)).toBe(false);
  });
});
