// A tool of our MCP server: its input, its description, and its result, which is one JSON object as text. It has no output schema: a model pays for that with each definition,
// and for the same object a second time with each reply.
//
// tool-1. A tool that begins a run answers with a task to clients that know tasks; to others with what it can say at once.
import type { CallToolResult, McpServer, RegisteredTool, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Run } from '../client/run.js';
import { carriedTrace, type TraceHeaders } from '../domain/telemetry/trace-context.js';
import { knowsTasks, readTask, resultOf } from './tasks.js';

export type { RegisteredTool };

export interface Tool {
  readonly name: string;
  register(server: McpServer, explain: (error: unknown) => string): RegisteredTool;
}

/** A run that the call began. */
export interface Begun {
  readonly began: Pick<Run, 'id' | 'describe'>;
  /** For clients that know no tasks. */
  readonly otherwise: () => Promise<object>;
}

/** Of the client that waits for the call's end. */
export interface Caller {
  /** Fires when it no longer waits: what was begun goes on. */
  readonly signal: AbortSignal;
  /** Shows how far it is, where the client asked for that. */
  progress(progress: number, message: string): Promise<void>;
  /** Its trace, valid, which what it begins becomes part of. */
  readonly trace?: TraceHeaders;
}

interface ToolOptions<I extends z.ZodRawShape> {
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly annotations: ToolAnnotations;
  /** `success: false` in it is a refusal. */
  readonly call: (input: z.output<z.ZodObject<I>>, caller: Caller) => Promise<object | Begun>;
}

/** An error that it throws is reported in one sentence. */
export function tool<I extends z.ZodRawShape>(name: string, { call, input, ...told }: ToolOptions<I>): Tool {
  return {
    name,
    register(server, explain) {
      const handler = async (given: z.output<z.ZodObject<I>>, context: ServerContext): Promise<CallToolResult> => {
        try {
          const value = await call(given, callerOf(context));
          if (!isBegun(value)) return resultOf(value);
          return knowsTasks(context) ? await taskResult(value.began) : resultOf(await value.otherwise());
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: explain(error) }] };
        }
      };
      // TypeScript cannot resolve the SDK's handler type for a shape that is still generic here.
      return server.registerTool(name, { ...told, inputSchema: z.strictObject(input) }, handler as never);
    },
  };
}

/** Tool-1. It carries the start of a result as well, for whoever reads only that. */
async function taskResult(run: Begun['began']): Promise<CallToolResult> {
  const { task } = await readTask(run, { answers: 'none' });
  return { resultType: 'task', ...task, ...resultOf({ id: run.id }) };
}

function callerOf({ mcpReq }: ServerContext): Caller {
  const token = mcpReq._meta?.progressToken;
  return {
    signal: mcpReq.signal,
    ...carriedTrace(mcpReq._meta),
    async progress(progress, message) {
      if (token === undefined) return;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } });
    },
  };
}

function isBegun(value: object | Begun): value is Begun {
  return 'began' in value;
}
