// Reads by HTTP, by SQL and by a tool of a server. Flows are read by workflows.
import { valueAt } from '../../domain/effect/effect-check.js';
import { own } from '../../domain/collections.js';
import type { Json } from '../../domain/run/json.js';
import { EffectCheckError, type EffectReader } from '../../ports/effect-reader.js';
import type { ToolServers } from '../../ports/tool-servers.js';
import { readByHttp, type HttpCheck } from './http.js';
import { readBySql, type SqlCheck } from './sql.js';
import { readByTool, type ToolCheck } from './tool.js';

export interface ReadCheck {
  readonly http?: HttpCheck | undefined;
  readonly sql?: SqlCheck | undefined;
  readonly tool?: ToolCheck | undefined;
  /** Where in what is read the value is; empty: all of it. */
  readonly value: string;
}

/** A value goes into the history. */
const largestValue = 8 * 1024;

export function createEffectReader(checks: Readonly<Record<string, ReadCheck>>, toolServers: () => ToolServers): EffectReader {
  return {
    async read({ check: name, with: values = {} }, timeoutMs) {
      const check = own(checks, name);
      if (!check) throw new EffectCheckError(`this worker has no effect check '${name}'`);
      const whole = await readBy(check, values, toolServers, timeoutMs).catch((error: unknown) => {
        throw error instanceof EffectCheckError ? error : new EffectCheckError(messageOf(error, timeoutMs), { cause: error });
      });
      const value = valueAt(whole, check.value);
      if (value === undefined) throw new EffectCheckError(`there is no '${check.value}' in what was read`);
      if (JSON.stringify(value).length > largestValue)
        throw new EffectCheckError(`what was read is longer than ${largestValue / 1024} KB; name the part that matters as its "value"`);
      return value;
    },
  };
}

async function readBy(
  { http, sql, tool }: ReadCheck,
  values: Readonly<Record<string, string>>,
  toolServers: () => ToolServers,
  timeoutMs: number,
): Promise<Json> {
  if (http) return readByHttp(http, values, AbortSignal.timeout(timeoutMs));
  if (sql) return readBySql(sql, values, timeoutMs);
  if (!tool) throw new EffectCheckError('it is read by a flow, and by no activity');
  const servers = toolServers();
  try {
    return await readByTool(tool, values, servers, timeoutMs);
  } finally {
    await servers.close();
  }
}

function messageOf(error: unknown, timeoutMs: number): string {
  const { name, message = String(error), cause } = error as Partial<Error>;
  if (name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  // `fetch failed` says why in its cause only.
  const why = (cause as Partial<Error> | undefined)?.message;
  return why === undefined || why === '' ? message : `${message}: ${why}`;
}
