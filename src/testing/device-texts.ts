/** Texts that every field of one line takes as they are, on every device. */
export const deviceTexts: readonly (readonly [name: string, text: string])[] = [
  ['a word and a space', 'Ada Lovelace'],
  [
    'every printable character of ASCII',
    Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
      .join('')
      .trim(),
  ],
  ['other scripts, and an emoji', 'é, ß, 日本, 👍'],
  ['right to left, and signs that combine', 'שלום नमस्ते e\u0301'],
  ['longer than what is typed key by key', 'größer 日本. '.repeat(30).trim()],
];
