// The shop of examples/, with its ledger in a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop, type Shop } from '../../examples/shop/server.mjs';

export async function openSampleShop(): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-shop-'));
  const shop = await startShop({ port: 0, ledgerFile: join(folder, 'ledger.jsonl'), delayMs: 0 });
  return {
    ...shop,
    close: async () => {
      await shop.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
