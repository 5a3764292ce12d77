// What a desktop needs of this machine: the programs that the device calls, and what they need to be seen.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Check, fail, ok, warn } from './check.js';

const ofDevice = ['wmctrl', 'xprop'];
const ofVirtualDisplay = ['Xvfb', 'dbus-daemon', 'openbox'];
/** Where distributions put what answers for the accessibility tree. */
const launchers = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];

export function checkDesktop({ virtual }: { readonly virtual: boolean }, platform: string = process.platform): readonly Check[] {
  if (platform !== 'linux')
    return [
      warn('Desktop', `not on ${platform}`, 'the desktop device is for Linux under X11 (docs/desktop.md says what there is for others)'),
    ];
  const wanted = virtual ? [...ofVirtualDisplay, ...ofDevice] : ofDevice;
  const missing = [...wanted.filter((program) => !isOnPath(program)), ...(launchers.some(existsSync) ? [] : ['at-spi2-core'])];
  if (missing.length > 0)
    return [fail('Desktop', `missing: ${missing.join(', ')}`, 'run `npm run setup -- --desktop` as root, or install them')];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return [
    ok('Desktop', virtual ? 'a virtual display for each run' : `the display ${DISPLAY ?? ''} of this machine, for one run at a time`),
    ...(!virtual && WAYLAND_DISPLAY ? [warn('Wayland', WAYLAND_DISPLAY, 'only programs that show themselves by X11 can be driven')] : []),
  ];
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
