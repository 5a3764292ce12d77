// The tool servers of each run on this host. They live as long as the run's device, whichever hold has it.
import type { ToolServers } from '../ports/tool-servers.js';
import type { DeviceHost } from './device-host.js';

export interface RunTools {
  /** Undefined where no servers are configured. */
  of(deviceId: string): ToolServers | undefined;
  close(): Promise<void>;
}

/** Why they did not end is in the log. */
const toldAlready = (): void => undefined;

export function createRunTools(host: DeviceHost, create: (() => ToolServers) | undefined, log: (text: string) => void): RunTools {
  const open = new Map<string, ToolServers>();
  const close = (deviceId: string, servers: ToolServers): Promise<void> => {
    open.delete(deviceId);
    return servers
      .close()
      .catch((error: unknown) => log(`Tool servers did not end: ${error instanceof Error ? error.message : String(error)}`));
  };
  host.onChange(() => {
    for (const [deviceId, servers] of open) if (!host.isOpen(deviceId)) close(deviceId, servers).catch(toldAlready);
  });
  return {
    of(deviceId) {
      if (!create) return undefined;
      const servers = open.get(deviceId) ?? create();
      open.set(deviceId, servers);
      return servers;
    },
    async close() {
      await Promise.all([...open].map(([deviceId, servers]) => close(deviceId, servers)));
    },
  };
}
