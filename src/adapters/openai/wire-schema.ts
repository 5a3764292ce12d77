// The JSON schema of a reply in the form that strict providers accept: every property required, no additional ones, no defaults.
import { z } from 'zod';

export function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    reused: 'inline',
    override: ({ jsonSchema }) => makeStrict(jsonSchema as Record<string, unknown>),
  });
  return json;
}

function makeStrict(node: Record<string, unknown>): void {
  delete node['default'];
  if (node['properties'] === undefined) return;
  node['required'] = Object.keys(node['properties'] as object);
  node['additionalProperties'] = false;
}
