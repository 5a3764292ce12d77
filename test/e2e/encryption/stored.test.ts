// What Temporal stores of runs, with encryption and without: histories as the server gives them to anyone, and the file of its database, byte by byte.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { ensureKeyRing } from '../../../src/adapters/filesystem/key-ring-file.js';
import { answerSignal, taskQueue } from '../../../src/workflows/messages.js';
import { assignThenFinish, memoryDevice, say, startHarness, type, type Harness } from '../../support/agent-harness.js';
import { commandLine } from '../../support/command-line.js';
import { plantedIn } from '../../support/planted.js';
import { type DevServer, startDevServer } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { historiesOf, type Written } from '../../support/what-a-run-wrote.js';

const words = {
  request: 'request-Pelikan-17',
  memo: 'memo-Flamingo-23',
  question: 'question-Kranich-31',
  answer: 'answer-Reiher-47',
  signalled: 'signalled-Storch-53',
  typed: 'typed-Ibis-61',
  button: 'Button-Kormoran-71',
  title: 'Title-Eisvogel-83',
  result: 'result-Albatros-97',
  refused: 'refused-Kiebitz-101',
} as const;
const planted = Object.values(words);

const device = memoryDevice({
  start: 'main',
  screens: {
    main: {
      title: words.title,
      controls: [
        { role: 'button', name: words.button },
        { role: 'textbox', name: 'Note' },
      ],
    },
  },
});

/** A run that asks, types and ends, one that is asked by a signal, and one whose input is refused. */
async function leaveTraces(harness: Harness, env: Readonly<Record<string, string>>, address: string): Promise<readonly string[]> {
  const brain = (answered: string) => ({
    host: assignThenFinish,
    app: [
      say('PENDING', { Questions: [words.question] }),
      type('Note', words.typed),
      say('FINISH', { Result: `${words.result} ${answered}` }),
    ],
  });
  const run = await harness.run(brain('one'), { request: words.request, device });
  const { asker, requestId } = await run.asks('question');
  const steadyhand = commandLine({ address, folder: harness.home, env });
  const told = await steadyhand('answer', run.id, words.answer);
  expect(told).toMatchObject({ code: 0, stderr: '' });
  await run.handle.result();

  const other = await harness.run(brain('two'), { request: words.request, device });
  const asked = await other.asks('question');
  expect(asked.asker).not.toBe(asker);
  await harness.client.workflow.getHandle(asked.asker).signal(answerSignal, { requestId: asked.requestId, answers: [words.signalled] });
  await other.handle.result();
  expect(requestId).not.toBe(asked.requestId);

  const refused = await harness.client.workflow.start('hostAgent', {
    taskQueue,
    workflowId: `refused-${process.pid}`,
    args: [{ request: words.request, device: { kind: words.refused } }],
    memo: { request: words.memo },
  });
  await expect(refused.result()).rejects.toThrow();
  return [run.id, other.id, refused.workflowId];
}

async function filesOf(server: DevServer): Promise<Written> {
  const folder = dirname(server.dbFilename);
  const names = (await readdir(folder)).filter((name) => name.startsWith(basename(server.dbFilename)));
  return new Map(await Promise.all(names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(folder, name))])));
}

describe.each([
  ['on', planted.map(() => false)],
  ['off', planted.map(() => true)],
])('with encryption %s', (encryption, isFound) => {
  let folder: string;
  let server: DevServer;
  let harness: Harness;
  let ids: readonly string[] = [];
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-encryption-'));
    const file = join(folder, 'keys.json');
    await ensureKeyRing(file);
    env = { STEADYHAND_ENCRYPTION: encryption, STEADYHAND_ENCRYPTION_KEY_FILE: file };
    server = await startDevServer();
    harness = await startHarness({ address: server.address, env });
    ids = await leaveTraces(harness, env, server.address);
  });

  afterAll(async () => {
    await harness?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('LK60, LK61: histories, as anyone reads them, tell what was planted only without it', async () => {
    const bare = new Client({ connection: await Connection.connect({ address: server.address }) });
    try {
      const raw: Written = new Map((await Promise.all(ids.map((id) => historiesOf(bare, id)))).flatMap((one) => [...one]));
      expect(raw.size).toBeGreaterThan(60);
      const hits = plantedIn(raw, planted);
      expect(planted.map((word) => hits.some((hit) => hit.startsWith(`${word} `)))).toEqual(isFound);
    } finally {
      await bare.connection.close();
    }
  });

  test("LK60, LK61: so does the database of the server, in none of a text's forms", async () => {
    const written = await until(async () => {
      const files = await filesOf(server);
      const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
      return size > 100_000 && files;
    }, 'the database on disk');
    const hits = plantedIn(written, planted);
    expect(planted.map((word) => hits.some((hit) => hit.startsWith(`${word} `)))).toEqual(isFound);
  });
});

test('LK61: the search finds what it looks for in each form', () => {
  const word = words.answer;
  const forms = {
    plain: Buffer.from(`x${word}y`),
    utf16: Buffer.from(word, 'utf16le'),
    base64: Buffer.from(Buffer.from(`ab${word}`).toString('base64')),
    hex: Buffer.from(Buffer.from(word).toString('hex')),
    gzip: Buffer.concat([Buffer.from('before'), gzipSync(`{"a":"${word}"}`), Buffer.from('behind')]),
  };
  for (const [name, bytes] of Object.entries(forms))
    expect([name, plantedIn(new Map([['here', bytes]]), [word]).length > 0]).toEqual([name, true]);
});
