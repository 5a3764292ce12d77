// `ToolServers` over the Model Context Protocol. One instance serves one run.
import { ToolServerError, type ToolServers } from '../../ports/tool-servers.js';
import type { ToolServerConfig } from './config.js';
import { createToolServer, quoted } from './tool-server.js';

export interface McpToolServersOptions {
  /** Hears each warning when it arises. */
  readonly log?: ((text: string) => void) | undefined;
}

interface Noise {
  readonly first: string;
  readonly lines: number;
}

export function createMcpToolServers(
  configs: Readonly<Record<string, ToolServerConfig>>,
  { log }: McpToolServersOptions = {},
): ToolServers {
  let warnings: string[] = [];
  /** Counted rather than kept: a server may write without end. */
  let noises = new Map<string, Noise>();

  function warn(text: string): void {
    warnings.push(text);
    log?.(text);
  }

  function hear(name: string, line: string): void {
    const heard = noises.get(name);
    const noise = { first: heard?.first ?? line.slice(0, 200), lines: (heard?.lines ?? 0) + 1 };
    noises.set(name, noise);
    if (!heard) log?.(noiseWarning(name, noise));
  }

  const servers = new Map(
    Object.entries(configs).map(([name, config]) => [name, createToolServer({ name, config, warn, onNoise: (line) => hear(name, line) })]),
  );

  return {
    async list(signal) {
      const lists = await Promise.all([...servers.values()].map((server) => server.list(signal)));
      return lists.flat();
    },
    async call(tool, args, context) {
      const server = servers.get(tool.server);
      if (!server)
        throw new ToolServerError('no-such-tool', `There is no tool server "${tool.server}"; there are ${quoted([...servers.keys()])}.`);
      return server.call(tool.name, args, context);
    },
    takeWarnings() {
      const taken = [...warnings, ...[...noises].map(([name, noise]) => noiseWarning(name, noise))];
      warnings = [];
      noises = new Map();
      return taken;
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

function noiseWarning(name: string, { first, lines }: Noise): string {
  return `The tool server "${name}" wrote to its output what is no message (${lines === 1 ? '1 line' : `${lines} lines, the first`}): ${first}`;
}
