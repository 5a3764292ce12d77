// A flow document on disk, as the command line reads it: JSON, or a module that exports one.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { shellQuote } from '../client/text.js';
import { calledNames, problemsTogether, parseFlow, type ParsedFlow } from '../domain/flow/parse-flow.schema.js';
import type { FlowDocument } from '../domain/flow/document.js';
import { problem } from '../domain/flow/problem.js';
import { CommandError } from './errors.js';
import { readJson } from './files.js';
import { pathToFileURL } from 'node:url';
import { flowIdOf, isFlowId } from '../domain/library/flow-id.js';
import type { LibraryFlow } from '../ports/flow-library.js';
import type { CliContext } from './context.js';
import { InvalidArgumentError } from 'commander';

export interface FlowFile extends ParsedFlow {
  readonly path: string;
  /** As read from the file. */
  readonly document: unknown;
  /** Flows that its nodes run, by name, from `<name>.flow.json` beside it; their problems are among its own. */
  readonly called: Readonly<Record<string, unknown>>;
  /** Itself and those, as far as they can be read. */
  readonly drafts: readonly { readonly flow: FlowDocument; readonly name?: string }[];
}

/** Throws a usage error for a file that cannot be read or is not JSON; errors of the flow are in `problems`, and so is a file beside it that cannot be read. */
export async function readFlowFile(path: string, given: readonly string[] = []): Promise<FlowFile> {
  const main = await readFlowDocument(path, given);
  const called = new Map<string, OneDocument>();
  const follow = async ({ flow, draft = flow }: ParsedFlow): Promise<void> => {
    for (const name of draft ? calledNames(draft) : []) {
      const beside = join(dirname(path), `${name}.flow.json`);
      if (called.has(name) || basename(name) !== name || !existsSync(beside)) continue;
      const one = await readFlowDocument(beside, given).catch((error: unknown) => unreadFlow(beside, error));
      called.set(name, one);
      await follow(one);
    }
  };
  await follow(main);
  const problems = problemsTogether(main, Object.fromEntries(called));
  const documents = Object.fromEntries([...called].map(([name, { document }]) => [name, document]));
  const { document, flow } = main;
  const isSound = !problems.some(({ severity }) => severity === 'error');
  const drafts = [{ name: undefined, ...main }, ...[...called].map(([name, one]) => ({ ...one, name }))].flatMap(
    ({ name, flow: sound, draft = sound }) => (draft ? [{ flow: draft, name }] : []),
  );
  return { path, document, called: documents, drafts, problems, flow: flow && isSound ? flow : undefined };
}

/** A file that cannot be read, as one with that problem. */
export function unreadFlow(path: string, error: unknown): FlowFile {
  if (!(error instanceof CommandError)) throw error;
  return { path, document: undefined, called: {}, drafts: [], problems: [problem('error', 'unreadable', undefined, error.message)] };
}

interface OneDocument extends ParsedFlow {
  readonly path: string;
  readonly document: unknown;
}

/** One document, without the flows that its nodes call. */
export async function readFlowDocument(path: string, given: readonly string[] = []): Promise<OneDocument> {
  const document = isModule(path) ? await importFlow(path) : await readJson(path, 'a flow document');
  return { path, document, ...parseFlow(document, given) };
}

/** For commands that need a flow that can run. */
export function flowOf({ path, flow, problems }: OneDocument, program: string): FlowDocument {
  if (flow) return flow;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  throw new CommandError(
    'refused',
    `${path} has ${errors} ${errors === 1 ? 'error' : 'errors'}: \`${program} flow validate ${shellQuote(path)}\` shows ${errors === 1 ? 'it' : 'them'}.`,
  );
}

// A flow that a module exports, as `defineFlow` makes it.

function isModule(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

/** From the export `flow`, else the default export, else the only one. Throws a usage error for a module that cannot be loaded or has none of these. */
export async function importFlow(path: string): Promise<unknown> {
  const exported = await load(path);
  const [only, ...others] = Object.values(exported);
  const flow = exported['flow'] ?? exported['default'] ?? (others.length === 0 ? only : undefined);
  if (typeof flow !== 'object' || flow === null)
    throw new CommandError('usage', `${path} exports no flow: add \`export const flow = defineFlow('…', […])\`.`);
  return JSON.parse(JSON.stringify(flow));
}

async function load(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (isUnread(error))
      throw new CommandError(
        'usage',
        `${path} is TypeScript, which this Node (${process.version}) does not read: Node 22.18 or newer does; a build of it, or .mjs, works everywhere.`,
        { cause: error },
      );
    if (!existsSync(path)) throw new CommandError('usage', `${path} cannot be read (ENOENT): give the path of a flow document.`);
    throw new CommandError('usage', `${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function isUnread(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
}

// Where a command takes a flow by its file or by its name in the library.

/** Undefined: it is the path of a file, or no name. A file comes first. */
export async function namedFlow({ steadyhand }: CliContext, word: string): Promise<LibraryFlow | undefined> {
  return existsSync(word) || !isFlowId(word) ? undefined : steadyhand.flows.read(word);
}

/** Id in the library of that name, or of that file's document. */
export async function idIn(context: CliContext, word: string): Promise<string> {
  return existsSync(word) || !isFlowId(word) ? flowIdOf(flowOf(await readFlowDocument(word), context.program)) : word;
}

/** For an option that names a version of a flow in the library. */
export function versionFrom(least: 0 | 1): (word: string) => number {
  return (word) => {
    const version = Number(word);
    if (!Number.isInteger(version) || version < least)
      throw new InvalidArgumentError(`It must be a version: ${[least, least + 1, least + 2].join(', ')}, …`);
    return version;
  };
}
