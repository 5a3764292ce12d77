// The versions of flows as files (library-1, library-2 of flow-library.ts).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FlowDocument } from '../../domain/flow/document.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import { problemText } from '../../domain/flow/problem.js';
import { flowIdOf, isFlowId } from '../../domain/library/flow-id.js';
import { FlowConflictError, FlowLibraryError, type LibraryFlow } from '../../ports/flow-library.js';
import { claimFile } from './claim-file.js';
import { parseJson } from './line-file.js';
import { writeWhole } from './write-whole.js';

const ending = '.flow.json';

/** Its functions throw the system's errors, and `FlowLibraryError` for a file that holds no flow. */
export function createFlowVersions(folder: string) {
  const own = (id: string): string => join(folder, id);
  const newestFile = (id: string): string => join(folder, `${id}${ending}`);
  const versionFile = (id: string, version: number): string => join(own(id), `${version}${ending}`);

  async function versions(id: string): Promise<readonly number[]> {
    if (!isFlowId(id)) return [];
    const names = await readdir(own(id)).catch(nothingThere);
    return names.flatMap((name) => numberOf(name)).sort((one, other) => one - other);
  }

  async function read(id: string, version?: number): Promise<LibraryFlow | undefined> {
    if (!isFlowId(id)) return undefined;
    const numbers = await versions(id);
    if (numbers.length === 0) return byHand(id, version);
    const wanted = version ?? numbers.at(-1) ?? 0;
    return numbers.includes(wanted)
      ? { id, version: wanted, document: await readDocument(versionFile(id, wanted), id, wanted) }
      : undefined;
  }

  /** library-2. */
  async function byHand(id: string, version: number | undefined): Promise<LibraryFlow | undefined> {
    if (version !== undefined && version !== 1) return undefined;
    const names = await readdir(folder).catch(nothingThere);
    return names.includes(`${id}${ending}`) ? { id, version: 1, document: await readDocument(newestFile(id), id, 1) } : undefined;
  }

  /** library-1. The version that it became; undefined: somebody else took that number. */
  async function take(id: string, version: number, document: FlowDocument): Promise<LibraryFlow | undefined> {
    const saved = { id, version, document: asVersion(document, id, version) };
    return (await claimFile(versionFile(id, version), `${JSON.stringify(saved.document, undefined, 2)}\n`)) ? saved : undefined;
  }

  async function copyNewest(id: string): Promise<void> {
    for (let copied = 0; ;) {
      const newest = (await versions(id)).at(-1) ?? 0;
      if (newest === copied) return;
      await writeWhole(newestFile(id), await readFile(versionFile(id, newest)), { sync: false });
      copied = newest;
    }
  }

  /** One at a time in a folder, on each machine. */
  async function save(document: FlowDocument, expected: number | undefined): Promise<LibraryFlow> {
    const id = flowIdOf(document);
    for (;;) {
      const newest = await read(id);
      if (newest && isDeepStrictEqual(asVersion(document, id, newest.version), newest.document)) return newest;
      const found = newest?.version ?? 0;
      if (expected !== undefined && expected !== found) throw new FlowConflictError(id, expected, found);
      if (newest && (await versions(id)).length === 0) await take(id, newest.version, newest.document);
      const saved = await take(id, found + 1, document);
      if (!saved) continue;
      await copyNewest(id);
      return saved;
    }
  }

  return {
    own,
    ids: () => idsIn(folder),
    read,
    save,
    async versions(id: string): Promise<readonly number[]> {
      const numbers = await versions(id);
      return numbers.length > 0 || !(await byHand(id, 1)) ? numbers : [1];
    },
  };
}

/** As that version of that flow. */
function asVersion(document: FlowDocument, id: string, version: number): FlowDocument {
  return { ...document, id, ...(document.compiled ? { compiled: { ...document.compiled, version } } : {}) };
}

async function readDocument(path: string, id: string, version: number): Promise<FlowDocument> {
  const { flow, problems } = parseFlow(parseJson(await readFile(path, 'utf8')));
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (!flow) throw new FlowLibraryError(`${path} holds no flow: ${wrong ? problemText(wrong) : 'it is empty'}.`);
  return asVersion(flow, id, version);
}

async function idsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.flatMap((entry) =>
    entry.isDirectory() ? entry.name : entry.name.endsWith(ending) ? entry.name.slice(0, -ending.length) : [],
  );
  return [...new Set(names)].filter(isFlowId).sort();
}

function numberOf(name: string): readonly number[] {
  const number = /^([1-9]\d{0,8})\.flow\.json$/.exec(name)?.[1];
  return number === undefined ? [] : [Number(number)];
}

function nothingThere(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
