import { majorOf, programVersion } from '../program-version.js';

interface Programs {
  readonly chromium: string;
  readonly chromedriver: string;
}

/** Why no browser can be started, and the remedy; undefined when both programs run and match. */
export async function browserProblem({ chromium, chromedriver }: Programs): Promise<string | undefined> {
  const [browser, driver] = await Promise.all([programVersion(chromium), programVersion(chromedriver)]);
  if (browser === undefined) return `'${chromium}' does not run; ${wayOut('STEADYHAND_CHROMIUM')}`;
  if (driver === undefined) return `'${chromedriver}' does not run; ${wayOut('STEADYHAND_CHROMEDRIVER')}`;
  if (majorOf(browser) === majorOf(driver)) return undefined;
  return `Chromium ${browser} and chromedriver ${driver} do not match; set STEADYHAND_CHROMEDRIVER to a chromedriver of the same major version`;
}

function wayOut(variable: string): string {
  return `run \`npx steadyhand doctor\`, or set ${variable}`;
}
