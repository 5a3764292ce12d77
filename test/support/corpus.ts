import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Third-party definitions: in ../shared/procedures beside the project, or in STEADYHAND_CORPUS. They are test data and not part of the project. */
export const corpus = process.env['STEADYHAND_CORPUS'] ?? fileURLToPath(new URL('../../../shared/procedures', import.meta.url));

if (!existsSync(corpus)) console.log(`Skipped: there are no third-party procedures at ${corpus}; set STEADYHAND_CORPUS to their folder.`);
