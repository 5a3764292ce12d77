import type { Tokens } from '../../ports/tokens.js';
import type { TypedTexts } from '../../ports/typed-texts.js';

const sealed = /\{\{sealed:([\w.-]+)\}\}/g;

/** As `{{sealed:TOKEN}}`. */
export function createTypedTexts(tokens: Tokens): TypedTexts {
  return {
    seal: (text) => `{{sealed:${tokens.seal({ typed: text })}}}`,
    open: (text) => text.replace(sealed, (_, token: string) => typedIn(tokens.open(token))),
  };
}

function typedIn(value: unknown): string {
  return typeof value === 'object' && value !== null && 'typed' in value && typeof value.typed === 'string' ? value.typed : '';
}
