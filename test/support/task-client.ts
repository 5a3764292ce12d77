// A client of the protocol of July 2026, and what it can do with tasks, over the SDK's own requests (FL20).
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

const taskSchema = z.looseObject({
  taskId: z.string(),
  status: z.enum(['working', 'input_required', 'completed', 'cancelled', 'failed']),
  statusMessage: z.string().optional(),
  inputRequests: z.record(z.string(), z.looseObject({ method: z.string(), params: z.looseObject({ message: z.string() }) })).optional(),
  result: z.looseObject({ content: z.tuple([z.looseObject({ text: z.string() })]), isError: z.boolean().optional() }).optional(),
});
type Task = z.infer<typeof taskSchema>;

export interface ListeningClient {
  readonly client: Client;
  /** All that it was sent since it connected. */
  readonly heard: readonly JSONRPCMessage[];
}

/** Keeps what is sent to it: this version of the SDK's client does not hand over a task. */
export async function connectListening(transport: Transport, capabilities: object): Promise<ListeningClient> {
  const client = new Client({ name: 'new', version: '1' }, { capabilities, versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const heard: JSONRPCMessage[] = [];
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    heard.push(message);
    deliver?.(message, extra);
  };
  return { client, heard };
}

export function tasksOf({ client, heard }: ListeningClient) {
  return {
    async start(name: string, args: Record<string, unknown>): Promise<Task> {
      await client.callTool({ name, arguments: args }).catch(() => undefined);
      const last = heard.findLast((message) => 'result' in message && message.result['resultType'] === 'task');
      return taskSchema.parse((last as { result?: unknown } | undefined)?.result);
    },
    get: (taskId: string): Promise<Task> => client.request({ method: 'tasks/get', params: { taskId } }, taskSchema),
    update: (taskId: string, inputResponses: object) =>
      client.request({ method: 'tasks/update', params: { taskId, inputResponses } }, z.looseObject({})),
    cancel: (taskId: string) => client.request({ method: 'tasks/cancel', params: { taskId } }, z.looseObject({})),
  };
}

/** What a tool of our MCP server returned: one JSON object, as text. */
export function toldByTool<T>({ content }: { readonly content: unknown }): T {
  const [first] = content as readonly { readonly text?: string }[];
  return JSON.parse(first?.text ?? '') as T;
}
