// What a desktop needs from this machine: the programs that the device calls, and what makes them visible.
import { existsSync } from 'node:fs';
import { missingPrograms } from '../../adapters/desktop/requirements.js';
import { type Check, fail, ok, warn } from './check.js';

/** Where distributions put the launcher of the accessibility bus. */
const launchers = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];

interface DesktopSettings {
  readonly virtual: boolean;
  readonly accessibility: boolean;
}

export function checkDesktop({ virtual, accessibility }: DesktopSettings, platform: string = process.platform): readonly Check[] {
  if (platform !== 'linux') return [virtual ? noVirtual(platform) : picturesOnly(platform)];
  const missing = [...missingPrograms({ virtual }), ...(accessibility && !launchers.some(existsSync) ? ['at-spi2-core'] : [])];
  if (missing.length > 0)
    return [fail('Desktop', `missing: ${missing.join(', ')}`, 'run `npx steadyhand setup --desktop` as root, or install them')];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return [
    ok('Desktop', virtual ? 'a virtual display for each run' : `the display ${DISPLAY ?? ''} of this machine, for one run at a time`),
    ...(accessibility ? [] : [picturesOnly('request')]),
    ...(!virtual && WAYLAND_DISPLAY ? [warn('Wayland', WAYLAND_DISPLAY, 'only programs that use X11 can be driven')] : []),
  ];
}

/** Without an accessibility tree, only what can be read from the screen is known. */
function picturesOnly(why: string): Check {
  const driver: Readonly<Record<string, string>> = { darwin: 'the mac2 driver', win32: 'the windows driver' };
  const other = driver[why];
  return warn(
    'Desktop',
    `pictures only (on ${why})`,
    `texts are read from the screen; no controls, values or password fields are seen, and no secret is typed${
      other === undefined ? '' : `: for those use Appium with ${other} (docs/appium.md)`
    }`,
  );
}

function noVirtual(platform: string): Check {
  return fail('Desktop', `no virtual display on ${platform}`, 'turn desktop.virtual off: the screen of this machine is used');
}
