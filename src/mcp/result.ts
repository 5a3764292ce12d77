import type { CallToolResult } from '@modelcontextprotocol/server';

/** Structured, and the same as text for clients that read only text. */
export function resultOf(value: object): CallToolResult {
  const isRefusal = 'success' in value && value.success === false;
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: { ...value },
    isError: isRefusal ? true : undefined,
  };
}
