// `{{secret:NAME}}` becomes its value only here, only for its allowed origins, and never comes back in a control, a text or an error.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ActionFailedError } from '../../ports/device.js';
import type { PlaceKind, Secrets } from '../../ports/secrets.js';
import { withoutConfidential, patternOf } from './mask-errors.js';
import { isLockedAlways, type LockedSecret } from '../../domain/guard/network-lock.js';
import { mask } from '../../domain/ui/mask.js';

export type ResolveSecret = (name: string, place: string, of: PlaceKind) => string | undefined;

/** Values of all that are configured here, wherever they may be typed. Asked again each time, since a newer worker may bring others. */
export type KnownSecrets = () => readonly string[];

/** How a secret is configured; undefined: not at all. */
export type SecretSettings = (name: string) => LockedSecret | undefined;

/** What a device's secrets are made of. */
export interface SecretsOptions {
  readonly resolveSecret?: ResolveSecret;
  readonly knownSecrets?: KnownSecrets;
  readonly secretSettings?: SecretSettings;
}

interface UsedSecret {
  readonly name: string;
  readonly place: string;
  readonly of: PlaceKind;
}

const reference = /\{\{secret:([\w.-]+)\}\}/g;
const shortestMasked = 4;
/** Over several texts, a short one would be found in any table of numbers. */
const shortestSplit = 6;
/** Over lines, too; a number would be found in any calendar. */
const shortestApart = 8;

/** One that this device has not used is masked only if it is no word, year or amount that a page may well say. */
const shortestUnused = 8;
const isNumber = (value: string): boolean => /^[\d\s.-]+$/.test(value);

/** `file` stores the names of the used secrets, never their values, so that a later process masks them too. */
export function createSecrets(
  file: string,
  { resolveSecret = () => undefined, secretSettings: settings = () => undefined, knownSecrets: known = () => [] }: SecretsOptions,
): Secrets {
  const used = readUsed(file);
  const values = new Set(used.map(({ name, place, of }) => resolveSecret(name, place, of)).filter((value) => value !== undefined));

  const all = (): readonly string[] => [
    ...new Set([...values, ...known().filter((value) => value.length >= shortestUnused && !isNumber(value))]),
  ];
  const patterns = new Map<number | 'apart', RegExp | undefined>();
  let madeOf = '';
  const formsFrom = (shortest: number | 'apart'): RegExp | undefined => {
    const wanted = all();
    if (wanted.join('\0') !== madeOf) patterns.clear();
    madeOf = wanted.join('\0');
    if (!patterns.has(shortest))
      patterns.set(
        shortest,
        shortest === 'apart'
          ? patternOf(
              wanted.filter((value) => !isNumber(value)),
              shortestApart,
            )
          : patternOf([...wanted], shortest),
      );
    return patterns.get(shortest);
  };

  const remember = (value: string, secret: UsedSecret): void => {
    if (values.has(value)) return;
    values.add(value);
    used.push(secret);
    writeFileSync(file, JSON.stringify(used), { mode: 0o600 });
  };

  return {
    resolve: (text, place, of) => {
      let isSecret = false;
      const resolved = text.replace(reference, (_, name: string) => {
        const value = resolveSecret(name, place, of);
        if (value === undefined) {
          throw new ActionFailedError(
            'secret-refused',
            `The secret '${name}' is not known or not allowed on ${place}. Configure it with its ${of}, or ask the person.`,
          );
        }
        remember(value, { name, place, of });
        isSecret = true;
        return value;
      });
      return { text: resolved, isSecret };
    },
    settingsOf: (text) => {
      const named = [...text.matchAll(reference)].map(([, name = '']) => [name, settings(name)] as const);
      return new Map(named.flatMap(([name, found]) => (found ? [[name, found]] : [])));
    },
    keepBack(text) {
      values.add(text);
    },
    isUsed: () => values.size > 0,
    isAny: () => all().length > 0,
    mask: (text, shortest = shortestMasked) => {
      const pattern = formsFrom(shortest);
      return pattern ? text.replace(pattern, mask) : text;
    },
    maskPieces: (pieces, apart = false) => {
      const pattern = formsFrom(apart ? 'apart' : shortestSplit);
      return pattern ? maskedPieces(pieces, pattern) : pieces;
    },
  };
}

/** Pieces that together say a secret, each of which is masked. */
function maskedPieces(pieces: readonly string[], pattern: RegExp): readonly string[] {
  const starts: number[] = [];
  let whole = '';
  for (const piece of pieces) {
    starts.push(whole.length);
    whole += piece;
  }
  const hit = new Set<number>();
  for (const { 0: found, index } of whole.matchAll(pattern))
    pieces.forEach((piece, at) => {
      const start = starts[at] ?? 0;
      if (piece !== '' && start < index + found.length && start + piece.length > index) hit.add(at);
    });
  return pieces.map((piece, at) => (hit.has(at) ? mask : piece));
}

/** For devices that cannot keep what shows a secret from sending it. */
export function refuseUnlocked(secrets: Secrets, text: string): void {
  for (const [name, setting] of secrets.settingsOf(text))
    if (isLockedAlways(setting))
      throw new ActionFailedError(
        'secret-refused',
        `The secret '${name}' is typed only where its page can be kept from sending it elsewhere (secrets.${name}.lockNetwork). Only browsers of the kind 'web' can.`,
      );
}

/** The error without a secret, not even a short one, in its message or in those of its causes, whether a driver or the page put it there. */
export function withoutSecretsIn(secrets: Secrets, error: unknown): unknown {
  return secrets.isAny() ? withoutConfidential(error, (text) => secrets.mask(text, 1)) : error;
}

export function hasSecret(text: string): boolean {
  return text.search(reference) >= 0;
}

function readUsed(file: string): UsedSecret[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as UsedSecret[]) : [];
}
