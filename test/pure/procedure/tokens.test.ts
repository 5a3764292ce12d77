// Sealed tokens: only their maker can read, create or change one (docs/design/procedure.md §4).
import { deflateRawSync } from 'node:zlib';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import type { Key, KeyRing } from '../../../src/ports/keys.js';
import { TokenError } from '../../../src/ports/tokens.js';
import { seeded, walksOfEach } from '../../support/properties.js';

const key = (id: string): Key => ({ id, secret: randomBytes(32) });
const [old, current] = [key('old'), key('current')];
const ring: KeyRing = [current, old];
const tokens = createSealedTokens(ring);
const state = { workflow: 'release', activity: 'plan', variables: { approved: false, canary: 'marmalade' }, visits: [1, 2, 3] };
const token = tokens.seal(state);

function codeOf(text: string): string {
  try {
    tokens.open(text);
    return 'opened';
  } catch (error) {
    if (error instanceof TokenError) return error.code;
    throw error;
  }
}

/** A token made by someone who knows the format, with their own key or a leaked one. */
function made(packed: Uint8Array, { id, secret }: Key, { nonce = randomBytes(12), aad = `nav1.${id}` } = {}): string {
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(aad));
  const body = Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
  const sum = createHash('sha256').update(`nav1.${id}`).update(body).digest().subarray(0, 4);
  return `nav1.${id}.${Buffer.concat([body, sum]).toString('base64url')}`;
}

test('whatever was sealed can be opened', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as typeof value;
      expect(tokens.open(tokens.seal(plain as never))).toEqual(plain);
    }),
    { ...seeded, numRuns: 33 * walksOfEach },
  );
});

test('P48: a token has nothing of the state in clear text, and no two tokens of one state are alike', () => {
  const bytes = Buffer.from(token.split('.')[2] ?? '', 'base64url');
  for (const word of ['marmalade', 'release', 'approved']) {
    expect(bytes.includes(word)).toBe(false);
    expect(bytes.includes(deflateRawSync(Buffer.from(word)))).toBe(false);
    expect(token).not.toContain(word);
  }
  expect(new Set(Array.from({ length: 1_000 }, () => tokens.seal(state))).size).toBe(1_000);
});

describe('P49: a modified token is refused', () => {
  test('for any character at any place', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\u0000é';
    for (let at = 0; at < token.length; at += 1)
      for (const letter of alphabet) {
        if (letter === token[at]) continue;
        if (codeOf(token.slice(0, at) + letter + token.slice(at + 1)) === 'opened') throw new Error(`opened with '${letter}' at ${at}`);
      }
  });

  test.each<[how: string, change: (text: string) => string[]]>([
    ['cut at its end or its beginning', (text) => [...text].flatMap((_, at) => [text.slice(0, at), text.slice(at + 1)])],
    ['with a character less', (text) => [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1))],
    ['with something added', (text) => [...'A_=. \n'].flatMap((more) => [text + more, more + text])],
    ['with white space inside', (text) => [...text].map((_, at) => `${text.slice(0, at)} ${text.slice(at)}`)],
    ['in another alphabet', (text) => [text.replaceAll('-', '+').replaceAll('_', '/') + '=', text.toUpperCase(), text.toLowerCase()]],
    ['spliced from two', (text) => cuts(text, tokens.seal({ ...state, activity: 'release' }))],
    [
      'of another version or key',
      (text) => [text.replace('nav1', 'nav2'), text.replace('current', 'old'), text.replace('current', 'none')],
    ],
    ['that is none', () => ['', '.', 'nav1', 'nav1..', '{}', 'null', JSON.stringify(state), 'x'.repeat(1_000_000)]],
  ])('%s', (_how, change) => {
    for (const other of change(token)) if (other !== token) expect(codeOf(other)).not.toBe('opened');
  });

  test('and the hint alone says whether it looks like a slip', () => {
    const hints = [`${token}A`, token.slice(0, -3), made(deflateRawSync('{}'), { ...current, secret: randomBytes(32) })].map((text) => {
      try {
        return tokens.open(text);
      } catch (error) {
        const { code, mistyped } = error as TokenError;
        return { code, mistyped };
      }
    });
    expect(hints).toEqual([
      { code: 'STATE_INVALID', mistyped: true },
      { code: 'STATE_INVALID', mistyped: true },
      { code: 'STATE_INVALID', mistyped: false },
    ]);
  });
});

describe('P50: a token made elsewhere is refused', () => {
  const packed = deflateRawSync(Buffer.from(JSON.stringify(state)));
  test.each([
    ['sealed by another key under a name of ours', made(packed, { ...current, secret: randomBytes(32) })],
    ['sealed by ours under the name of another of ours', made(packed, { id: 'old', secret: current.secret })],
    ['sealed for another version', made(packed, current, { aad: 'nav2.current' })],
    ['that holds no JSON', made(deflateRawSync(Buffer.from('{"a":')), current)],
    ['that is not packed', made(Buffer.from(JSON.stringify(state)), current)],
    ['of nothing', made(Buffer.alloc(0), current)],
  ])('%s', (_how, text) => {
    expect(codeOf(text)).toBe('STATE_INVALID');
  });

  test('and one that would unpack to more than a state may have is not unpacked, even if it were valid', () => {
    const bomb = made(deflateRawSync(Buffer.from(JSON.stringify('a'.repeat(40_000_000)))), current);
    expect(bomb.length).toBeLessThan(64 * 1_024);
    expect(codeOf(bomb)).toBe('STATE_INVALID');
  });

  test('a state that is too large is not sealed', () => {
    expect(() => tokens.seal('x'.repeat(2_000_000))).toThrow(RangeError);
  });
});

test('P52: after a rotation old tokens open and new ones are sealed with the new key; a removed key opens nothing', () => {
  const before = createSealedTokens([old]).seal(state);
  expect(tokens.open(before)).toEqual(state);
  expect(tokens.seal(state)).toMatch(/^nav1\.current\./);
  const [, ...without] = ring;
  const later = createSealedTokens(without as unknown as KeyRing);
  expect(later.open(before)).toEqual(state);
  expect(() => later.open(token)).toThrow(
    expect.objectContaining({ code: 'STATE_KEY_UNKNOWN', message: expect.stringContaining("'current'") }),
  );
});

function cuts(one: string, other: string): string[] {
  return Array.from({ length: Math.min(one.length, other.length) - 1 }, (_, at) => one.slice(0, at + 1) + other.slice(at + 1)).filter(
    (text) => text !== other,
  );
}
