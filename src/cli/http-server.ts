// What commands that serve others over HTTP have in common: where they listen, for whom, and until when.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { InvalidArgumentError } from 'commander';
import type { CliContext } from './context.js';
import { CommandError } from './errors.js';

export const loopback = '127.0.0.1';
export const usualConsolePort = 7430;
const shortestToken = 16;

/** For commander. */
export function portOf(word: string): number {
  const port = Number(word);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a port: a whole number up to 65535.');
  return port;
}

/** For commander. */
export function originOf(word: string): string {
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word) || new URL(word).pathname + new URL(word).search !== '/')
    throw new InvalidArgumentError('It must be an origin, such as https://steadyhand.example, without a path.');
  return new URL(word).origin;
}

/** Other machines reach it through a proxy with TLS, or not at all. */
export function refuseOpenHost(host: string, publicUrl: string | undefined): void {
  if ([loopback, '::1', 'localhost'].includes(host) || publicUrl !== undefined) return;
  throw new CommandError(
    'usage',
    `--host ${host} is not the loopback interface: put a proxy with TLS before it, and name its address in --public-url.`,
  );
}

/** `isGenerated`: the variable is not set. */
export function tokenOf({ env }: Pick<CliContext, 'env'>, variable: string): { readonly token: string; readonly isGenerated: boolean } {
  const given = env[variable];
  if (given !== undefined && given.length < shortestToken)
    throw new CommandError(
      'usage',
      `${variable} has ${given.length} characters: use at least ${shortestToken}, or leave it out to have one generated.`,
    );
  if (given !== undefined && !/^[\x21-\x7e]+$/.test(given))
    throw new CommandError(
      'usage',
      `${variable} has spaces or characters that are not ASCII, which no client can send: use letters and digits.`,
    );
  return { token: given ?? randomBytes(24).toString('base64url'), isGenerated: given === undefined };
}

/** What `serve` cannot listen at is told in a sentence. `option`: the one that names the port. */
export async function listening<T>(serve: Promise<T>, { at, option }: { readonly at: string; readonly option: string }): Promise<T> {
  return serve.catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen') throw error;
    throw new CommandError(
      'refused',
      `${at} cannot be used (${error.code ?? error.message}): give ${option} another port, or 0 for any free one.`,
    );
  });
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
