// The versions of flows (library-1, library-2 of flow-library.ts).
import { defined } from '../../domain/collections.js';
import { isDeepStrictEqual } from 'node:util';
import type { FlowDocument } from '../../domain/flow/document.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import { problemText } from '../../domain/flow/problem.js';
import { flowIdOf, isFlowId } from '../../domain/library/flow-id.js';
import { FlowConflictError, FlowLibraryError, type LibraryFlow } from '../../ports/flow-library.js';
import { parseJson } from '../filesystem/line-file.js';
import type { StoredFiles } from '../objects/stored-files.js';

const ending = '.flow.json';
const newestFile = (id: string): string => `${id}${ending}`;
const versionFile = (id: string, version: number): string => `${id}/${version}${ending}`;

/** Its functions throw the errors of the files, and `FlowLibraryError` for a file that holds no flow. */
export function createFlowVersions(files: StoredFiles) {
  async function versions(id: string): Promise<readonly number[]> {
    if (!isFlowId(id)) return [];
    return (await files.names(`${id}/`)).flatMap((name) => numberOf(name)).sort((one, other) => one - other);
  }

  async function read(id: string, version?: number): Promise<LibraryFlow | undefined> {
    if (!isFlowId(id)) return undefined;
    const numbers = await versions(id);
    if (numbers.length === 0) return byHand(id, version);
    const wanted = version ?? numbers.at(-1) ?? 0;
    if (!numbers.includes(wanted)) return undefined;
    const document = await documentIn(versionFile(id, wanted), id, wanted);
    return document && { id, version: wanted, document };
  }

  /** library-2. */
  async function byHand(id: string, version: number | undefined): Promise<LibraryFlow | undefined> {
    if (version !== undefined && version !== 1) return undefined;
    const document = await documentIn(newestFile(id), id, 1);
    return document && { id, version: 1, document };
  }

  async function documentIn(path: string, id: string, version: number): Promise<FlowDocument | undefined> {
    const bytes = await files.read(path);
    if (bytes === undefined) return undefined;
    const { flow, problems } = parseFlow(parseJson(Buffer.from(bytes).toString('utf8')));
    const wrong = problems.find(({ severity }) => severity === 'error');
    if (!flow) throw new FlowLibraryError(`${files.place}/${path} holds no flow: ${wrong ? problemText(wrong) : 'it is empty'}.`);
    return asVersion(flow, id, version);
  }

  /** The version that it became; undefined: somebody else took that number. */
  async function take(id: string, version: number, document: FlowDocument): Promise<LibraryFlow | undefined> {
    const saved = { id, version, document: asVersion(document, id, version) };
    return (await files.claim(versionFile(id, version), `${JSON.stringify(saved.document, undefined, 2)}\n`)) ? saved : undefined;
  }

  async function copyNewest(id: string): Promise<void> {
    for (let copied = 0; ;) {
      const newest = (await versions(id)).at(-1) ?? 0;
      const bytes = newest === copied ? undefined : await files.read(versionFile(id, newest));
      if (bytes === undefined) return;
      await files.replace(newestFile(id), bytes);
      copied = newest;
    }
  }

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
    ids: async (): Promise<readonly string[]> => {
      const names = await files.names('');
      const ids = names.flatMap((name) =>
        name.endsWith('/') ? name.slice(0, -1) : name.endsWith(ending) ? name.slice(0, -ending.length) : [],
      );
      return [...new Set(ids)].filter(isFlowId).sort();
    },
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
  return { ...document, id, ...defined({ compiled: document.compiled ? { ...document.compiled, version } : undefined }) };
}

function numberOf(name: string): readonly number[] {
  const number = /^([1-9]\d{0,8})\.flow\.json$/.exec(name)?.[1];
  return number === undefined ? [] : [Number(number)];
}
