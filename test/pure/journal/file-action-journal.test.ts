import { appendFile, mkdir, open, readFile, utimes, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFileActionJournal,
  type FileActionJournal,
  type FileActionJournalOptions,
} from '../../../src/adapters/filesystem/action-journal.js';
import { createMemoryActionJournal } from '../../support/memory-stores.js';
import type { ActionJournal } from '../../../src/ports/action-journal.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const opened: FileActionJournal[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((journal) => journal.close()));
});

function onFiles(options: Partial<FileActionJournalOptions> = {}): ActionJournal {
  const journal = createFileActionJournal({ folder: folder(), ...options });
  opened.push(journal);
  return journal;
}
const entry = { key: 'run:1:0', deviceId: 'd1', epoch: 1, function: 'click_input' };
const done = { status: 'done', text: 'hello\nworld' } as const;

describe.each([
  ['on files', () => onFiles()],
  ['in memory', () => createMemoryActionJournal()],
] as const)('The journal %s', (_where, create: () => ActionJournal) => {
  test('answers with the outcome of a completed action', async () => {
    const journal = create();
    await journal.intended(entry);
    await journal.done(entry.key, done);
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'done', outcome: done });
  });

  test('tells that the interface was quiet after an action that is done, and after no other', async () => {
    const journal = create();
    await journal.settled('d1', entry.key);
    expect(await journal.verdictOf('d1', 'run:2:0')).toEqual({ verdict: 'fenced' });
    await journal.intended(entry);
    await journal.settled('d1', entry.key);
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'unknown' });
    await journal.done(entry.key, done);
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'done', outcome: done });
    await journal.settled('d1', entry.key);
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'done', outcome: done, settled: true });
  });

  test('answers unknown for an action that began and has no outcome', async () => {
    const journal = create();
    await journal.intended(entry);
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'unknown' });
  });

  test('W1: answers with what an action that has no outcome has sent, and how it was answered', async () => {
    const journal = create();
    const order = { method: 'POST', origin: 'https://shop.example', path: '/orders', fields: ['total'], via: 'form' } as const;
    await journal.sent('d1', entry.key, '1', order);
    await journal.intended(entry);
    await journal.sent('d1', entry.key, '1', order);
    await journal.sent('d1', entry.key, '2', { ...order, path: '/mails' });
    await journal.sent('d1', entry.key, '1', { ...order, answer: { status: 201 } });
    const answered = { ...order, answer: { status: 201 } };
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'unknown', sent: [answered, { ...order, path: '/mails' }] });
    await journal.done(entry.key, done);
    await journal.sent('d1', entry.key, '3', order);
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'done', outcome: done });
  });

  test('fences an action that has not begun when asked about it; it then never begins', async () => {
    const journal = create();
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'fenced' });
    await expect(journal.intended(entry)).rejects.toMatchObject({ name: 'FencedError', code: 'lease-lost' });
    expect(await journal.verdictOf('d1', entry.key)).toEqual({ verdict: 'fenced' });
  });

  test('begins no action twice', async () => {
    const journal = create();
    await journal.intended(entry);
    await expect(journal.intended(entry)).rejects.toMatchObject({ name: 'FencedError' });
  });
});

describe('The file journal', () => {
  const file = (): string => join(folder(), 'd1.jsonl');
  const reopened = (): ActionJournal => onFiles();

  test('HP8: what was quiet after an action is known to the next process, and is a line of its own, which the version before passes over', async () => {
    const journal = onFiles();
    await journal.intended(entry);
    await journal.done(entry.key, done);
    await journal.settled('d1', entry.key);
    expect(await reopened().verdictOf('d1', entry.key)).toEqual({ verdict: 'done', outcome: done, settled: true });
    const lines = (await readFile(file(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { readonly t: string }).t)).toEqual(['intended', 'done', 'settled']);
  });

  test('W1: what an action has sent is known to the next process', async () => {
    const order = { method: 'POST', origin: 'https://shop.example', path: '/orders', fields: [], via: 'form' } as const;
    const before = reopened();
    await before.intended(entry);
    await before.sent('d1', entry.key, '1', order);
    expect(await reopened().verdictOf('d1', entry.key)).toEqual({ verdict: 'unknown', sent: [order] });
  });

  test('D1: what a dead process wrote is known to the next one', async () => {
    const before = reopened();
    await before.intended(entry);
    await before.done(entry.key, done);
    await before.intended({ ...entry, key: 'run:2:0' });
    await before.verdictOf('d1', 'run:3:0');

    const after = reopened();
    expect(await after.verdictOf('d1', entry.key)).toEqual({ verdict: 'done', outcome: done });
    expect(await after.verdictOf('d1', 'run:2:0')).toEqual({ verdict: 'unknown' });
    await expect(after.intended({ ...entry, key: 'run:3:0' })).rejects.toMatchObject({ name: 'FencedError' });
  });

  test('a torn last line is ignored, and the next one is complete', async () => {
    const before = reopened();
    await before.intended(entry);
    await appendFile(file(), '{"t":"done","key":"run:1:0","outco');

    const after = reopened();
    expect(await after.verdictOf('d1', entry.key)).toEqual({ verdict: 'unknown' });
    await after.intended({ ...entry, key: 'run:2:0' });
    expect(await reopened().verdictOf('d1', 'run:2:0')).toEqual({ verdict: 'unknown' });
  });

  test('an outcome written after a torn line is read back from its own offset', async () => {
    await writeFile(file(), '{"t":"inten');
    const journal = reopened();
    await journal.intended(entry);
    await journal.done(entry.key, { status: 'failed', code: 'control-gone', message: 'Ärger ✓' });
    expect(await journal.verdictOf('d1', entry.key)).toEqual({
      verdict: 'done',
      outcome: { status: 'failed', code: 'control-gone', message: 'Ärger ✓' },
    });
  });

  test('D20: a folder that is not writable refuses every action before it begins', async () => {
    await writeFile(join(folder(), 'not-a-folder'), '');
    const journal = onFiles({ folder: join(folder(), 'not-a-folder', 'journal') });
    await expect(journal.intended(entry)).rejects.toMatchObject({
      code: 'journal-unavailable',
      message: expect.stringContaining('not-a-folder'),
    });
    await expect(journal.verdictOf('d1', entry.key)).rejects.toMatchObject({ code: 'journal-unavailable' });
  });

  test('D20: a disk that fills up in the middle of a line leaves nothing behind, and the action may begin when there is space', async () => {
    const journal = reopened();
    await journal.intended(entry);
    const before = await readFile(file(), 'utf8');
    const full = await fillDisk();
    await expect(journal.intended({ ...entry, key: 'run:2:0' })).rejects.toMatchObject({ code: 'journal-unavailable' });
    full.restore();
    expect(await readFile(file(), 'utf8')).toBe(before);
    await journal.intended({ ...entry, key: 'run:2:0' });
    expect(await reopened().verdictOf('d1', 'run:2:0')).toEqual({ verdict: 'unknown' });
  });

  test('an entry that could not be synced to the disk is taken back', async () => {
    const journal = reopened();
    await journal.intended(entry);
    const before = await readFile(file(), 'utf8');
    const failing = await failSync();
    await expect(journal.intended({ ...entry, key: 'run:2:0' })).rejects.toMatchObject({ code: 'journal-unavailable' });
    failing.restore();
    expect(await readFile(file(), 'utf8')).toBe(before);
  });

  test('keeps devices apart, whatever their ids', async () => {
    const journal = reopened();
    await journal.intended({ ...entry, deviceId: '../d1', key: 'a:1:0' });
    expect(await journal.verdictOf('d1', 'a:1:0')).toEqual({ verdict: 'fenced' });
    expect(await journal.verdictOf('../d1', 'a:1:0')).toEqual({ verdict: 'unknown' });
  });

  test('many concurrent actions on many devices are all kept', async () => {
    const journal = reopened();
    const entries = Array.from({ length: 200 }, (_, index) => ({ ...entry, deviceId: `d${index % 50}`, key: `run:${index}:0` }));
    await Promise.all(entries.map((each) => journal.intended(each)));
    await Promise.all(entries.map((each) => journal.done(each.key, { status: 'done', text: each.key })));
    const after = reopened();
    for (const each of entries)
      expect(await after.verdictOf(each.deviceId, each.key)).toEqual({ verdict: 'done', outcome: { status: 'done', text: each.key } });
  });

  test('forgets old entries, except those of open devices', async () => {
    const journal = onFiles({ isOpen: (deviceId) => deviceId === 'open' });
    await mkdir(folder(), { recursive: true });
    for (const deviceId of ['open', 'old', 'new']) await journal.intended({ ...entry, deviceId, key: `${deviceId}:1:0` });
    const longAgo = new Date(Date.now() - 1_000_000);
    for (const name of ['open', 'old']) await utimes(join(folder(), `${name}.jsonl`), longAgo, longAgo);
    await journal.prune(500_000);
    expect(await journal.verdictOf('open', 'open:1:0')).toEqual({ verdict: 'unknown' });
    expect(await journal.verdictOf('new', 'new:1:0')).toEqual({ verdict: 'unknown' });
    expect(await journal.verdictOf('old', 'old:1:0')).toEqual({ verdict: 'fenced' });
  });
});

/** What Node does when the disk is full: half of the bytes, then ENOSPC. */
async function fillDisk(): Promise<{ restore(): void }> {
  const prototype = await handlePrototype();
  const write = prototype.write as (this: FileHandle, bytes: Buffer, offset?: number) => Promise<{ bytesWritten: number }>;
  return replace(prototype, 'write', async function (this: FileHandle, bytes: Buffer) {
    await write.call(this, bytes.subarray(0, bytes.length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
}

async function failSync(): Promise<{ restore(): void }> {
  return replace(await handlePrototype(), 'datasync', async () => {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  });
}

async function handlePrototype(): Promise<FileHandle> {
  const handle = await open(join(folder(), 'probe'), 'w');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

function replace(prototype: FileHandle, method: 'write' | 'datasync', replacement: unknown): { restore(): void } {
  const original: unknown = prototype[method];
  Object.assign(prototype, { [method]: replacement });
  return { restore: () => void Object.assign(prototype, { [method]: original }) };
}
