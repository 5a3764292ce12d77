// steadyhand setup [--desktop]: what an installed package needs besides its dependencies. A clone has `npm run setup`, which also installs and builds.
import { ensurePrograms, runSetup, setupOptions } from './lib/programs.mjs';

await runSetup(() => ensurePrograms(setupOptions(process.argv.slice(2))));
