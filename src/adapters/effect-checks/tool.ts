import { fillIn } from '../../domain/effect/effect-check.js';
import { isList, jsonOrText, type Json } from '../../domain/run/json.js';
import { EffectCheckError } from '../../ports/effect-reader.js';
import type { ToolServers } from '../../ports/tool-servers.js';

export interface ToolCheck {
  readonly server: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
}

/** Only of a tool that its server declares to change nothing. */
export async function readByTool(
  { server, name, arguments: given }: ToolCheck,
  values: Readonly<Record<string, string>>,
  servers: ToolServers,
  timeoutMs: number,
): Promise<Json> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { tools, unavailable } = await servers.list(signal, `${server}/${name}`);
  const tool = tools.find((one) => one.server === server && one.name === name);
  if (!tool) throw new EffectCheckError(unavailable[0]?.message ?? `the tool server '${server}' has no tool '${name}'`);
  if (!tool.readOnly)
    throw new EffectCheckError(
      `the tool '${name}' of '${server}' is not declared to change nothing (readOnlyHint), so a check does not call it`,
    );
  const reply = await servers.call(tool, filled(given, values) as Readonly<Record<string, unknown>>, { signal, timeoutMs });
  if (reply.isError) throw new EffectCheckError(`the tool '${name}' failed: ${reply.text.slice(0, 200)}`);
  return (reply.structured as Json | undefined) ?? jsonOrText(reply.text);
}

function filled(value: Json, values: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string') return fillIn(value, values);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((entry) => filled(entry, values));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry, values)]));
}
