// Texts, truncated with an ellipsis.

/** To so many characters. */
export function shorten(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** To `bytes` of UTF-8. Temporal refuses summaries over 200 bytes and details over 20 KB. */
export function fitBytes(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= bytes) return text;
  const room = new Uint8Array(bytes - encoder.encode('…').length);
  const { read } = encoder.encodeInto(text, room);
  return `${text.slice(0, read)}…`;
}

export const summaryBytes = 200;
export const detailsBytes = 20_000;
