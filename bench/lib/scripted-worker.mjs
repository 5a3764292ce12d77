// The product as a user runs it: a Temporal server, a worker with real browsers, a client; its model is a script behind HTTP.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../dist/client.js';
import { findTemporal } from '../../dist/client/temporal-connection.js';
import { loadConfig } from '../../dist/config/config.js';
import { startWorker } from '../../dist/worker.js';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';

/** `settings`: of the configuration's model; `around`: wraps the worker's ports. */
export async function openScripted(scope, { script, settings = {}, around = {} }) {
  const [home, server] = [await scope.folder(), await scope.temporal()];
  const model = await startScriptedModel({ script });
  scope.onEnd(() => model.close());
  const { chromium, chromedriver } = await ensureBrowser();
  const configured = { kinds: ['web'], slots: 1, model: { images: false, ...settings }, browser: { chromium, chromedriver } };
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify(configured));
  const env = scriptedEnvironment(home, server, model);
  const worker = await startWorker({ config: loadConfig(env, home), server: findTemporal(home, env), log: () => undefined, around });
  scope.onEnd(() => worker.stop());
  const steadyhand = await connect({ env, folder: home });
  scope.onEnd(() => steadyhand.close());
  return { home, model, steadyhand };
}

/** Of a worker whose model is a script. */
export function scriptedEnvironment(home, server, model) {
  return {
    STEADYHAND_HOME: home,
    TEMPORAL_ADDRESS: server.address,
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
  };
}
