// Heavy packages that not every installation has: loaded on first use; a missing one is reported with the command that installs it.
import { createRequire } from 'node:module';
import { SteadyhandError } from '../../domain/errors/errors.js';

export class PackageMissingError extends SteadyhandError {
  readonly code = 'package-missing';
  override readonly name = 'PackageMissingError';

  /** `user` is the subject of the message: `The text reader`. */
  constructor(name: string, user: string, options?: ErrorOptions) {
    super(`${user} needs the package ${name}, which is not installed: npm install ${name}`, options);
  }
}

/** What `load` imports. Throws `PackageMissingError`. */
export async function loadOptional<T>(user: string, load: () => Promise<T>): Promise<T> {
  return load().catch((error: unknown) => {
    throw packageMissing(error, user) ?? error;
  });
}

/** For a program that would otherwise exit silently. Throws `PackageMissingError`. */
export function requireInstalled(name: string, user: string): void {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new PackageMissingError(name, user, { cause: error });
  }
}

/** The error for a missing package, if that is why an import failed. */
export function packageMissing(error: unknown, user: string): PackageMissingError | undefined {
  const name = error instanceof Error ? /^Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)/.exec(error.message)?.[1] : undefined;
  return name === undefined || name.startsWith('.') ? undefined : new PackageMissingError(name, user, { cause: error });
}
