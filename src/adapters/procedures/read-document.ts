// Reads one file of a definition: its extension gives the format, and its size is checked before its text is read.
import { open } from 'node:fs/promises';
import { decodeText, limits, type Decoded, type Format } from './decode.js';

/** In order of precedence: the first that exists is the definition. */
export const extensions = ['.toon', '.yaml', '.yml', '.json'] as const;

const formats: Readonly<Record<(typeof extensions)[number], Format>> = {
  '.toon': 'toon',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
};

export async function readDocument(file: string): Promise<Decoded> {
  const extension = extensions.find((each) => file.endsWith(each));
  if (extension === undefined) return unreadable(`its name must end in ${extensions.join(', ')}`);
  try {
    const handle = await open(file);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return unreadable('it is not a file');
      if (stat.size > limits.bytes)
        return {
          findings: [{ code: 'too-large', path: [], message: `it has ${stat.size} bytes; a definition has at most ${limits.bytes}` }],
        };
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
      return decodeText(text, formats[extension]);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

function unreadable(message: string): Decoded {
  return { findings: [{ code: 'unreadable', path: [], message }] };
}
