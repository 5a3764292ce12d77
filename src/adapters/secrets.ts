// `{{secret:NAME}}` becomes its value only here, only for its allowed origins, and never comes back in a control, a text or an error.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Control } from '../domain/ui/control.js';
import { ActionFailedError, DeviceGoneError } from '../ports/device-errors.js';

export type ResolveSecret = (name: string, origin: string) => string | undefined;

export interface Secrets {
  /** Throws `ActionFailedError('secret-refused')`. */
  resolve(text: string, origin: string): { readonly text: string; readonly isSecret: boolean };
  /** Whether this device has used a secret. */
  isUsed(): boolean;
  /** Masks every secret that this device has used. `shortest`: shorter ones stay, because they would mask ordinary words. */
  mask(text: string, shortest?: number): string;
}

interface UsedSecret {
  readonly name: string;
  readonly origin: string;
}

const reference = /\{\{secret:([\w.-]+)\}\}/g;
const mask = '•••';
const shortestMasked = 4;

/** `file` stores the names of the used secrets, never their values, so that a later process masks them too. */
export function createSecrets(resolveSecret: ResolveSecret, file: string): Secrets {
  const used = readUsed(file);
  const values = new Set(used.map(({ name, origin }) => resolveSecret(name, origin)).filter((value) => value !== undefined));

  const remember = (name: string, origin: string, value: string): void => {
    if (values.has(value)) return;
    values.add(value);
    used.push({ name, origin });
    writeFileSync(file, JSON.stringify(used), { mode: 0o600 });
  };

  return {
    resolve: (text, origin) => {
      let isSecret = false;
      const resolved = text.replace(reference, (_, name: string) => {
        const value = resolveSecret(name, origin);
        if (value === undefined) {
          throw new ActionFailedError(
            'secret-refused',
            `The secret '${name}' is not known or not allowed on ${origin}. Configure it with its origins, or ask the person.`,
          );
        }
        remember(name, origin, value);
        isSecret = true;
        return value;
      });
      return { text: resolved, isSecret };
    },
    isUsed: () => values.size > 0,
    mask: (text, shortest = shortestMasked) => {
      let masked = text;
      // The longest first: one that begins another would leave the rest of it.
      for (const value of [...values].sort((one, other) => other.length - one.length))
        if (value.length >= shortest) masked = masked.replaceAll(value, mask);
      return masked;
    },
  };
}

/** Masks secrets in a control's name, value and options, whether typed into it or repeated by a page. */
export function withoutSecrets(secrets: Secrets, control: Control): Control {
  const name = secrets.mask(control.name);
  const value = control.value === undefined ? undefined : secrets.mask(control.value);
  const options = control.options?.map((option) => secrets.mask(option));
  const isSame = (option: string, index: number): boolean => option === control.options?.[index];
  if (name === control.name && value === control.value && options?.every(isSame) !== false) return control;
  return { ...control, name, ...(value !== undefined && { value }), ...(options !== undefined && { options }), masked: true };
}

/** An error of the port whose message quotes no secret, not even a short one, whether a driver or the page put it there. */
export function withoutSecretsIn(secrets: Secrets, error: unknown): unknown {
  if (!(error instanceof ActionFailedError || error instanceof DeviceGoneError)) return error;
  const message = secrets.mask(error.message, 1);
  if (message === error.message) return error;
  return error instanceof ActionFailedError ? new ActionFailedError(error.code, message) : new DeviceGoneError(message);
}

export function hasSecret(text: string): boolean {
  return text.search(reference) >= 0;
}

function readUsed(file: string): UsedSecret[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as UsedSecret[]) : [];
}
