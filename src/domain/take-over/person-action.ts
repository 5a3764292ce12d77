// What a person may do to the screen of a run that they hold, and how the parts of it are read: by hand, because workflows carry no schema library.
import { isRecord } from '../checks/read-stored.js';
import type { Point } from '../ui/geometry.js';
import { KeySyntaxError, parseKeys } from '../ui/keys.js';
import type { MouseButton, PointTarget } from '../ui/ui-action.js';

/** Points are px of the picture that `look` tells of. */
export type PersonAction =
  | { readonly type: 'click'; readonly at: Point; readonly button?: MouseButton; readonly count?: 1 | 2 | 3 }
  | { readonly type: 'drag'; readonly from: Point; readonly to: Point; readonly button?: MouseButton }
  | { readonly type: 'wheel'; readonly at: Point; readonly deltaX?: number; readonly deltaY?: number }
  /** As in domain/ui/keys.ts: `{ENTER}`, `^a`. For what needs no secrecy. */
  | { readonly type: 'keys'; readonly keys: string }
  /** Sealed for the device process, typed into what has the focus. */
  | { readonly type: 'text'; readonly sealed: string }
  | { readonly type: 'navigate'; readonly url: string }
  | { readonly type: 'go-back' };

/** Longer than any password; a sealed text is a third longer than the text itself. */
const longestSealed = 16_384;
const longestKeys = 200;
const longestAddress = 2_048;
const buttons: readonly unknown[] = ['left', 'right', 'middle'] satisfies MouseButton[];

export function isPoint(value: unknown): value is Point {
  return isRecord(value) && isFinite(value['x']) && isFinite(value['y']) && value['x'] >= 0 && value['y'] >= 0;
}

export function pointOf({ x, y }: Point): Point {
  return { x, y };
}

/** Undefined is allowed: the left one. */
export function isButton(value: unknown): value is MouseButton | undefined {
  return value === undefined || buttons.includes(value);
}

/** Undefined is allowed: once. */
export function isCount(value: unknown): value is 1 | 2 | 3 | undefined {
  return value === undefined || value === 1 || value === 2 || value === 3;
}

export function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isKeys(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > longestKeys) return false;
  try {
    return parseKeys(value).length > 0;
  } catch (error) {
    if (error instanceof KeySyntaxError) return false;
    throw error;
  }
}

export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestSealed && isSealedText(value);
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestAddress && URL.canParse(value);
}

export function inPixels(point: Point): PointTarget {
  return { point, unit: 'px' };
}

export function pointText({ x, y }: Point): string {
  return `${Math.round(x)}, ${Math.round(y)}`;
}

// ── How a text that is sealed for a device process is written ────────────────
//
// Its sender's one-time public key, the nonce and the text with its tag
// (AES-256-GCM, the key by HKDF-SHA-256), each in base64url. It reads like anything that is sealed (domain/ui/mask.ts), so whatever shows it shows `•••`.
const form = /^\{\{sealed:h1\.([\w-]{43})\.([\w-]{16})\.([\w-]{22,})\}\}$/;

export interface SealedParts {
  readonly publicKey: string;
  readonly nonce: string;
  readonly text: string;
}

export function sealedForProcess({ publicKey, nonce, text }: SealedParts): string {
  return `{{sealed:h1.${publicKey}.${nonce}.${text}}}`;
}

/** Undefined: it is nothing that a device process could open. */
export function sealedParts(written: string): SealedParts | undefined {
  const [, publicKey, nonce, text] = form.exec(written) ?? [];
  return publicKey && nonce && text ? { publicKey, nonce, text } : undefined;
}

function isSealedText(written: string): boolean {
  return form.test(written);
}

/** Bound to what it is for: HKDF's `info`. */
export const sealedFor = 'steadyhand typed by a person, version 1';
