import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folder of third-party definitions that STEADYHAND_CORPUS names. They are test data and not part of the project: without them their tests are skipped. */
export const corpus = process.env['STEADYHAND_CORPUS'] || undefined;

/** Folders of definitions in STEADYHAND_CORPUS_LATER, which names one or several trees of them: third-party, too, in later formats. */
export const laterCorpora = (process.env['STEADYHAND_CORPUS_LATER'] ?? '')
  .split(delimiter)
  .filter((tree) => tree !== '')
  .flatMap((tree) => foldersOfDefinitions(tree));

function foldersOfDefinitions(folder: string, depth = 0): readonly string[] {
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
  if (inside.some(holdsWorkflow)) return [folder];
  return depth < 3 ? inside.flatMap((each) => foldersOfDefinitions(each, depth + 1)) : [];
}

function holdsWorkflow(folder: string): boolean {
  return ['toon', 'yaml', 'yml', 'json'].some((extension) => existsSync(join(folder, `workflow.${extension}`)));
}
