// What is installed on this machine.
import { splitAddress } from '../../adapters/model-kit/server-address.js';
import { majorOf, programOutput, programVersion as versionOf } from '../../adapters/process-kit/programs.js';
import { type Check, fail, ok, warn } from './check.js';
import { existsSync } from 'node:fs';
import { missingPrograms } from '../../adapters/desktop/requirements.js';
import { join } from 'node:path';
import { folderOfDevice, processesIn } from '../../adapters/device-process/start-process.js';
import { createFileDeviceRecords } from '../../adapters/filesystem/device-records.js';

const oldestNode = [20, 19] as const;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return isNewEnough ? ok('Node', version) : fail('Node', version, `install Node ${oldestNode.join('.')} or newer`);
}

export async function checkTemporalCli(path: string | undefined): Promise<Check> {
  const advice = 'run `npx steadyhand setup`, or set TEMPORAL_CLI_PATH; only `up` and `temporal` need it';
  if (path === undefined) return warn('Temporal CLI', 'not found', advice);
  const version = await versionOf(path);
  return version === undefined ? warn('Temporal CLI', `${path} does not run`, advice) : ok('Temporal CLI', `${version}  ${path}`);
}

/** Two checks, and a third if they do not match: a driver refuses a browser of another major version. */
export async function checkBrowser({
  chromium,
  chromedriver,
}: {
  readonly chromium?: string;
  readonly chromedriver?: string;
}): Promise<readonly Check[]> {
  const [browser, driver] = await Promise.all([
    programVersion('Chromium', chromium, 'STEADYHAND_CHROMIUM'),
    programVersion('chromedriver', chromedriver, 'STEADYHAND_CHROMEDRIVER'),
  ]);
  return [
    browser.check,
    driver.check,
    ...(browser.major && driver.major && browser.major !== driver.major ? [mismatch(browser.major, driver.major)] : []),
  ];
}

function mismatch(browser: string, driver: string): Check {
  return fail(
    'Versions',
    `Chromium ${browser}, chromedriver ${driver}`,
    'install a chromedriver of the same major version, and set STEADYHAND_CHROMEDRIVER to it',
  );
}

async function programVersion(
  name: string,
  path: string | undefined,
  variable: string,
): Promise<{ readonly check: Check; readonly major?: string }> {
  const advice = `run \`npx steadyhand setup\`, or set ${variable}`;
  if (path === undefined) return { check: fail(name, 'not found', advice) };
  const version = await versionOf(path);
  const major = version && majorOf(version);
  return major ? { check: ok(name, `${version}  ${path}`), major } : { check: fail(name, `${path} does not run`, advice) };
}

/** Without fonts Chromium draws text as boxes, which a model cannot read. */
export async function checkFonts(platform: NodeJS.Platform): Promise<Check | undefined> {
  if (platform !== 'linux') return undefined;
  const fonts = await programOutput('fc-list', [':', 'family']);
  if (fonts === undefined)
    return warn('Fonts', 'unknown, because fc-list is not installed', 'on Debian: apt-get install fontconfig fonts-dejavu-core');
  const families = new Set(fonts.split('\n').filter(Boolean)).size;
  return families > 0
    ? ok('Fonts', `${families} families`)
    : fail('Fonts', 'none', 'on Debian: apt-get install fonts-dejavu-core fonts-noto-core');
}

// What a desktop needs from this machine: the programs that the device calls, and what makes them visible.

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

// Whether an Appium server answers, for devices of kind `appium`.

const patience = 5_000;

/** The reply of its `/status`. */
interface Status {
  readonly value?: { readonly build?: { readonly version?: string } };
}

export async function checkAppium({ url }: { readonly url: string }): Promise<Check> {
  const advice = 'start it (`npx appium server`), or set STEADYHAND_APPIUM to its address';
  const { address } = splitAddress(url);
  const reply = await fetch(`${address.replace(/\/$/, '')}/status`, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  if (reply === undefined) return fail('Appium', `no server at ${address}`, advice);
  const status = (await reply.json().catch(() => undefined)) as Status | undefined;
  const version = status?.value?.build?.version;
  return version === undefined ? fail('Appium', `something else answers at ${address}`, advice) : ok('Appium', `${version}  ${address}`);
}

/** Processes of devices (docs/design/device-process.md) that no record knows: nobody would end them. */
export async function checkDeviceProcesses(home: string): Promise<Check | undefined> {
  const devices = join(home, 'devices');
  const [hands, records] = await Promise.all([processesIn(devices), createFileDeviceRecords({ folder: devices }).list()]);
  const known = new Set(records.map((record) => folderOfDevice(devices, record)));
  const strays = hands.filter(({ folder }) => !known.has(folder));
  const name = 'device processes';
  if (strays.length > 0)
    return warn(
      name,
      `${strays.length} of closed devices: ${strays.map(({ pid }) => `process ${pid}`).join(', ')}`,
      `remove ${strays.map(({ folder }) => folder).join(', ')}: each ends within 5 s, and its browser with it`,
    );
  return hands.length === 0 ? undefined : ok(name, `${hands.length}, each of an open device`);
}
