// What a definition takes from others beside it: activities by the names of their files (`other/08-implement.yaml`), and fragments (`other::name`).
//
// reference-1. Only files of definitions in the same folder are reached: names have no path of their own.
// reference-2. What is taken becomes part of the document, so that it can be followed anywhere: a borrowed activity names its fragments as `other::name`.
import { basename, dirname, join } from 'node:path';
import type { Finding } from '../../domain/procedure/finding.js';
import { isFields, isList, type Fields } from '../../domain/procedure/format-findings.js';
import { readDocument } from './read-document.js';

/** `08-implement.toon`, `work-package/08-implement.toon`. */
const reference = /^(?:([\w-][\w.-]*)\/)?(\d{2}[a-z]?-[\w.-]+\.(?:toon|ya?ml|json))$/;
const foreign = /^([\w-][\w.-]*)::([\w.-]+)$/;
/** A fragment may refer to another: rounds of looking. */
const mostRounds = 8;

interface Taken {
  readonly file: string;
  readonly value: unknown;
}

type TakenOrNot = Taken | { readonly file: string; readonly findings: readonly Finding[] };

/** The file that a text among the activities names; undefined: it names none. */
export async function takeActivity(folder: string, text: string): Promise<TakenOrNot | undefined> {
  const [, workflow, name] = reference.exec(text) ?? [];
  if (name === undefined) return undefined;
  const file = join(workflow === undefined ? folder : join(dirname(folder), workflow), 'activities', name);
  const read = await readDocument(file);
  if ('findings' in read) return { file, findings: read.findings };
  const isOwn = workflow === undefined || workflow === basename(folder);
  return { file, value: isOwn ? read.value : qualified(read.value, workflow) };
}

/** The document with the fragments of other definitions that it refers to. `fileOf`: the workflow file of a folder. */
export async function withForeignFragments(
  document: Fields,
  folder: string,
  fileOf: (folder: string) => Promise<string | undefined>,
): Promise<Fields> {
  let whole = document;
  for (let round = 0; round < mostRounds; round += 1) {
    const wanted = [...new Set(refsIn(whole))].filter((ref) => !isTaken(whole, ref));
    if (wanted.length === 0) break;
    const before = whole;
    for (const ref of wanted) whole = withFragment(whole, ref, await fragmentsOf(ref, folder, fileOf));
    if (whole === before) break;
  }
  return whole;
}

async function fragmentsOf(ref: string, folder: string, fileOf: (folder: string) => Promise<string | undefined>): Promise<Fields> {
  const [, workflow = ''] = foreign.exec(ref) ?? [];
  const file = await fileOf(join(dirname(folder), workflow));
  const read = file === undefined ? { findings: [] } : await readDocument(file);
  const fragments = 'value' in read && isFields(read.value) ? read.value['fragments'] : undefined;
  return isFields(fragments) ? fragments : {};
}

function withFragment(document: Fields, ref: string, from: Fields): Fields {
  const [, workflow = '', name = ''] = foreign.exec(ref) ?? [];
  const own = isFields(document['fragments']) ? document['fragments'] : {};
  const found = Object.entries(from).flatMap(([kind, list]) =>
    isFields(list) && Object.hasOwn(list, name) ? [[kind, { ...listOf(own, kind), [ref]: qualified(list[name], workflow) }] as const] : [],
  );
  return found.length === 0 ? document : { ...document, fragments: { ...own, ...Object.fromEntries(found) } };
}

function isTaken({ id, fragments }: Fields, ref: string): boolean {
  if (typeof id === 'string' && ref.startsWith(`${id}::`)) return true;
  return isFields(fragments) && Object.values(fragments).some((list) => isFields(list) && Object.hasOwn(list, ref));
}

function listOf(fragments: Fields, kind: string): Fields {
  const list = fragments[kind];
  return isFields(list) ? list : {};
}

function refsIn(value: unknown): readonly string[] {
  if (isList(value)) return value.flatMap(refsIn);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'ref' && typeof inner === 'string' && foreign.test(inner) ? [inner] : refsIn(inner),
  );
}

/** reference-2. */
function qualified(value: unknown, workflow: string): unknown {
  if (isList(value)) return value.map((each) => qualified(each, workflow));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'ref' && typeof inner === 'string' && !inner.includes('::') ? `${workflow}::${inner}` : qualified(inner, workflow),
    ]),
  );
}
