// Chromium and its driver. The first that is found: configured, on the PATH, apt (root on Debian or Ubuntu), the download that webdriverio uses.
import { join } from 'node:path';
import { installPackages } from './apt.mjs';
import { isExecutable, run, which } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { cacheFolder, readTools } from './tools.mjs';

const aptPackages = ['chromium', 'chromium-driver', 'fonts-dejavu-core'];

/** `installed` says, once that is known, whether npm's packages are there. @returns {Promise<{ chromium: string, chromedriver: string, text: string }>} */
export async function ensureBrowser(say = () => {}, installed = Promise.resolve(true)) {
  const ready = configured() ?? recorded() ?? (await onPath());
  if (ready) return ready;
  const failures = [];
  for (const [name, install] of [
    ['apt-get', byApt],
    ['a download of Chrome for Testing', byDownload],
  ]) {
    try {
      const found = await install(say, installed);
      if (found) return found;
    } catch (error) {
      failures.push(`- ${name}: ${error.message}`);
      say(`${name} failed`);
    }
  }
  throw new SetupError(
    `Chromium and chromedriver could not be found or downloaded.\n${failures.join('\n')}\n` +
      'Install both (Debian: chromium and chromium-driver), or set STEADYHAND_CHROMIUM and STEADYHAND_CHROMEDRIVER to their files.',
  );
}

function configured() {
  const chromium = configuredFile('STEADYHAND_CHROMIUM') ?? fromPath().chromium;
  const chromedriver = configuredFile('STEADYHAND_CHROMEDRIVER') ?? fromPath().chromedriver;
  if (!process.env.STEADYHAND_CHROMIUM && !process.env.STEADYHAND_CHROMEDRIVER) return undefined;
  if (!chromium || !chromedriver) {
    const [set, missing] = chromium
      ? ['STEADYHAND_CHROMIUM', 'STEADYHAND_CHROMEDRIVER']
      : ['STEADYHAND_CHROMEDRIVER', 'STEADYHAND_CHROMIUM'];
    throw new SetupError(`${set} is set, ${missing} is not, and it is not on the PATH: set both.`);
  }
  return { chromium, chromedriver, text: `${chromium}, ${chromedriver} (configured)` };
}

function configuredFile(variable) {
  const path = process.env[variable];
  if (!path) return undefined;
  if (!isExecutable(path)) throw new SetupError(`${variable} is ${path}, which is not an executable file. Correct or unset it.`);
  return path;
}

function recorded() {
  const { chromium, chromedriver } = readTools();
  if (!chromium || !chromedriver || !isExecutable(chromium) || !isExecutable(chromedriver)) return undefined;
  return { chromium, chromedriver, text: `${chromium}, ${chromedriver}` };
}

function fromPath() {
  return {
    chromium: which('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'),
    chromedriver: which('chromedriver', 'chromium.chromedriver'),
  };
}

/** Both must run and share a major version: a driver refuses other browsers, and Ubuntu's packages may be stubs. */
async function onPath() {
  const { chromium, chromedriver } = fromPath();
  if (!chromium || !chromedriver) return undefined;
  const [browser, driver] = await Promise.all([majorVersion(chromium), majorVersion(chromedriver)]);
  if (browser === undefined || browser !== driver) return undefined;
  return { chromium, chromedriver, text: `${chromium}, ${chromedriver} (version ${browser})` };
}

async function majorVersion(path) {
  const { code, output } = await run(path, ['--version'], { timeoutMs: 20_000 });
  return code === 0 ? /(\d+)\.\d+\.\d+/.exec(output)?.[1] : undefined;
}

async function byApt(say) {
  await installPackages(aptPackages, say);
  const found = await onPath();
  if (!found) throw new SetupError('its packages contain no working browser and driver (on Ubuntu they only point to snap)');
  return found;
}

/** With the package that webdriverio itself uses to download browsers. */
async function byDownload(say, installed) {
  if (!(await installed)) throw new SetupError("it needs npm's packages");
  const { Browser, install, resolveBuildId, detectBrowserPlatform } = await import('@puppeteer/browsers');
  const platform = detectBrowserPlatform();
  if (!platform) throw new SetupError(`there is no build for ${process.platform} ${process.arch}`);
  say('downloading Chrome for Testing and its driver …');
  const cacheDir = join(cacheFolder(), 'browsers');
  const buildId = await resolveBuildId(Browser.CHROME, platform, 'stable');
  const installDeps = process.getuid?.() === 0 && process.platform === 'linux';
  const chrome = await install({ browser: Browser.CHROME, buildId, cacheDir, installDeps });
  const driver = await install({ browser: Browser.CHROMEDRIVER, buildId, cacheDir });
  return { chromium: chrome.executablePath, chromedriver: driver.executablePath, text: `Chrome for Testing ${buildId}` };
}
