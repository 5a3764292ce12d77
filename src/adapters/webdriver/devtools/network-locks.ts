// LK22: the locks of a browser. They belong to its documents, not to this process: which documents were given a secret is written down, and a worker
// that takes the browser over puts their locks back. Without a locked document there is no connection, and nothing waits.
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { originOf } from '../../../domain/guard/guard.js';
import { refusalNotice, type LockedDocument, type NetworkLock } from '../../../domain/guard/network-lock.js';
import { ActionFailedError } from '../../../ports/device-errors.js';
import { PageChangedError } from '../errors.js';
import { connectDevTools } from './connection.js';
import { LockedTargets } from './locked-targets.js';

export interface LockRequest {
  /** Id of the tab. */
  readonly tab: string;
  readonly document: string;
  readonly locks: readonly NetworkLock[];
}

export interface NetworkLocks {
  /** Resolves when they are in force. Throws `ActionFailedError('secret-refused')` where they cannot be. `false`: they were already. */
  lock(request: LockRequest): Promise<boolean>;
  /** Puts back what should be in force. */
  restore(): Promise<void>;
  /** `go` leads the top frame of that tab to this address, because we were asked to: it may leave. */
  leaving<T>(tab: string, url: string, go: () => Promise<T>): Promise<T>;
  /** What was refused since the last call. */
  takeNotices(): readonly string[];
  detach(): void;
}

interface Opened {
  readonly targets: LockedTargets;
  close(): void;
}

const putBack = 'What a page with a secret may send is limited again; since the last look it was not for a time.';

/** More documents than live at once. */
const mostDocuments = 50;

/** @param file - in the device's folder: names of secrets and origins, no values */
export function createNetworkLocks(address: string, file: string): NetworkLocks {
  let documents = readLocked(file);
  let opening: Promise<Opened> | undefined;
  let isDetached = false;
  /** Calls that need the connection. */
  let running = 0;
  const refused = new Map<string, number>();
  const refusing = new Set<string>();
  const notices = new Set<string>();

  const count = (url: string, locks: readonly NetworkLock[]): void => {
    const origin = originOf(url);
    const told = origin === 'null' ? (/^[^:]*:/.exec(url)?.[0] ?? '') : origin;
    refused.set(told, (refused.get(told) ?? 0) + 1);
    for (const { secret } of locks) refusing.add(secret);
  };

  const close = (): void => {
    opening?.then(
      (opened) => opened.close(),
      () => undefined,
    );
    opening = undefined;
  };

  const open = (): Promise<Opened> => {
    const connecting = (opening ??= connect());
    connecting.catch(() => (opening = undefined));
    return connecting;
  };

  const connect = async (): Promise<Opened> => {
    let isClosed = false;
    const devtools = await connectDevTools(address, () => {
      if (isClosed) return;
      opening = undefined;
      // The browser goes on, or its end is told elsewhere.
      restore().catch(() => undefined);
    });
    const targets = new LockedTargets({ devtools, documents: () => documents, refused: count, idle: () => running === 0 && close() });
    await targets.start();
    return {
      targets,
      close: () => {
        isClosed = true;
        devtools.close();
      },
    };
  };

  /** While it runs, nothing else closes the connection. */
  const busy = async <T>(run: () => Promise<T>): Promise<T> => {
    running += 1;
    try {
      return await run();
    } finally {
      running -= 1;
    }
  };

  const restore = async (): Promise<void> => {
    if (documents.length === 0 || isDetached) return;
    const wasOpen = opening !== undefined;
    const holds = await busy(async () => (await open()).targets.anyHolds());
    if (holds && !wasOpen) notices.add(putBack);
    if (!holds && running === 0) close();
  };

  const put = async ({ tab, document, locks }: LockRequest): Promise<boolean> => {
    const known = new Set(documents.filter((each) => each.document === document).map(keyOf));
    const fresh = locks.map((lock) => ({ ...lock, document })).filter((lock) => !known.has(keyOf(lock)));
    const { targets } = await open();
    if (fresh.length > 0) {
      documents = [...documents, ...fresh].slice(-mostDocuments);
      await writeFile(file, JSON.stringify(documents), { mode: 0o600 });
    }
    if (!(await targets.holds(tab, document))) throw new PageChangedError('The page is being replaced.');
    return fresh.length > 0;
  };

  return {
    lock: (request) =>
      busy(() => put(request)).catch((error: unknown) => {
        if (!(error instanceof ActionFailedError)) throw error;
        const names = request.locks.map(({ secret }) => secret).join(', ');
        throw new ActionFailedError(
          'secret-refused',
          `The secret ${names} was not typed: what its page sends could not be limited (${error.message}).`,
        );
      }),
    restore,
    async leaving(tab, url, go) {
      if (opening === undefined) return go();
      const { targets } = await opening;
      const done = targets.leaving(tab, url);
      try {
        return await go();
      } finally {
        done();
      }
    },
    takeNotices() {
      const notice = refusalNotice(refused, [...refusing]);
      const taken = [...notices, ...(notice === undefined ? [] : [notice])];
      for (const told of [refused, refusing, notices]) told.clear();
      return taken;
    },
    detach() {
      isDetached = true;
      close();
    },
  };
}

function keyOf({ secret, origins }: NetworkLock): string {
  return JSON.stringify([secret, origins]);
}

function readLocked(file: string): readonly LockedDocument[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LockedDocument[]) : [];
}
