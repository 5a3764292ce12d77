import type { Readable } from 'node:stream';

const newline = 0x0a;

/**
 * Calls `receive` with each whole line. Not `readline`: it also breaks lines at U+2028, which JSON may contain unescaped. Takes time in proportion to a
 * line's length; `tooLong` is called once a line has more than `limit` bytes, which are dropped.
 */
export function readLines(
  stream: Readable,
  receive: (line: string) => void,
  { limit, tooLong }: { readonly limit: number; readonly tooLong: () => void },
): void {
  let parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let at = rest.indexOf(newline); at !== -1; at = rest.indexOf(newline)) {
      const line = Buffer.concat([...parts, rest.subarray(0, at)]).toString('utf8');
      [parts, size, rest] = [[], 0, rest.subarray(at + 1)];
      receive(line);
    }
    parts.push(rest);
    size += rest.length;
    if (size <= limit) return;
    [parts, size] = [[], 0];
    tooLong();
  });
}
