// What a worker needs in order to do the tasks that it takes.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Config } from '../config/config.js';
import type { DeviceKind } from '../domain/device/device-spec.js';
import { whyNoDevice, type WorkerFacts } from '../domain/telemetry/health.js';
import type { DeviceHost } from '../host/device-host.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import { openHealth, type Health } from './health.js';

export interface ReadinessParts {
  readonly config: Config;
  readonly client: Client;
  readonly artifacts: ArtifactStore;
  readonly host: DeviceHost;
  readonly kinds: { readonly wanted: readonly DeviceKind[]; readonly usable: readonly DeviceKind[] };
  readonly states: () => WorkerFacts['states'];
}

/** Always the same, so that it is kept once. */
const probe = Buffer.from('Written to see whether artifacts can be stored.\n');

/** Undefined where no address is configured. */
export async function openReadiness({ config, client, artifacts, host, kinds, states }: ReadinessParts): Promise<Health | undefined> {
  if (config.health === undefined) return undefined;
  return openHealth({
    address: config.health,
    facts: () => ({ states: states(), drainingMs: host.drainingMs }),
    checks: {
      temporal: async () => {
        await client.workflowService.getSystemInfo({});
        return undefined;
      },
      artifacts: async () => {
        await artifacts.get(await artifacts.put(probe, 'text/plain'));
        return undefined;
      },
      disk: async () => {
        const file = join(config.home, `.health-${randomUUID()}`);
        try {
          await writeFile(file, probe);
        } finally {
          await rm(file, { force: true });
        }
        return undefined;
      },
      devices: () => Promise.resolve(whyNoDevice(kinds.wanted, kinds.usable)),
    },
  });
}
