// A secret in the forms that whoever was given it may repeat it in, and whether anything of them is left in a text (LK21).

export function formsOf(secret: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(secret);
  return {
    plain: secret,
    upper: secret.toUpperCase(),
    lower: secret.toLowerCase(),
    backwards: [...secret].reverse().join(''),
    percent: encodeURIComponent(secret),
    plus: new URLSearchParams({ '': secret }).toString().slice(1),
    every: [...bytes].map((byte) => `%${byte.toString(16)}`).join(''),
    base64: bytes.toString('base64'),
    'base64 of more': Buffer.from(`user:${secret}:x`).toString('base64'),
    base64url: Buffer.from(`>${secret}`).toString('base64url'),
    hexadecimal: bytes.toString('hex'),
    spaced: [...secret].join(' '),
  };
}

/** Pieces of all its forms that are no ordinary words, and stand in that text. */
export function tracesIn(text: string, secret: string): readonly string[] {
  const pieces = Object.values(formsOf(secret)).map((form) => form.slice(Math.floor(form.length / 2) - 4, Math.floor(form.length / 2) + 4));
  const begins = [secret.slice(0, 7), [...secret.slice(0, 7)].reverse().join('')].map((part) => part.toLowerCase());
  return [...pieces.filter((piece) => text.includes(piece)), ...begins.filter((part) => text.toLowerCase().includes(part))];
}
