// A tool of our MCP server: its input, its description, and its result, which is one JSON object.
import type { McpServer, RegisteredTool } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';

export type { RegisteredTool };

export interface Tool {
  readonly name: string;
  register(server: McpServer, explain: (error: unknown) => string): RegisteredTool;
}

interface ToolOptions<I extends z.ZodRawShape> {
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: z.ZodRawShape;
  readonly annotations: ToolAnnotations;
  /** `success: false` in it is a refusal. */
  readonly call: (input: z.output<z.ZodObject<I>>) => Promise<object>;
}

/** An error that it throws is reported in one sentence. */
export function tool<I extends z.ZodRawShape>(name: string, { call, input, output, ...told }: ToolOptions<I>): Tool {
  return {
    name,
    register(server, explain) {
      const handler = async (given: z.output<z.ZodObject<I>>): Promise<CallToolResult> => {
        try {
          return resultOf(await call(given));
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: explain(error) }] };
        }
      };
      // TypeScript cannot resolve the SDK's handler type for a shape that is still generic here.
      return server.registerTool(name, { ...told, inputSchema: input, outputSchema: output }, handler as never);
    },
  };
}

/** Structured, and the same as text for clients that read only text. */
function resultOf(value: object): CallToolResult {
  const isRefusal = 'success' in value && value.success === false;
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: { ...value },
    ...(isRefusal ? { isError: true } : {}),
  };
}
