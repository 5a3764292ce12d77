// npm run advisories: asks npm's registry what is known against the packages that an installation may bring (LK63). Fails at one that nobody has explained.
import { checkAdvisories } from './lib/advisories.mjs';
import { runSetup } from './lib/programs.mjs';
import { step } from './lib/steps.mjs';

await runSetup(() => step('Advisories', () => checkAdvisories()));
