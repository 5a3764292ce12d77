// A tool of a configured server: found by its name there, and journalled like an action, since it may do anything.
import { defined, own } from '../../domain/collections.js';
import type { CallToolInput, CallToolResult } from '../../domain/flow/requests.js';
import { askedName, nameAt, type Overrides, builtInTools } from '../../domain/flow/tools.js';
import { ActionFailedError, ConnectionLostError } from '../../ports/device.js';
import { ToolServerError, type ToolDescription, type ToolListing, type ToolReply, type ToolServers } from '../../ports/tool-servers.js';
import { logOf } from '../device/device-activity.js';
import { guardedOther, type Judge } from './tool-acts.js';
import {
  done,
  lookAfter,
  performOne,
  type DoneCall,
  longestText,
  resultOf,
  failed,
  type FailedCall,
  type ToolCallOnDevice,
} from './tool-on-device.js';

export async function callServersTool(turn: ToolCallOnDevice, input: CallToolInput, judge: Judge): Promise<CallToolResult> {
  const { ports, deadline } = turn;
  const { call } = input;
  const servers = ports.runTools.of(input.deviceId);
  const listing = await servers?.list(signalUntil(deadline), call.name);
  const tool = toolNamed(call.name, listing?.tools ?? [], ports.overrides);
  if (!servers || !tool) return { ...notFound(call.name, listing, ports.overrides), ...defined(heard(turn, servers)) };
  const stopped = await judge.verdict(input, guardedOther(tool, call.arguments, ports.lexicon));
  if (stopped) return stopped;
  let reply: ToolReply | undefined;
  const run = async (signal: AbortSignal): Promise<{ readonly text?: string }> => {
    reply = await servers.call(tool, call.arguments, { signal, timeoutMs: Math.max(1, deadline - Date.now()) }).catch((error: unknown) => {
      throw afterCall(error, tool.name);
    });
    reply = await concealed(turn, reply);
    if (reply.isError) throw new ActionFailedError('tool-error', reply.text.slice(0, longestText));
    return { text: JSON.stringify(resultOf(reply)) };
  };
  const outcome = await performOne(turn, { function: tool.name, does: run });
  const after = { ...heard(turn, servers), ...(await lookAfter(turn, input)) };
  if (outcome?.status === 'failed' && !reply?.isError) return { ...failed(outcome.code, outcome.message), ...after };
  if (!reply) throw new TypeError(`'${tool.name}' returned neither an answer nor a failure`);
  return answered(turn, input, reply, after);
}

/** A tool that replaces a built-in one is looked for on its own server only. */
function toolNamed(name: string, known: readonly ToolDescription[], overrides: Overrides): ToolDescription | undefined {
  const isOverride = askedName(name, overrides) !== name;
  return known.find((tool) => nameAt(tool.server, tool.name) === name) ?? known.find((tool) => tool.name === name && !isOverride);
}

/** A server may have been told a secret, or have seen it on the screen. What must not be told is known at the device's edge. */
async function concealed({ device }: ToolCallOnDevice, reply: ToolReply): Promise<ToolReply> {
  const { images, ...told } = reply;
  const [concealed = ''] = await device.conceal([JSON.stringify(told)]);
  return { ...(JSON.parse(concealed) as Omit<ToolReply, 'images'>), images };
}

function heard({ context }: ToolCallOnDevice, servers: ToolServers | undefined): Pick<DoneCall, 'warnings'> {
  const warnings = servers?.takeWarnings() ?? [];
  for (const warning of warnings) logOf(context)(warning);
  return warnings.length > 0 ? { warnings } : {};
}

async function answered(
  turn: ToolCallOnDevice,
  input: CallToolInput,
  reply: ToolReply,
  after: Pick<DoneCall, 'warnings' | 'screen'>,
): Promise<DoneCall> {
  const images = await Promise.all(reply.images.map(({ bytes, mediaType }) => turn.ports.artifacts.put(bytes, mediaType)));
  const result = await done(turn, input, { result: resultOf(reply), images, files: [] }, after);
  return { ...result, isError: reply.isError, ...defined({ text: reply.isError ? reply.text.slice(0, longestText) : undefined }) };
}

/** Whether the tool ran is unknown, unless the server does not have it. */
function afterCall(error: unknown, name: string): unknown {
  if (!(error instanceof ToolServerError)) return error;
  if (error.code === 'tool-server-lost' || error.code === 'tool-timeout')
    return new ConnectionLostError(`${error.message}; whether '${name}' ran is not known.`, { cause: error });
  return new ActionFailedError('tool-unavailable', error.message);
}

/** The tool may be on a server that did not answer, unless the name says that it is on one that did. */
function notFound(name: string, { tools, unavailable }: ToolListing = { tools: [], unavailable: [] }, overrides: Overrides): FailedCall {
  const isOfKnown = tools.some(({ server }) => name.startsWith(nameAt(server, '')));
  if (unavailable.length === 0 || isOfKnown) return failed('no-such-tool', noSuchTool(name, tools, overrides));
  const why = unavailable.map(({ message }) => message).join(' ');
  return failed('tool-server-unavailable', `No tool '${askedName(name, overrides)}' was found. ${why}`);
}

function noSuchTool(name: string, known: ToolListing['tools'], overrides: Overrides): string {
  const tool = askedName(name, overrides);
  const server = own(overrides, tool);
  if (tool !== name && server !== undefined) {
    const has = known.filter((other) => other.server === server).map((other) => `'${other.name}'`);
    return `The tool server '${server}' has no tool '${tool}', although its 'overrides' in the configuration name it in place of the built-in one; it has ${has.join(', ') || 'none'}.`;
  }
  const others = known.map((each) => each.name).join(', ');
  return `There is no tool '${name}'. Built in: ${builtInTools.map((each) => each.name).join(', ')}; of servers: ${others || 'none (configure toolServers)'}.`;
}

function signalUntil(deadline: number): AbortSignal {
  return AbortSignal.timeout(Math.max(1, deadline - Date.now()));
}
