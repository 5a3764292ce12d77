// Where results are kept: `<suite>.<mind>[.kill].json` and the same as `.md`, in one folder. Each evaluation replaces the one before it, after comparing.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { EvalResults } from './results.js';
import { type Earlier, resultsText } from './results-text.js';

type Kind = Pick<EvalResults, 'suite' | 'mind' | 'kill'>;

export interface WrittenResults {
  readonly json: string;
  readonly markdown: string;
  readonly text: string;
}

export async function readEarlier(folder: string, kind: Kind): Promise<Earlier> {
  const [last, undisturbed] = [
    await readResults(folder, kind),
    kind.kill ? await readResults(folder, { ...kind, kill: false }) : undefined,
  ];
  return { ...(last ? { last } : {}), ...(undisturbed ? { undisturbed } : {}) };
}

export async function writeResults(folder: string, results: EvalResults, earlier: Earlier): Promise<WrittenResults> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, nameOf(results));
  const text = resultsText(results, earlier);
  await writeFileAtomic(`${path}.json`, `${JSON.stringify(results, undefined, 1)}\n`);
  await writeFileAtomic(`${path}.md`, `${text}\n`);
  return { json: `${path}.json`, markdown: `${path}.md`, text };
}

/** None of another version, and none that is not there. */
async function readResults(folder: string, kind: Kind): Promise<EvalResults | undefined> {
  try {
    const read = JSON.parse(await readFile(join(folder, `${nameOf(kind)}.json`), 'utf8')) as Partial<EvalResults>;
    return read.version === 1 && Array.isArray(read.runs) ? (read as EvalResults) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf({ suite, mind, kill }: Kind): string {
  return `${suite}.${mind.replace(/[^\w-]+/g, '-')}${kill ? '.kill' : ''}`;
}
