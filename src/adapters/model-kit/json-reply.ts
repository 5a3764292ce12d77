// Finds the JSON object in a model's reply: bare, in a code fence, or surrounded by prose or reasoning.

import { z } from 'zod';

type ParsedReply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

const problemLimit = 1_500;

export function parseReply<T>(text: string, schema: z.ZodType<T>): ParsedReply<T> {
  let problem = 'There is no JSON object in it.';
  for (const candidate of candidates(text)) {
    const value = parseJson(candidate);
    if (!isObject(value)) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) return { ok: true, value: parsed.data };
    problem = parsed.error.issues.map(({ path, message }) => `${path.join('.') || '(root)'}: ${message}`).join('; ');
  }
  return { ok: false, problem: problem.slice(0, problemLimit) };
}

// The whole text first, then fenced blocks, then balanced braces; the longest first, since the answer is longer than an example.
function* candidates(text: string): Generator<string> {
  yield text.trim();
  for (const [, block] of text.matchAll(/```[a-z]*\s*\n([\s\S]*?)```/gi)) if (block) yield block.trim();
  yield* [...balancedObjects(text)].sort((a, b) => b.length - a.length);
}

function* balancedObjects(text: string): Generator<string> {
  for (let start = text.indexOf('{'); start >= 0;) {
    const end = endOfObject(text, start);
    if (end === undefined) start = text.indexOf('{', start + 1);
    else {
      yield text.slice(start, end);
      start = text.indexOf('{', end);
    }
  }
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// The JSON schema of a reply in the form that strict providers accept: every property required, no additional ones, no defaults.

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
