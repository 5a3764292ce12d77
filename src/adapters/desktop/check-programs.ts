// The programs that a desktop needs.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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
