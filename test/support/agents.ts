import { afterAll, beforeAll } from '@jest/globals';
import { startHarness, type Harness } from './agent-harness.js';
import type { Caching } from './caching.js';
import { startLedger, type Ledger } from './ledger.js';
import { startPageServer, type PageServer } from './page-server.js';
import { sharedServerAddress } from './temporal-server.js';

/** For the `describe` that it is called in: a worker on the run's server, and the ledger of what its devices have done. There from the first test on. */
export function useAgents(env: Caching['env']): { readonly harness: Harness; readonly ledger: Ledger } {
  let harness: Harness | undefined;
  let ledger: Ledger | undefined;
  beforeAll(async () => {
    ledger = await startLedger();
    harness = await startHarness({ address: sharedServerAddress(), env });
  });
  afterAll(async () => {
    await harness?.close();
    await ledger?.close();
  });
  return {
    get harness() {
      return started(harness);
    },
    get ledger() {
      return started(ledger);
    },
  };
}

/** For the `describe` that it is called in: a worker with two browsers on the run's server, and the pages. There from the first test on. */
export function usePages(env: Caching['env']): { readonly harness: Harness; readonly pages: PageServer } {
  let harness: Harness | undefined;
  let pages: PageServer | undefined;
  beforeAll(async () => {
    pages = await startPageServer();
    harness = await startHarness({ address: sharedServerAddress(), env, config: { kinds: ['web'], slots: 2 } });
  });
  afterAll(async () => {
    await harness?.close();
    await pages?.close();
  });
  return {
    get harness() {
      return started(harness);
    },
    get pages() {
      return started(pages);
    },
  };
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('it is there in tests only, not while they are declared');
  return thing;
}
