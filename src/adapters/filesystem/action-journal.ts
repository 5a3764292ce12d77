// What this host did to its devices: one append-only file of JSON lines per device. The proof behind "at most once".
//
// journal-1. A promise resolves after fdatasync: its entry survives a power cut. A rejected write has no effect, in the file or in memory.
// journal-2. A key is begun at most once: `intended` throws when the key was fenced or begun before, also by a process that has died since.
// journal-3. Asking for a key that has not begun fences it, durably, before the answer is given.
// journal-4. One process at a time writes for a device: its own, else the worker (docs/design/device-process.md). What another one wrote is read before the next answer.
// journal-5. A torn last line does not count: it was not synced, so nothing was dispatched because of it.
import { open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Mutex } from 'async-mutex';
import type { ActionOutcome, JournalVerdict } from '../../domain/device/device-work.js';
import type { SentRequest } from '../../domain/wire/sent-request.js';
import { type ActionJournal, type IntendedEntry, FencedError, JournalUnavailableError } from '../../ports/action-journal.js';
import { appendLines, endOfBytes, parseJson, parseLines, type FileEnd, idOfSafeName, safeName, makeFolder } from './files.js';

type Line =
  | ({ readonly t: 'intended'; readonly at: string } & IntendedEntry)
  | { readonly t: 'done'; readonly at: string; readonly key: string; readonly outcome: ActionOutcome }
  | { readonly t: 'sent'; readonly at: string; readonly key: string; readonly id: string; readonly request: SentRequest }
  | { readonly t: 'settled' | 'fenced'; readonly at: string; readonly key: string };

/** `done` keeps the position of its line, not the outcome: outcomes contain text, and a worker lives long. */
type KeyState =
  | { readonly state: 'intended'; readonly sent?: ReadonlyMap<string, SentRequest> }
  | { readonly state: 'fenced' }
  | { readonly state: 'done'; readonly start: number; readonly length: number; readonly settled?: true };

const openFiles = 32;
/** Requests of one action. */
const mostSent = 20;

export interface FileActionJournalOptions {
  readonly folder: string;
  /** Devices whose entries are kept regardless of age. */
  readonly isOpen?: (deviceId: string) => boolean;
}

export interface FileActionJournal extends ActionJournal {
  /** For the end of the process; a later call opens the files again. */
  close(): Promise<void>;
}

export function createFileActionJournal({ folder, isOpen = () => false }: FileActionJournalOptions): FileActionJournal {
  const journals = new Map<string, DeviceJournal>();
  const deviceOfKey = new Map<string, string>();

  function journalOf(deviceId: string): DeviceJournal {
    const known = journals.get(deviceId);
    const journal = known ?? new DeviceJournal(join(folder, `${safeName(deviceId)}.jsonl`));
    // The most recently used last.
    journals.delete(deviceId);
    journals.set(deviceId, journal);
    if (known === undefined) closeIdle(journals);
    return journal;
  }

  return {
    async intended(entry) {
      await journalOf(entry.deviceId).begin(entry);
      deviceOfKey.set(entry.key, entry.deviceId);
    },
    async done(key, outcome) {
      const deviceId = deviceOfKey.get(key);
      if (deviceId === undefined)
        throw new JournalUnavailableError(`Action '${key}' was not begun in this process; its outcome cannot be written.`);
      await journalOf(deviceId).finish(key, outcome);
      deviceOfKey.delete(key);
    },
    async sent(deviceId, key, id, request) {
      await journalOf(deviceId).sent(key, id, request);
    },
    async settled(deviceId, key) {
      await journalOf(deviceId).settle(key);
    },
    verdictOf: (deviceId, key) => journalOf(deviceId).verdictOf(key),
    async close() {
      const open = [...journals.values()];
      journals.clear();
      await Promise.all(open.map((journal) => journal.close()));
    },
    async prune(olderThanMs) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const deviceId = idOfSafeName(name.replace(/\.jsonl$/, ''));
        const last = await stat(path).catch(() => undefined);
        if (last === undefined || Date.now() - last.mtimeMs < olderThanMs || (deviceId !== undefined && isOpen(deviceId))) continue;
        await (deviceId === undefined ? undefined : journals.get(deviceId))?.close();
        if (deviceId !== undefined) journals.delete(deviceId);
        await rm(path, { force: true });
      }
    },
  };
}

/** One device's file and its content. Loaded on first use and when it has grown, so a process knows what another one wrote. */
class DeviceJournal {
  readonly #mutex = new Mutex();
  #keys: Map<string, KeyState> | undefined;
  #file: FileHandle | undefined;
  /** Of what `#keys` is read from: another process has written once the file is longer. */
  #end: FileEnd = endOfBytes(Buffer.alloc(0));

  constructor(private readonly path: string) {}

  get idle(): boolean {
    return this.#file !== undefined && !this.#mutex.isLocked();
  }

  begin(entry: IntendedEntry): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { keys, file } = await this.#load();
      if (keys.has(entry.key)) throw new FencedError(entry.key);
      await this.#write(file, { t: 'intended', at: now(), ...entry });
      keys.set(entry.key, { state: 'intended' });
    });
  }

  finish(key: string, outcome: ActionOutcome): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { keys, file } = await this.#load();
      const { start, length } = await this.#write(file, { t: 'done', at: now(), key, outcome });
      keys.set(key, { state: 'done', start, length });
    });
  }

  sent(key: string, id: string, request: SentRequest): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { keys, file } = await this.#load();
      const known = keys.get(key);
      if (known?.state !== 'intended' || (known.sent?.size ?? 0) >= mostSent) return;
      await this.#write(file, { t: 'sent', at: now(), key, id, request });
      noteSent(keys, key, id, request);
    });
  }

  settle(key: string): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { keys, file } = await this.#load();
      if (keys.get(key)?.state !== 'done') return;
      await this.#write(file, { t: 'settled', at: now(), key });
      settle(keys, key);
    });
  }

  verdictOf(key: string): Promise<JournalVerdict> {
    return this.#mutex.runExclusive(async () => {
      const { keys, file } = await this.#load();
      const known = keys.get(key);
      if (known?.state === 'done')
        return { verdict: 'done', outcome: await readOutcome(file, known), settled: known.settled ? true : undefined };
      if (known?.state === 'intended') return { verdict: 'unknown', sent: known.sent && [...known.sent.values()] };
      if (known === undefined) {
        await this.#write(file, { t: 'fenced', at: now(), key });
        keys.set(key, { state: 'fenced' });
      }
      return { verdict: 'fenced' };
    });
  }

  close(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const file = this.#file;
      this.#file = undefined;
      this.#keys = undefined;
      await file?.close();
    });
  }

  async #load(): Promise<{ readonly keys: Map<string, KeyState>; readonly file: FileHandle }> {
    try {
      const file = (this.#file ??= await openDurably(this.path));
      if (this.#keys === undefined || (await file.stat()).size !== this.#end.size) {
        const bytes = await readFile(this.path);
        this.#keys = keysOf(bytes);
        this.#end = endOfBytes(bytes);
      }
      return { keys: this.#keys, file };
    } catch (error) {
      throw unavailable(this.path, error);
    }
  }

  async #write(file: FileHandle, line: Line): Promise<{ readonly start: number; readonly length: number }> {
    const text = JSON.stringify(line);
    try {
      const start = await appendLines(file, [text], this.#end);
      await file.datasync();
      const length = Buffer.byteLength(text);
      this.#end = { size: start + length + 1, torn: false };
      return { start, length };
    } catch (error) {
      // Half a line may be there. If even the truncation fails, file and memory differ: the file is read again before the next answer.
      await file.truncate(this.#end.size).catch(() => undefined);
      this.#keys = undefined;
      throw unavailable(this.path, error);
    }
  }
}

function keysOf(bytes: Buffer): Map<string, KeyState> {
  const keys = new Map<string, KeyState>();
  for (const { value, start, end } of parseLines(bytes)) {
    const line = value as Line;
    if (line.t === 'intended') keys.set(line.key, { state: 'intended' });
    else if (line.t === 'fenced') keys.set(line.key, { state: 'fenced' });
    else if (line.t === 'done') keys.set(line.key, { state: 'done', start, length: end - start });
    else if (line.t === 'settled') settle(keys, line.key);
    else if (line.t === 'sent') noteSent(keys, line.key, line.id, line.request);
  }
  return keys;
}

function noteSent(keys: Map<string, KeyState>, key: string, id: string, request: SentRequest): void {
  const known = keys.get(key);
  if (known?.state === 'intended') keys.set(key, { ...known, sent: new Map([...(known.sent ?? []), [id, request]]) });
}

function settle(keys: Map<string, KeyState>, key: string): void {
  const known = keys.get(key);
  if (known?.state === 'done') keys.set(key, { ...known, settled: true });
}

async function readOutcome(
  file: FileHandle,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<ActionOutcome> {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
  const line = parseJson(buffer.toString('utf8')) as Extract<Line, { t: 'done' }> | undefined;
  return line?.outcome ?? { status: 'unknown' };
}

/** A new file's name is durable only once its folder is synced too. */
async function openDurably(path: string): Promise<FileHandle> {
  await makeFolder(dirname(path));
  const isNew = (await stat(path).catch(() => undefined)) === undefined;
  const file = await open(path, 'a+');
  if (isNew) {
    const parent = await open(dirname(path), 'r');
    await parent.sync().finally(() => parent.close());
  }
  return file;
}

function closeIdle(journals: Map<string, DeviceJournal>): void {
  const idle = [...journals].filter(([, journal]) => journal.idle);
  for (const [deviceId, journal] of idle.slice(0, Math.max(0, idle.length - openFiles))) {
    journals.delete(deviceId);
    // Each of its lines was synced when it was written.
    journal.close().catch(() => undefined);
  }
}

function unavailable(path: string, error: unknown): JournalUnavailableError {
  const reason = error instanceof Error ? error.message : String(error);
  return new JournalUnavailableError(
    `The action journal ${path} cannot be written (${reason}). No action runs until it can: free some space, or check the folder's permissions.`,
    { cause: error },
  );
}

function now(): string {
  return new Date().toISOString();
}
