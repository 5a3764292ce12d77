// The programs that steadyhand starts and npm does not install: the Temporal CLI and a browser with its driver; on request also what desktops need, the servers of
// `npm run test:fleet`, and what checks what is shipped for fleets.
import { ensureBrowser } from './browser.mjs';
import { endPrograms } from './commands.mjs';
import { ensureDesktop } from './desktop.mjs';
import { ensureFleet } from './fleet.mjs';
import { ensureManifestTools } from './manifests.mjs';
import { sideBySide, step, SetupError } from './steps.mjs';
import { ensureTemporalCli } from './temporal-cli.mjs';
import { writeTools } from './tools.mjs';

/** Finds or fetches each, and records where it is. `installed` says, once that is known, whether npm's packages are there: some downloads need them. Throws `SetupError`. */
export async function ensurePrograms({ desktop = false, fleet = false, installed = Promise.resolve(true) } = {}) {
  const [temporal, { chromium, chromedriver }] = await sideBySide(
    step('Temporal CLI', (say) => ensureTemporalCli(say, installed)),
    step('Browser', (say) => ensureBrowser(say, installed)),
  );
  // The record of a clone stands in node_modules.
  if (!(await installed)) return;
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

/** Runs a setup; a `SetupError` is printed without its stack. On Ctrl-C, SIGTERM and SIGHUP it ends what it has started, and a second run goes on from there. */
export async function runSetup(work) {
  let ending;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, (_name, number) => {
      // npm and `steadyhand setup` pass on what the terminal has sent to all.
      if (ending) return;
      console.error('✖ Interrupted: ending what runs. The next set-up goes on from here.');
      ending = endPrograms().then(() => process.exit(128 + number));
    });
  }
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`✖ ${error.message}`);
    process.exitCode = 1;
  }
}
