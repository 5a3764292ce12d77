// The programs that steadyhand starts and npm does not install: the Temporal CLI and a browser with its driver; on request also what desktops need, the servers of
// `npm run test:fleet`, and what checks what is shipped for fleets.
import { ensureBrowser, ensureSandbox } from './browser.mjs';
import { ensureDesktop } from './desktop.mjs';
import { ensureFleet } from './fleet.mjs';
import { ensureManifestTools } from './manifests.mjs';
import { step, SetupError } from './steps.mjs';
import { ensureTemporalCli } from './temporal-cli.mjs';
import { writeTools } from './tools.mjs';

/** Finds or fetches each, and records where it is. Throws `SetupError`. */
export async function ensurePrograms({ desktop = false, fleet = false } = {}) {
  const temporal = await step('Temporal CLI', ensureTemporalCli);
  const { chromium, chromedriver } = await step('Browser', ensureBrowser);
  if (process.platform === 'linux') await step('Sandbox', ensureSandbox);
  writeTools({ ...(temporal.path ? { temporal: temporal.path } : {}), chromium, chromedriver });
  if (desktop) await step('Desktop', ensureDesktop);
  if (fleet) await step('Manifests', ensureManifestTools);
  if (fleet) await step('Fleet', ensureFleet);
}

/** The options of setup. Throws `SetupError` for an unknown one. */
export function setupOptions(args) {
  const unknown = args.find((option) => option !== '--desktop' && option !== '--fleet');
  if (unknown !== undefined) throw new SetupError(`setup does not know '${unknown}', only --desktop and --fleet.`);
  return { desktop: args.includes('--desktop'), fleet: args.includes('--fleet') };
}

/** Runs a setup; a `SetupError` is printed without its stack. */
export async function runSetup(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`✖ ${error.message}`);
    process.exitCode = 1;
  }
}
