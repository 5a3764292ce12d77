import { SteadyhandError } from '../../domain/errors/errors.js';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A desktop could not be opened: a program is missing or did not start. */
export class DesktopStartError extends SteadyhandError {
  readonly code = 'desktop-start-failed';
  override readonly name = 'DesktopStartError';
}

/** Environment of programs that run on a display. */
export type DisplayEnvironment = Readonly<Record<string, string>>;

/** The part of this process's environment that a program on a display may see: no keys, no secrets. */
export function environmentOf(alsoNames: readonly string[]): DisplayEnvironment {
  const names = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'XDG_DATA_DIRS', 'XDG_CONFIG_DIRS', ...alsoNames];
  const known = Object.entries(process.env).filter(([name]) => names.includes(name) || name.startsWith('LC_'));
  return { LANG: 'C.UTF-8', ...Object.fromEntries(known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))) };
}

// The programs that a desktop needs.

const ofDevice = ['wmctrl', 'xprop'];
const ofVirtualDisplay = ['Xvfb', 'dbus-daemon', 'openbox'];

/** Those missing from the PATH. Desktops need programs on Linux only. */
export function missingPrograms({ virtual }: { readonly virtual: boolean }): readonly string[] {
  return (virtual ? [...ofVirtualDisplay, ...ofDevice] : ofDevice).filter((program) => !isOnPath(program));
}

/** Why no desktop can be opened, and the remedy. */
export function desktopProblem({ virtual }: { readonly virtual: boolean }, platform: string = process.platform): string | undefined {
  if (platform !== 'linux') return virtual ? `there is no virtual display on ${platform}; turn desktop.virtual off` : undefined;
  const missing = missingPrograms({ virtual });
  return missing.length === 0 ? undefined : `missing: ${missing.join(', ')}; install them`;
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
