// Everything that the run needs: server, shop, scripted model, worker.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import getPort from 'get-port';
import { startTemporalServer } from '../../dist/client/temporal-server.js';
import { findTemporalCli } from '../lib/temporal-cli.mjs';
import { root } from '../lib/tools.mjs';

/** How long the shop delays its response to an order that is already in the ledger: the worker is killed in that time. */
const shopDelayMs = 3_000;

export function createStage({ folder, processes }) {
  const stage = { folder };

  return Object.assign(stage, {
    async startServer(say) {
      const { path } = await findTemporalCli(say);
      stage.server = await startTemporalServer({ cli: path, home: folder });
      stage.client = new Client({ connection: await Connection.connect({ address: stage.server.address }) });
    },
    async startShop() {
      const port = await getPort();
      stage.shop = `http://127.0.0.1:${port}`;
      const env = { PORT: String(port), SHOP_LEDGER: join(folder, 'ledger.jsonl'), SHOP_DELAY_MS: String(shopDelayMs) };
      await processes.start({ name: 'shop', args: [join(root, 'examples/shop/server.mjs')], env, ready: 'listening' });
    },
    async startModel() {
      const port = await getPort();
      stage.model = `http://127.0.0.1:${port}/v1`;
      await processes.start({
        name: 'model',
        args: [join(root, 'examples/scripted-model/server.mjs')],
        env: { PORT: String(port) },
        ready: 'listening',
      });
    },
    async startWorker() {
      const noProfiles = join(folder, 'temporal.toml');
      writeFileSync(noProfiles, '[profile.default]\n');
      const env = {
        STEADYHAND_HOME: folder,
        STEADYHAND_MODEL: 'scripted-model',
        TEMPORAL_ADDRESS: stage.server.address,
        TEMPORAL_CONFIG_FILE: noProfiles,
        OPENAI_BASE_URL: stage.model,
        OPENAI_API_KEY: 'scripted',
      };
      return processes.start({
        name: 'worker',
        args: [join(root, 'dist/worker.js')],
        env,
        ready: 'worker ready',
      });
    },
    async killWorker() {
      return processes.kill('worker');
    },
    async orders() {
      return (await (await fetch(`${stage.shop}/ledger`)).json()).orders;
    },
  });
}
