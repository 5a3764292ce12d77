// Which folder of a run belongs to which node: recorded in `nodes.json`; the first to ask gets the plain name (docs/design/flow.md §5,
// X17).
//
// folders-1. Names that differ only in case or Unicode composition count as one name: file systems may not distinguish them.
// folders-2. No node's folder can be another node's later visit: besides "step", a node called "step-2" gets a different folder, and vice
// versa.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeVisit } from '../../domain/flow/record.js';
import { parseJson } from './line-file.js';
import { folderName } from './readable-name.js';
import { writeWhole } from './write-whole.js';

interface NodeFolder {
  readonly id: string;
  readonly name: string;
  /** Folder of the first visit. */
  readonly folder: string;
}

const indexFile = 'nodes.json';
/** Other entries of a run's folder. */
const reserved = ['artifacts', 'events.jsonl', 'run.json', indexFile];

/** By node id. Assigns folders to nodes that have none. Allows one writer at a time. */
export async function claimFolders(run: string, nodes: readonly NodeVisit[]): Promise<ReadonlyMap<string, string>> {
  const known = await readIndex(run);
  const index = [...known];
  for (const { id, name } of nodes) {
    if (index.some((other) => other.id === id)) continue;
    const taken = [...reserved, ...index.map(({ folder }) => folder)];
    const folder = namesFor(id, name).find((candidate) => !taken.some((other) => mayMeet(candidate, other)));
    if (folder === undefined) throw new TypeError(`no folder is left for node ${id}`);
    index.push({ id, name, folder });
  }
  if (index.length > known.length) await writeWhole(join(run, indexFile), `${JSON.stringify(index, undefined, 2)}\n`, { sync: true });
  return new Map(index.map(({ id, folder }) => [id, folder]));
}

export function visitFolder(folder: string, visit: number): string {
  return visit === 1 ? folder : `${folder}-${visit}`;
}

/** The visits whose folders are among these. */
export async function visitsIn(
  run: string,
  folders: readonly string[],
): Promise<readonly { readonly node: NodeVisit; readonly folder: string }[]> {
  const nodes = new Map((await readIndex(run)).map((node) => [node.folder, node]));
  return folders.flatMap((folder) => {
    const [, base = '', number] = /^(.*)-(\d+)$/.exec(folder) ?? [];
    const first = nodes.get(folder);
    const node = first ?? nodes.get(base);
    if (!node) return [];
    return [{ node: { id: node.id, name: node.name, visit: first ? 1 : Number(number) }, folder }];
  });
}

function namesFor(id: string, name: string): readonly string[] {
  const plain = folderName(name);
  const hash = createHash('sha256').update(id).digest('hex');
  const suffixes = [folderName(id).slice(0, 40), hash.slice(0, 16), hash];
  return [plain, ...suffixes.map((suffix) => `${plain}~${suffix}`)];
}

function mayMeet(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)];
  return a === b || isVisitOf(a, b) || isVisitOf(b, a);
}

function isVisitOf(folder: string, base: string): boolean {
  return folder.startsWith(`${base}-`) && /^\d+$/.test(folder.slice(base.length + 1));
}

function folded(name: string): string {
  return name.normalize().toUpperCase().toLowerCase();
}

async function readIndex(run: string): Promise<readonly NodeFolder[]> {
  const index = parseJson(await readFile(join(run, indexFile), 'utf8').catch(nothingThere));
  return Array.isArray(index) ? index.filter(isNodeFolder) : [];
}

function isNodeFolder(value: unknown): value is NodeFolder {
  if (typeof value !== 'object' || value === null || !('id' in value && 'name' in value && 'folder' in value)) return false;
  return typeof value.id === 'string' && typeof value.name === 'string' && typeof value.folder === 'string';
}

function nothingThere(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
