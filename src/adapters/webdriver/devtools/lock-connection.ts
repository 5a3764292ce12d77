// The connection over which locks hold (locked-targets.ts): opened when the first is needed, closed when none holds any more.
import type { LockedDocument, NetworkLock } from '../../../domain/guard/network-lock.js';
import { connectDevTools } from './connection.js';
import { LockedTargets } from './locked-targets.js';

export interface LockConnection {
  /** `run` has it open as long as it takes. */
  use<T>(run: (targets: LockedTargets) => Promise<T>): Promise<T>;
  /** Undefined: it is closed. */
  readonly targets: Promise<LockedTargets> | undefined;
  /** Closes it, unless something has it open. */
  rest(): void;
  close(): void;
}

interface LockConnectionOptions {
  readonly address: string;
  readonly documents: () => readonly LockedDocument[];
  readonly refused: (url: string, locks: readonly NetworkLock[]) => void;
  /** It ended, and not by us: the browser goes on, or its end is told elsewhere. */
  readonly onLost: () => void;
}

interface Opened {
  readonly targets: LockedTargets;
  close(): void;
}

export function createLockConnection({ address, documents, refused, onLost }: LockConnectionOptions): LockConnection {
  let opening: Promise<Opened> | undefined;
  let users = 0;

  const close = (): void => {
    opening?.then(
      (opened) => opened.close(),
      () => undefined,
    );
    opening = undefined;
  };
  const rest = (): void => {
    if (users === 0) close();
  };

  const connect = async (): Promise<Opened> => {
    let isClosed = false;
    const devtools = await connectDevTools(address, () => {
      if (isClosed) return;
      opening = undefined;
      onLost();
    });
    const targets = new LockedTargets({ devtools, documents, refused, idle: rest });
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
    async use(run) {
      users += 1;
      try {
        const connecting = (opening ??= connect());
        connecting.catch(() => (opening = undefined));
        return await run((await connecting).targets);
      } finally {
        users -= 1;
      }
    },
    get targets() {
      return opening?.then(({ targets }) => targets);
    },
    rest,
    close,
  };
}
