// LiteLLM's proxy before the providers of a test (providers.ts).
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../free-port.mjs';
import { until } from '../until.js';

export interface LiteLlm {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** By the name that is asked for: how LiteLLM reaches it. */
export type LiteLlmModels = Readonly<Record<string, Readonly<Record<string, string>>>>;

export async function startLiteLlm(python: string, models: LiteLlmModels): Promise<LiteLlm> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-litellm-'));
  const config = join(folder, 'config.yaml');
  const settings = {
    model_list: Object.entries(models).map(([name, params]) => ({ model_name: name, litellm_params: params })),
    litellm_settings: { num_retries: 0, telemetry: false },
    router_settings: { num_retries: 0, disable_cooldowns: true },
  };
  // JSON is YAML.
  await writeFile(config, JSON.stringify(settings));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const key = `sk-${randomUUID()}`;
  const args = ['--config', config, '--host', '127.0.0.1', '--port', `${port}`, '--telemetry', 'False'];
  // What it knows of prices comes with it: it would fetch them.
  const env = { PATH: process.env['PATH'], HOME: folder, LITELLM_MASTER_KEY: key, LITELLM_LOCAL_MODEL_COST_MAP: 'True' };
  const proxy = spawn(join(dirname(python), 'litellm'), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [proxy.stdout, proxy.stderr]) stream.on('data', (text: Buffer) => lines.push(text.toString()));
  const runs = (): boolean => proxy.exitCode === null && proxy.signalCode === null;

  async function close(): Promise<void> {
    if (runs()) {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }

  const answers = (): Promise<boolean> =>
    fetch(`${url}/health/liveliness`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => !runs() || (await answers()), "an answer of LiteLLM's proxy");
  if (runs()) return { url: `${url}/v1`, key, close };
  await close();
  throw new Error(`LiteLLM's proxy ended: ${lines.join('').slice(-2_000)}`);
}
