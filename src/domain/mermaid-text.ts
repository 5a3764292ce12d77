/**
 * What somebody else wrote, inside quotes of Mermaid source: only letters, digits, blanks and `,()=?` stand for themselves, the rest is an entity (`#34;`). That keeps brackets and arrows from ending a label, and Mermaid from
 * reading Markdown, HTML, icons (`fa:…`) or a setting (`%%{…}`) in it. Also the blank after `direction`: `direction TB` is a statement wherever it stands in a line, even in quotes.
 */
export function mermaidText(text: string): string {
  return text.replace(/(?<=direction) |[^\p{L}\p{N} ,()=?]/gu, (character) => `#${character.codePointAt(0)};`);
}
