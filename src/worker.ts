// `steadyhand/worker`, and the program that `steadyhand worker` runs: composition is in src/worker/.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { loadConfig, type Config } from './config/config.js';
import { visibleText } from './domain/text/visible-text.js';
import { createLogs, type Logs } from './worker/logs.js';
import { startProgram } from './worker/start-worker.js';

export type { OwnTool, OwnToolReply } from './adapters/own-tools/own-tools.js';
export { loadConfig, type Config } from './config/config.js';
export { ConfigError } from './config/issues.js';
export type { DeviceKind, DeviceSpec } from './domain/device/device-spec.js';
export type { GuardRule } from './domain/guard/guard.js';
export type { Control } from './domain/ui/control.js';
export type { Application, ArtifactRef } from './domain/ui/observation.js';
export type { DeviceAction } from './domain/ui/ui-action.js';
export { ArtifactMissingError } from './ports/artifact-store.js';
export type { ArtifactStore } from './ports/artifact-store.js';
export { ActionFailedError, DeviceGoneError } from './ports/device.js';
export type { Attachment, Device, DeviceContext, DeviceDriver, Look, OpenContext, OpenedDevice } from './ports/device.js';
export type { Secrets } from './ports/secrets.js';
export { ModelError } from './ports/model.js';
export type { Model, ModelMessage, ModelReply, ModelRequest, ModelRole } from './ports/model.js';
export type { OwnDriver, OwnWorkflows, PortWrappers, WorkerOptions, WorkerServer } from './worker/options.js';
export { installRuntime } from './worker/runtime.js';
export { startWorker, type RunningWorker } from './worker/start-worker.js';

/** `node dist/worker.js`: runs until SIGTERM, SIGINT or SIGHUP, which drain. */
async function main(): Promise<void> {
  await import('./worker/ends-with-parent.js');
  // What a worker writes is its user's alone.
  process.umask(0o077);
  // V8 lets garbage grow to as much as is in use before it collects; at 40 % the worker of many short runs holds 80 MB less for the same processor time.
  setFlagsFromString('--heap-growing-percent=40');
  const config = loadConfig();
  const logs = createLogs(config);
  await run(config, logs).catch((error: unknown) => {
    logs.log('error', error instanceof Error ? error.message : String(error));
    end(error);
  });
}

async function run(config: Config, logs: Logs): Promise<void> {
  const worker = await startProgram(config);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      logs.log('info', 'draining: running actions end, devices stay open for the next worker');
      worker.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  await worker.ended;
  if (!stopping) throw new Error('a Worker ended by itself');
}

function end(error: unknown): never {
  if (process.env['STEADYHAND_DEBUG'] === '1') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
  process.exit(1);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    process.stderr.write(`${visibleText(error instanceof Error ? error.message : String(error))}\n`);
    end(error);
  });
}
