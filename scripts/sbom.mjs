// npm run sbom [-- <file>]: writes the list of parts of a release (CycloneDX), by default to dist/sbom.cdx.json, after a check of their licences.
import { join, resolve } from 'node:path';
import { runSetup } from './lib/programs.mjs';
import { checkLicences, writeSbom } from './lib/sbom.mjs';
import { step } from './lib/steps.mjs';
import { root } from './lib/tools.mjs';

const [given] = process.argv.slice(2);

await runSetup(async () => {
  await step('Licences', checkLicences);
  await step('Parts', () => writeSbom(given === undefined ? join(root, 'dist', 'sbom.cdx.json') : resolve(given)));
});
