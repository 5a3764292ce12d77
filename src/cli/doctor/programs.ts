// What is installed on this machine.
import { majorOf, programOutput, programVersion as versionOf } from '../../adapters/process-kit/programs.js';
import { type Check, fail, ok, warn } from './check.js';

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
