// User-given names as recognisable file names. Unlike `safeName`, two texts may give the same name: callers that must distinguish them do
// so.
const longestBytes = 120;

/** Separators, what Windows forbids, control characters, lone surrogates, and marks that change the text direction. */
const unsafe = /[/\\:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const reservedByWindows = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

/** A file name: never empty, a path or hidden, at most 120 bytes. Idempotent. */
export function readableName(text: string): string {
  const plain = text
    .normalize()
    .replace(unsafe, '_')
    .replace(/^[.\s]+/, '');
  const name = firstBytes(reservedByWindows.test(plain) ? `_${plain}` : plain, longestBytes).replace(/[.\s]+$/, '');
  return name === '' ? 'unnamed' : name;
}

/** Of a folder that people name in a shell: without white space, too. */
export function folderName(text: string): string {
  return readableName(text).replace(/\s+/g, '_');
}

/** Whole characters only. */
function firstBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}
