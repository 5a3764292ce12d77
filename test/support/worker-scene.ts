// Workers as users run them, each a process, with a scripted model behind HTTP: for what such a process shows of itself.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import { fastTimings, scriptFor, type Brain } from './agent-harness.js';
import { startWorkerProcess, type WorkerProcess } from './worker-process.js';

export interface WorkerScene {
  readonly home: string;
  readonly client: Client;
  readonly env: Readonly<Record<string, string>>;
  /** Another worker in the same folder; `more`: of its environment. */
  work(more?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
  /** Who answers from now on. */
  think(brain: Brain): void;
  close(): Promise<void>;
}

export interface WorkerSceneOptions {
  readonly address: string;
  readonly config?: Readonly<Record<string, unknown>>;
  /** More of the environment of client and workers. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function openWorkerScene({ address, config = {}, env: others = {} }: WorkerSceneOptions): Promise<WorkerScene> {
  let script = scriptFor({});
  const model = await startScriptedModel({ script: (turn) => script(turn) });
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-scene-'));
  const file = { kinds: ['memory'], slots: 2, timings: fastTimings, model: { default: 'scripted-model', images: false }, ...config };
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify(file));
  const env = { TEMPORAL_ADDRESS: address, OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'scripted', ...others };
  const client = await connectTemporal(findTemporal(home, env));
  const workers: WorkerProcess[] = [];
  return {
    home,
    client,
    env,
    async work(more = {}) {
      const worker = await startWorkerProcess({ home, env: { ...env, ...more } });
      workers.push(worker);
      return worker;
    },
    think(brain) {
      script = scriptFor(brain);
    },
    async close() {
      for (const worker of workers) await worker.kill('SIGKILL');
      await client.connection.close();
      await model.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
