// What a machine without a screen needs for desktops, and three small programs to try them with: `npm run setup -- --desktop`.
import { existsSync } from 'node:fs';
import { installPackages } from './apt.mjs';
import { which } from './commands.mjs';
import { SetupError } from './steps.mjs';

/** Debian's package for each program. */
const programs = {
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus',
  openbox: 'openbox',
  wmctrl: 'wmctrl',
  xprop: 'x11-utils',
  galculator: 'galculator',
  mousepad: 'mousepad',
  zenity: 'zenity',
  // Runs the tests' own applications.
  gjs: 'gjs',
};
/** The launcher of the accessibility bus, wherever a distribution puts it. */
const launchers = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];
/** Of the tests' applications in Qt. */
const qt = { package: 'python3-pyqt5', path: '/usr/lib/python3/dist-packages/PyQt5' };
/** For nut-js to press keys, fonts, and GTK 3 and 4 for gjs. */
const libraries = ['libxtst6', 'fonts-dejavu-core', 'gir1.2-gtk-3.0', 'gir1.2-gtk-4.0'];

/** @returns {Promise<string>} what it found or installed */
export async function ensureDesktop(say = () => {}) {
  if (process.platform !== 'linux') throw new SetupError(`--desktop installs packages of Debian and Ubuntu; this is ${process.platform}.`);
  const packages = missing();
  if (packages.length > 0) {
    try {
      await installPackages([...packages, ...libraries], say);
    } catch (error) {
      throw new SetupError(`A desktop needs ${[...packages, ...libraries].join(', ')} (Debian's names): ${error.message}.`);
    }
  }
  return Object.keys(programs).join(', ');
}

function missing() {
  const found = Object.entries(programs).filter(([program]) => !which(program));
  return [
    ...found.map(([, name]) => name),
    ...(launchers.some(existsSync) ? [] : ['at-spi2-core']),
    ...(existsSync(qt.path) ? [] : [qt.package]),
  ];
}
