// What `npm run build` makes of sources that cannot run as they are: programs of threads and processes, and scripts for pages.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { SteadyhandError } from '../../domain/errors/errors.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Path of a program beside its caller. Threads and processes run the built one, even under a test runner that loads the sources. */
export function builtProgram(program: URL): string {
  const path = fileURLToPath(program).replace(/\/src\/(?=adapters\/|device-process\.js$)/, '/dist/');
  if (!existsSync(path)) throw new TypeError(`${path} is missing: run \`npm run build\`.`);
  return path;
}

/** A script bundled for pages, from `dist`. `what`: for the error when it is not built. */
export function readBundle(file: string, what: string): string {
  // From dist/adapters/process-kit and from src/adapters/process-kit.
  const places = [`../../${file}`, `../../../dist/${file}`].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const place = places.find((candidate) => existsSync(candidate));
  if (place === undefined) throw new Error(`${what} is not built: neither ${places.join(' nor ')} is there. Run npm run build.`);
  return readFileSync(place, 'utf8');
}

// Heavy packages that not every installation has: loaded on first use; a missing one is reported with the command that installs it.

class PackageMissingError extends SteadyhandError {
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

// What a device process, and with it driver, browser and page, learn from the environment: how to find programs, folders, fonts, a display. No key, no token, no secret.
const passedOn: readonly RegExp[] = [
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/,
  /^(?:DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|XDG_[A-Z_]+|FONTCONFIG_[A-Z]+)$/,
  /^(?:LD_LIBRARY_PATH|DYLD_[A-Z_]+|CHROME_DEVEL_SANDBOX)$/,
  // Windows starts nothing without these.
  /^(?:SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMMONPROGRAMFILES.*|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|PROCESSOR_[A-Z_]+|NUMBER_OF_PROCESSORS|OS)$/i,
];

export function minimalEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passedOn.some((pattern) => pattern.test(name))));
}

/** The first version number that `<program> --version` prints; undefined when it does not run. */
export async function programVersion(path: string): Promise<string | undefined> {
  return /\d+(?:\.\d+)+/.exec((await programOutput(path, ['--version'])) ?? '')?.[0];
}

/** Its stdout; undefined when it does not run, fails, or takes more than 20 s. */
export async function programOutput(path: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)(path, args, { timeout: 20_000, env: minimalEnvironment(process.env) })).stdout;
  } catch {
    return undefined;
  }
}

/** `140` of `140.0.7339.16`. */
export function majorOf(version: string): string | undefined {
  return /^\d+/.exec(version)?.[0];
}
