/**
 * Escapes untrusted text for quotes in Mermaid source: only letters, digits, spaces and `,()=?` are left as they are, the rest becomes an entity (`#34;`).
 * That keeps brackets and arrows from ending a label, and Mermaid from reading Markdown, HTML, icons (`fa:…`) or a directive (`%%{…}`) in it.
 * The space after `direction` is escaped too: `direction TB` is a statement anywhere in a line, even in quotes.
 */
export function mermaidText(text: string): string {
  return text.replace(/(?<=direction) |[^\p{L}\p{N} ,()=?]/gu, (character) => `#${character.codePointAt(0)};`);
}
