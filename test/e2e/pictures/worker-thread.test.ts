import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createWorkerThread, type WorkerThread } from '../../../src/adapters/process-kit/worker-thread.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';

type Question = { readonly say: string } | { readonly spin: SharedArrayBuffer } | { readonly throw: string } | { readonly exit: number };

/** Answers with the number of its thread. */
const program = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (question) => {
    if ('throw' in question) throw new Error(question.throw);
    if ('exit' in question) process.exit(question.exit);
    console.log('printed', question);
    if ('spin' in question) for (;;) Atomics.add(new Int32Array(question.spin), 0, 1);
    parentPort.postMessage({ said: question.say, threadId });
  });
`;

const folder = temporaryFolder();
let thread: WorkerThread<Question, { readonly said: string; readonly threadId: number }>;

beforeEach(() => {
  writeFileSync(join(folder(), 'program.mjs'), program);
  thread = createWorkerThread(pathToFileURL(join(folder(), 'program.mjs')), 'The echo');
});

afterEach(() => thread.close());

/** A question that is never answered, once its computation has begun. `turns` counts its progress. */
async function spinning(signal?: AbortSignal): Promise<{ readonly ended: Promise<unknown>; readonly turns: () => number }> {
  const spin = new SharedArrayBuffer(4);
  const turns = (): number => Atomics.load(new Int32Array(spin), 0);
  const ended = thread.ask({ spin }, signal).catch((error: unknown) => error);
  await until(() => turns() > 0, 'The thread computes');
  return { ended, turns };
}

test('questions are answered in order, by one thread', async () => {
  const answers = await Promise.all(['one', 'two', 'three'].map((say) => thread.ask({ say })));
  expect(answers.map(({ said }) => said)).toEqual(['one', 'two', 'three']);
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
});

test.each<[string, Question, RegExp]>([
  ['throws', { throw: 'no memory left' }, /^The echo failed: (Error: )?no memory left$/],
  ['exits', { exit: 3 }, /^The echo failed: exit code 3$/],
])('a thread that %s fails that question alone, and is started again', async (_, question, message) => {
  const before = await thread.ask({ say: 'before' });
  const [failed, after] = await Promise.allSettled([thread.ask(question), thread.ask({ say: 'after' })]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(message) } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { said: 'after' } });
  expect(after.status === 'fulfilled' && after.value.threadId).not.toBe(before.threadId);
});

test('an aborted question ends the computation', async () => {
  const given = new AbortController();
  const { ended, turns } = await spinning(given.signal);
  given.abort(new Error('enough'));
  expect(await ended).toMatchObject({ message: 'enough' });
  expect(await thread.ask({ say: 'next' })).toMatchObject({ said: 'next' });
  const reached = turns();
  await thread.ask({ say: 'again' });
  expect(turns()).toBe(reached);
});

test('a question aborted in the queue does not affect the one before it', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { ended, turns } = await spinning(first.signal);
  const waiting = thread.ask({ say: 'waiting' }, second.signal);
  second.abort(new Error('waited enough'));
  await expect(waiting).rejects.toThrow('waited enough');
  const reached = turns();
  await until(() => turns() > reached, 'It goes on computing');
  first.abort(new Error('enough'));
  expect(await ended).toMatchObject({ message: 'enough' });
});

test('a question aborted beforehand starts no thread', async () => {
  const threads = threadsHeld();
  await expect(thread.ask({ say: 'never' }, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  expect(threadsHeld()).toBe(threads);
});

test('close ends the thread and its pending questions, and nothing starts it again', async () => {
  const threads = threadsHeld();
  const { ended, turns } = await spinning();
  expect(threadsHeld()).toBeGreaterThan(threads);
  const waiting = thread.ask({ say: 'waiting' });
  await thread.close();
  expect(await ended).toMatchObject({ message: 'The echo is closed.' });
  await expect(waiting).rejects.toThrow('The echo is closed.');
  await expect(thread.ask({ say: 'late' })).rejects.toThrow('The echo is closed.');
  const reached = turns();
  await until(() => threadsHeld() === threads, 'The thread is gone');
  expect(turns()).toBe(reached);
});

/** Open message ports: each thread holds one. */
function threadsHeld(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length;
}
