// HP22: how an effect check reads, from real servers, and that it cannot write.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createEffectReader, type ReadCheck } from '../../../src/adapters/effect-checks/effect-reader.js';
import { createMcpToolServers } from '../../../src/adapters/mcp/tool-servers.js';
import type { Json } from '../../../src/domain/run/json.js';
import { freePort } from '../../support/free-port.mjs';
import { listen, type TestServer } from '../../support/http.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';

const filesystem = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'steadyhand-readers-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function read(check: Partial<ReadCheck>, given: Readonly<Record<string, string>> = {}, timeoutMs = 10_000): Promise<Json> {
  const servers = () => createMcpToolServers({ files: { command: process.execPath, args: [filesystem, folder] } });
  return createEffectReader({ it: { value: '', ...check } }, servers).read({ check: 'it', with: given }, timeoutMs);
}

describe('by HTTP', () => {
  let server: TestServer;
  const asked: string[] = [];
  beforeAll(async () => {
    server = await listen(async ({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      if (url === '/moved') response.writeHead(302, { location: '/orders' }).end();
      else if (url === '/text') response.end('<html>');
      else if (url === '/large') response.end(JSON.stringify({ all: 'x'.repeat(9_000), count: 2 }));
      else response.end(JSON.stringify({ orders: [{ state: 'paid' }] }));
    }, '127.0.0.1');
  });
  afterAll(() => server?.close());
  const at = (path: string) => ({ http: { url: `http://127.0.0.1:${server.port}${path}` } });

  test('HP22: a value of the answer; what is filled in stays in its place', async () => {
    expect(await read({ ...at('/orders/{{who}}'), value: 'orders.0.state' }, { who: '../x?y=1' })).toBe('paid');
    expect(asked.at(-1)).toBe('GET /orders/..%2Fx%3Fy%3D1');
    expect(await read({ ...at('/large'), value: 'count' })).toBe(2);
  });

  test.each([
    ['a redirect', '/moved', '', /answers 302/],
    ['what is no JSON', '/text', '', /does not answer with JSON/],
    ['more than a history should hold', '/large', '', /longer than 8 KB; name the part that matters/],
    ['a value that is not there', '/orders', 'orders.7', /there is no 'orders.7' in what was read/],
  ])('HP22: %s is a reading that failed', async (_, path, value, message) => {
    await expect(read({ ...at(path), value })).rejects.toMatchObject({
      code: 'effect-check-failed',
      message: expect.stringMatching(message),
    });
  });

  test('HP22: a server that is away, and one that says nothing, fail in time', async () => {
    await expect(read({ http: { url: `http://127.0.0.1:${await freePort()}/` } })).rejects.toThrow(/fetch failed: .*ECONNREFUSED/);
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    await expect(read({ http: { url: `http://127.0.0.1:${port}/` } }, {}, 300)).rejects.toThrow('no answer within 300 ms');
    silent.close();
  });
});

describe('by SQL', () => {
  let postgres: PostgresServer | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
    await asOwner(`create table orders (customer text, state text); insert into orders values ('ada', 'paid'), ('ada', 'open'), ('bob', 'open');
      create function note() returns int as $$ insert into orders values ('eve', 'written') returning 1 $$ language sql; create sequence numbers;`);
  });
  afterAll(() => postgres?.close());

  async function asOwner(text: string): Promise<readonly unknown[]> {
    if (!postgres) return [];
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const { rows } = await client.query(text);
      return rows ?? [];
    } finally {
      await client.end();
    }
  }
  const bySql = (query: string, values: readonly string[] = []): Partial<ReadCheck> => ({
    sql: { database: postgres?.url ?? '', query, values },
  });

  test('HP22: one cell as a value, more as rows; what is filled in is a value of the statement', async () => {
    if (!postgres) return void console.warn('skipped: there is no PostgreSQL server');
    const counting = bySql('select count(*) from orders where customer = $1', ['{{who}}']);
    expect(await read(counting, { who: 'ada' })).toBe(2);
    expect(await read(counting, { who: `ada' or ''='` })).toBe(0);
    expect(await read({ ...bySql('select state from orders where customer = $1', ['bob']), value: '' })).toBe('open');
    expect(await read({ ...bySql('select customer, state from orders order by 1, 2'), value: '1.state' })).toBe('paid');
  });

  test.each([
    ['a function that writes', 'select note()', /read-only transaction/],
    ['a sequence', `select nextval('numbers')`, /read-only transaction/],
    ['a statement that writes', `with gone as (delete from orders returning 1) select count(*) from gone`, /read-only transaction/],
    ['a second statement', 'select 1; commit; delete from orders', /multiple commands/],
    ['the end of the transaction', 'commit', /there is no|neither|commit/i],
  ])('HP22: %s writes nothing', async (_, query, message) => {
    if (!postgres) return void console.warn('skipped: there is no PostgreSQL server');
    const before = await asOwner('select * from orders');
    await read(bySql(query)).then(
      (value) => expect(value).toEqual([]),
      (error: Error) => expect(error.message).toMatch(message),
    );
    expect(await asOwner('select * from orders')).toEqual(before);
    expect(await asOwner('select is_called from numbers')).toEqual([{ is_called: false }]);
  });

  test('HP22: a statement that takes too long is given up', async () => {
    if (!postgres) return void console.warn('skipped: there is no PostgreSQL server');
    await expect(read(bySql('select pg_sleep(20)'), {}, 500)).rejects.toThrow(/timeout/i);
  });
});

describe('by a tool of a server', () => {
  test('HP22: one that declares to change nothing is called, any other is not', async () => {
    await writeFile(join(folder, 'count.json'), '3');
    const tool = (name: string, more: Readonly<Record<string, Json>> = {}) => ({
      tool: { server: 'files', name, arguments: { path: join(folder, '{{name}}'), ...more } },
    });
    expect(await read({ ...tool('read_text_file'), value: 'content' }, { name: 'count.json' })).toBe('3');
    await expect(read(tool('write_file', { content: 'no' }), { name: 'count.json' })).rejects.toThrow(
      "the tool 'write_file' of 'files' is not declared to change nothing (readOnlyHint)",
    );
    await expect(read(tool('nothing'), { name: 'x' })).rejects.toThrow(/has no tool 'nothing'/);
    await expect(read(tool('read_text_file'), { name: 'absent' })).rejects.toThrow(/the tool 'read_text_file' failed: /);
    expect(await read({ ...tool('read_text_file'), value: 'content' }, { name: 'count.json' })).toBe('3');
  });
});
