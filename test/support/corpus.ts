import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Definitions that others wrote, where they are: in ../shared/procedures beside the project, or in STEADYHAND_CORPUS. Test data, and no part of it. */
export const corpus = process.env['STEADYHAND_CORPUS'] ?? fileURLToPath(new URL('../../../shared/procedures', import.meta.url));

if (!existsSync(corpus))
  console.log(`Skipped: the definitions that others wrote are not at ${corpus}; set STEADYHAND_CORPUS to where they are.`);
