// `ToolServers` over the Model Context Protocol. One instance serves one run.
//
// servers-1. Servers are listed in parallel: one that fails or is silent costs only its own tools.
// servers-2. Which tool a name refers to does not depend on who answers first. Only a server that was silent before is not waited for, as
// long as it stays silent.
import { nameAt } from '../../domain/flow/tools.js';
import { ToolServerError, type ToolDescription, type ToolListing, type ToolServers } from '../../ports/tool-servers.js';
import type { ToolServerConfig } from './link.js';
import { createToolServer, quoted } from './tool-server.js';

export interface McpToolServersOptions {
  /** Called with each warning as it arises. */
  readonly log?: ((text: string) => void) | undefined;
  /** ms to wait for other servers once a tool with the wanted name is found: one of them may have it too (servers-2). */
  readonly namesakesMs?: number | undefined;
}

type Answer = readonly ToolDescription[] | ToolServerError;

export function createMcpToolServers(
  configs: Readonly<Record<string, ToolServerConfig>>,
  { log, namesakesMs = 5_000 }: McpToolServersOptions = {},
): ToolServers {
  const { warn, hear, take: takeWarnings } = createWarnings(log);
  const servers = new Map(
    Object.entries(configs).map(([name, config]) => [name, createToolServer({ name, config, warn, onNoise: (line) => hear(name, line) })]),
  );

  const lastSaid = new Map<string, readonly ToolDescription[]>();
  const silent = new Set<string>();
  /** The last warning about each unavailable server, until it is available. */
  const told = new Map<string, string>();

  function heard(name: string, answer: Answer): void {
    if (answer instanceof ToolServerError) return;
    silent.delete(name);
    lastSaid.set(name, answer);
    told.delete(name);
  }

  /** The answers that arrived before the wait ended; `isExact`: it ended because no other tool can be meant. */
  async function answers(signal: AbortSignal, wanted: string | undefined) {
    const answered = new Map<string, Answer>();
    const enough = new AbortController();
    let isExact = false;
    let grace: NodeJS.Timeout | undefined;
    const asked = [...servers].map(async ([name, server]) => {
      const answer = await server.list(signal).catch((error: unknown) => asUnavailable(name, error));
      heard(name, answer);
      answered.set(name, answer);
      const tools = [...answered.values()].flatMap((each) => (each instanceof ToolServerError ? [] : each));
      isExact ||= tools.some((tool) => nameAt(tool.server, tool.name) === wanted);
      if (isExact) return enough.abort();
      if (!tools.some((tool) => tool.name === wanted)) return;
      if ([...servers.keys()].every((each) => answered.has(each) || silent.has(each))) return enough.abort();
      grace ??= setTimeout(() => enough.abort(), namesakesMs);
    });
    await Promise.race([Promise.all(asked), new Promise((resolve) => enough.signal.addEventListener('abort', resolve, { once: true }))]);
    clearTimeout(grace);
    return { answered: new Map(answered), isExact };
  }

  function missed(name: string, { message }: ToolServerError): void {
    if (told.get(name) !== message) warn(message);
    told.set(name, message);
  }

  return {
    async list(signal, wanted): Promise<ToolListing> {
      const { answered, isExact } = await answers(signal, wanted);
      const tools: ToolDescription[] = [];
      const unavailable: ToolServerError[] = [];
      for (const name of servers.keys()) {
        const answer = answered.get(name) ?? notYet(name);
        tools.push(...(answer instanceof ToolServerError ? (lastSaid.get(name) ?? []) : answer));
        if (!(answer instanceof ToolServerError) || (isExact && !answered.has(name))) continue;
        unavailable.push(answer);
        if (!answered.has(name)) silent.add(name);
        missed(name, answer);
      }
      return { tools, unavailable };
    },
    async call(tool, args, context) {
      const server = servers.get(tool.server);
      if (!server)
        throw new ToolServerError('no-such-tool', `There is no tool server "${tool.server}"; there are ${quoted([...servers.keys()])}.`);
      return server.call(tool.name, args, context);
    },
    takeWarnings,
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

function asUnavailable(name: string, error: unknown): ToolServerError {
  if (error instanceof ToolServerError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new ToolServerError('tool-server-unavailable', `The tool server "${name}" does not list its tools: ${why}.`, { cause: error });
}

function notYet(name: string): ToolServerError {
  return new ToolServerError('tool-server-unavailable', `The tool server "${name}" has not listed its tools yet.`);
}

interface Noise {
  readonly first: string;
  readonly lines: number;
}

/** Collected until taken; `log` gets each at once. */
function createWarnings(log: (text: string) => void = () => undefined) {
  let warnings: string[] = [];
  /** Counted rather than stored: a server may write without end. */
  let noises = new Map<string, Noise>();
  return {
    warn(text: string): void {
      warnings.push(text);
      log(text);
    },
    /** A line from a server that is not a message. */
    hear(name: string, line: string): void {
      const heard = noises.get(name);
      const noise = { first: heard?.first ?? line.slice(0, 200), lines: (heard?.lines ?? 0) + 1 };
      noises.set(name, noise);
      if (!heard) log(noiseWarning(name, noise));
    },
    take(): readonly string[] {
      const taken = [...warnings, ...[...noises].map(([name, noise]) => noiseWarning(name, noise))];
      warnings = [];
      noises = new Map();
      return taken;
    },
  };
}

function noiseWarning(name: string, { first, lines }: Noise): string {
  return `The tool server "${name}" wrote something other than messages to its output (${lines === 1 ? '1 line' : `${lines} lines, the first`}): ${first}`;
}
