// The wire of a browser (wire.ts), and the locks that hold there. They belong to its documents, not to this process: which documents were given a secret is
// written down, and a worker that takes the browser over puts their locks back.

import { type LockedDocument, type NetworkLock, refusalNotice } from '../../../domain/guard/network-lock.js';
import { connectDevTools } from './connection.js';
import { WireTargets } from './wire-targets.js';
import type { Wire } from './wire.js';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { ActionFailedError } from '../../../ports/device.js';
import { PageChangedError } from '../session.js';
import { originOf } from '../../../domain/guard/guard.js';

interface LockRequest {
  /** Id of the tab. */
  readonly tab: string;
  readonly document: string;
  readonly locks: readonly NetworkLock[];
}

export interface NetworkLocks {
  /** Resolves when they are in force. Throws `ActionFailedError('secret-refused')` where they cannot be. `false`: they were already. */
  lock(request: LockRequest): Promise<boolean>;
  /** What pages send is seen and judged from then on, and what should be in force is. */
  restore(): Promise<void>;
  /** `go` leads the top frame of that tab to this address, because we were asked to: it may leave. */
  leaving<T>(tab: string, url: string, go: () => Promise<T>): Promise<T>;
  /** What was refused since the last call. */
  takeNotices(): readonly string[];
  detach(): void;
}

const putBack = 'What a page with a secret may send is limited again; since the last look it was not for a time.';

/** More documents than live at once. */
const mostDocuments = 50;

/** @param file - in the device's folder: names of secrets and origins, no values */
export function createNetworkLocks(address: string, file: string, wire: Wire): NetworkLocks {
  let documents = readLocked(file);
  let isDetached = false;
  const refusals = createRefusalLog();
  const connection = createWireConnection({
    address,
    wire,
    documents: () => documents,
    refused: refusals.count,
    onLost: () => void restore().catch(() => undefined),
  });

  const restore = async (): Promise<void> => {
    if (isDetached) return;
    const wasOpen = connection.isOpen;
    const targets = await connection.targets();
    if ((await targets.anyHolds()) && !wasOpen) refusals.note(putBack);
  };

  const put = async ({ tab, document, locks }: LockRequest): Promise<boolean> => {
    const targets = await connection.targets();
    const known = new Set(documents.filter((each) => each.document === document).map(keyOf));
    const fresh = locks.map((lock) => ({ ...lock, document })).filter((lock) => !known.has(keyOf(lock)));
    if (fresh.length > 0) {
      documents = [...documents, ...fresh].slice(-mostDocuments);
      await writeFile(file, JSON.stringify(documents), { mode: 0o600 });
    }
    if (!(await targets.holds(tab, document))) throw new PageChangedError('The page is being replaced.');
    return fresh.length > 0;
  };

  return {
    lock: (request) =>
      put(request).catch((error: unknown) => {
        if (!(error instanceof ActionFailedError)) throw error;
        const names = request.locks.map(({ secret }) => secret).join(', ');
        throw new ActionFailedError(
          'secret-refused',
          `The secret ${names} was not typed: what its page sends could not be limited (${error.message}).`,
        );
      }),
    restore,
    async leaving(tab, url, go) {
      const targets = await connection.targets();
      const done = targets.leaving(tab, url);
      try {
        return await go();
      } finally {
        done();
      }
    },
    takeNotices: refusals.take,
    detach() {
      isDetached = true;
      connection.close();
    },
  };
}

function keyOf({ secret, origins }: NetworkLock): string {
  return JSON.stringify([secret, origins]);
}

function readLocked(file: string): readonly LockedDocument[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LockedDocument[]) : [];
}

/** The connection over which pages are seen and locks hold (wire-targets.ts). */
interface WireConnectionOptions {
  readonly address: string;
  readonly wire: Wire;
  readonly documents: () => readonly LockedDocument[];
  readonly refused: (url: string, locks: readonly NetworkLock[]) => void;
  /** It ended, and not by us: the browser goes on, or its end is told elsewhere. */
  readonly onLost: () => void;
}

function createWireConnection({ address, onLost, ...about }: WireConnectionOptions) {
  let opening: Promise<{ readonly targets: WireTargets; close(): void }> | undefined;

  const connect = async () => {
    let isClosed = false;
    const devtools = await connectDevTools(address, () => {
      if (isClosed) return;
      opening = undefined;
      onLost();
    });
    const targets = new WireTargets({ devtools, ...about });
    await targets.start();
    return {
      targets,
      close: () => {
        isClosed = true;
        void targets
          .stop()
          .catch(() => undefined)
          .finally(() => devtools.close());
      },
    };
  };

  return {
    get isOpen() {
      return opening !== undefined;
    },
    async targets(): Promise<WireTargets> {
      const connecting = (opening ??= connect());
      connecting.catch(() => (opening = undefined));
      return (await connecting).targets;
    },
    close(): void {
      opening?.then(
        (opened) => opened.close(),
        () => undefined,
      );
      opening = undefined;
    },
  };
}

/** What locks refused since the last look, for people and models. */
function createRefusalLog() {
  const counts = new Map<string, number>();
  const secrets = new Set<string>();
  const notes = new Set<string>();
  return {
    count(url: string, locks: readonly NetworkLock[]): void {
      const origin = originOf(url);
      const told = origin === 'null' ? (/^[^:]*:/.exec(url)?.[0] ?? '') : origin;
      counts.set(told, (counts.get(told) ?? 0) + 1);
      for (const { secret } of locks) secrets.add(secret);
    },
    note: (text: string) => void notes.add(text),
    /** Notices since the last call. */
    take(): readonly string[] {
      const notice = refusalNotice(counts, [...secrets]);
      const taken = [...notes, ...(notice === undefined ? [] : [notice])];
      for (const told of [counts, secrets, notes]) told.clear();
      return taken;
    },
  };
}
