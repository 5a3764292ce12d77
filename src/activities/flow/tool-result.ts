// What a tool's result becomes: variables, and text for a model. The same whether it was returned or is read from the journal.
import type { CallToolInput, CallToolResult } from '../../domain/flow/call-tool.js';
import { jsonOrText, type Json } from '../../domain/run/json.js';
import { extractVariables } from '../../domain/flow/variables.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { ToolReply } from '../../ports/tool-servers.js';
import { storable } from './large-values.js';

export type ToolResult = Pick<Extract<CallToolResult, { readonly status: 'done' }>, 'variables' | 'text' | 'textRef'>;

/** Characters of a result that a model reads; the whole is an artifact. */
export const longestText = 4_000;

/** The result, ready to be stored. `beside`: for the text only. */
export async function toolResult(
  node: CallToolInput['node'],
  { result, beside }: { readonly result: Json; readonly beside?: Readonly<Record<string, Json>> },
  artifacts: Pick<ArtifactStore, 'put' | 'putJson'>,
): Promise<ToolResult> {
  const whole = JSON.stringify(beside === undefined ? result : { result, ...beside });
  const text =
    whole.length <= longestText
      ? { text: whole }
      : { text: `${whole.slice(0, longestText)}…`, textRef: await artifacts.put(Buffer.from(whole), 'application/json') };
  return { variables: await storable(extractVariables(node, result), artifacts), ...text };
}

/** Of a server's tool. */
export function resultOf({ structured, text }: ToolReply): Json {
  return (structured as Json | undefined) ?? jsonOrText(text);
}
