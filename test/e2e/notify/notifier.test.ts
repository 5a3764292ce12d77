// How those outside are told, over real HTTP and with real programs.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNotifier } from '../../../src/adapters/notify/notifier.js';
import type { Notice } from '../../../src/domain/human/notice.js';
import { NoticeError } from '../../../src/ports/notifier.js';
import { startReceiver, type Receiver } from '../../support/receiver.js';

const notice: Notice = {
  id: 'a1',
  run: 'agent-1',
  asker: 'agent-1/app-1',
  title: 'Order <b>kettles</b> & more',
  kind: 'confirmation',
  text: 'pays or orders',
  requestedAt: '2026-01-01T00:00:00.000Z',
  command: 'npx steadyhand confirm agent-1/app-1 yes',
  link: 'https://console.example/runs/agent-1',
};

describe('EV25: a notifier', () => {
  let receiver: Receiver;
  let folder: string;
  const logged: string[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-notify-'));
  });
  afterAll(async () => {
    await receiver?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const notifier = (target: Parameters<typeof createNotifier>[0][number], timeoutMs = 5_000) =>
    createNotifier([target], { log: (text) => logged.push(text), timeoutMs });
  const failure = (work: Promise<unknown>): Promise<NoticeError> =>
    work.then(
      () => new NoticeError('it was taken', false),
      (error: NoticeError) => error,
    );

  test('posts the notice to a webhook, with the configured headers and a key that tells repetitions', async () => {
    await notifier({ webhook: `${receiver.url}/hook`, headers: { authorization: 'Bearer t' } }).send(0, notice);
    const { path, body, headers } = receiver.told.at(-1) ?? {};
    expect({ path, body }).toEqual({ path: '/hook', body: notice });
    expect(headers).toMatchObject({ authorization: 'Bearer t', 'idempotency-key': 'a1', 'content-type': 'application/json' });
  });

  test('writes a text as Slack takes it, in which nothing is a link or a mention of its own', async () => {
    await notifier({ slack: `${receiver.url}/slack` }).send(0, { ...notice, text: '<!channel> pays' });
    expect(receiver.told.at(-1)?.body).toEqual({
      text: 'Order &lt;b&gt;kettles&lt;/b&gt; &amp; more wants approval: &lt;!channel&gt; pays\nhttps://console.example/runs/agent-1',
    });
  });

  test('a server that is busy or broken is worth another try, one that refuses is told once', async () => {
    const { send } = notifier({ webhook: `${receiver.url}/?secret=1` });
    const outcomes: unknown[] = [];
    for (const answer of [503, 429, 404, 301, { status: 503, headers: { 'retry-after': '7' } }, 'hold'] as const) {
      receiver.answer = () => answer;
      const { send: quickly } = notifier({ webhook: receiver.url }, 200);
      outcomes.push((await failure(answer === 'hold' ? quickly(0, notice) : send(0, notice))).again);
    }
    receiver.answer = () => 204;
    expect(outcomes).toEqual([true, true, false, false, { afterMs: 7_000 }, true]);
    expect(logged.splice(0)).toEqual([
      `notify[0]: ${receiver.url} answers 404 Not Found; it is not sent again`,
      `notify[0]: ${receiver.url} answers 301 Moved Permanently; it is not sent again`,
    ]);
  });

  test('a server that is not there is worth another try; the message names no more than its origin', async () => {
    const { again, message } = await failure(notifier({ webhook: 'http://127.0.0.1:9/hook?token=abc' }).send(0, notice));
    expect(again).toBe(true);
    expect(message).toMatch(/^notify\[0\]: http:\/\/127\.0\.0\.1:9 cannot be reached: /);
    expect(message).not.toContain('abc');
  });

  test('runs a command with the notice on its input, and nothing of the environment that is secret', async () => {
    const file = join(folder, 'said.json');
    const script = `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () => require('fs').writeFileSync(process.argv[1], JSON.stringify({ notice: JSON.parse(t), env: process.env })))`;
    process.env['STEADYHAND_SECRET_TEST'] = 'hidden';
    try {
      await notifier({ command: [process.execPath, '-e', script, file] }).send(0, notice);
    } finally {
      delete process.env['STEADYHAND_SECRET_TEST'];
    }
    const said = JSON.parse(await readFile(file, 'utf8')) as { readonly notice: unknown; readonly env: Readonly<Record<string, string>> };
    expect(said.notice).toEqual(notice);
    expect(said.env['STEADYHAND_NOTICE_ID']).toBe('a1');
    expect(Object.keys(said.env)).not.toContain('STEADYHAND_SECRET_TEST');
  });

  test('a command that fails or hangs is worth another try, one that does not exist is not', async () => {
    const run = (command: readonly string[], timeoutMs?: number) => failure(notifier({ command }, timeoutMs).send(0, notice));
    const failed = await run([process.execPath, '-e', 'console.error("no network"); process.exit(3)']);
    expect(failed).toMatchObject({ again: true, message: expect.stringContaining('ends with exit code 3: no network') });
    expect(await run([process.execPath, '-e', 'setInterval(() => {}, 1000)'], 300)).toMatchObject({ again: true });
    expect(await run(['no-such-program'])).toMatchObject({ again: false });
  });

  test('a target that this worker does not know is told nothing', async () => {
    await expect(notifier({ webhook: receiver.url }).send(3, notice)).resolves.toBeUndefined();
  });
});
