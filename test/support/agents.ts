import { afterAll, beforeAll } from '@jest/globals';
import { startHarness, type Harness } from './agent-harness.js';
import type { Caching } from './caching.js';
import { startLedger, type Ledger } from './ledger.js';
import { startPageServer, type PageServer } from './page-server.js';
import { sharedServerAddress, startDevServer } from './temporal-server.js';

/** For the enclosing `describe`: a worker on the run's server, and the ledger of its devices' effects. Available from the first test on. */
export function useAgents(env: Caching['env'] = {}): { readonly harness: Harness; readonly ledger: Ledger } {
  const harness = during(() => startHarness({ address: sharedServerAddress(), env }));
  const ledger = during(startLedger);
  return {
    get harness() {
      return harness();
    },
    get ledger() {
      return ledger();
    },
  };
}

/** The same with two browsers, and the pages that they show. */
export function usePages(env: Caching['env'] = {}): { readonly harness: Harness; readonly pages: PageServer } {
  const harness = during(() => startHarness({ address: sharedServerAddress(), env, config: { kinds: ['web'], slots: 2 } }));
  const pages = during(startPageServer);
  return {
    get harness() {
      return harness();
    },
    get pages() {
      return pages();
    },
  };
}

/** A worker with two browsers on a server of its own: what asks there was started by the suite itself. */
export function useOwnServer(): { readonly harness: Harness; readonly address: string } {
  const world = during(async () => {
    const server = await startDevServer({ inMemory: true });
    const harness = await startHarness({ address: server.address, config: { kinds: ['web'], slots: 2 } });
    const close = async (): Promise<void> => {
      await harness.close();
      await server.stop();
    };
    return { harness, address: server.address, close };
  });
  return {
    get harness() {
      return world().harness;
    },
    get address() {
      return world().address;
    },
  };
}

/** Closes in order of start: a worker before what its devices talk to. */
function during<T extends { close(): Promise<void> }>(start: () => Promise<T>): () => T {
  let thing: T | undefined;
  beforeAll(async () => {
    thing = await start();
  });
  afterAll(() => thing?.close());
  return () => {
    if (thing === undefined) throw new Error('available inside tests only, not while they are declared');
    return thing;
  };
}
