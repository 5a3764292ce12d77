// Loads definitions from folders (docs/design/procedure.md §1): `<id>/workflow.toon|yaml|json`, its activities inline or beside it in
// `activities/NN-<id>.…`, in the order of their names; flows that its steps run as `<name>.flow.json`.
//
// load-1. All problems are reported at once, each with its file, the path in it, and the reason.
// load-2. Bad input is reported, never thrown; only a folder that cannot be read at all throws.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Definition } from '../../domain/procedure/definition.js';
import { finding, pathText, rated, type Finding, type FindingCode, type Profile, type Severity } from '../../domain/procedure/finding.js';
import { readFormat } from '../../domain/procedure/read-format.js';
import { isFields, type Fields } from '../../domain/procedure/format-findings.js';
import { parseDefinition } from '../../domain/procedure/parse-definition.schema.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { canonicalJson } from '../../domain/run/json.js';
import { extensions, readDocument } from './read-document.js';
import { takeActivity, withForeignFragments } from './references.js';

export interface FileFinding {
  readonly severity: Severity;
  readonly code: FindingCode;
  readonly file: string;
  /** Path in the file: `checkpoints[0] (sign-off).options[1] (ship)`; empty for the file itself. */
  readonly path: string;
  readonly message: string;
}

export interface LoadedProcedure {
  readonly folder: string;
  /** Absent when there are errors. */
  readonly definition?: Definition;
  /** All its files as one document, as written; and its SHA-256. */
  readonly document?: Fields;
  readonly digest?: ArtifactRef;
  readonly findings: readonly FileFinding[];
}

/** `08-validate.toon`, `08a-retry.yaml`. */
const activityFile = /^\d{2}[a-z]?-(.+)\.(?:toon|ya?ml|json)$/;
const mostActivities = 500;
const flowExtension = '.flow.json';

/** Loads each subfolder that holds a workflow, or the folder itself if it does. */
export async function loadProcedures(root: string, profile: Profile): Promise<readonly LoadedProcedure[]> {
  if ((await workflowFile(root)) !== undefined) return [await loadProcedure(root, profile)];
  const entries = await readdir(root, { withFileTypes: true });
  const loaded: LoadedProcedure[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const folder = join(root, name);
    if ((await workflowFile(folder)) !== undefined) loaded.push(await loadProcedure(folder, profile));
  }
  return withoutTwins(loaded);
}

export async function loadProcedure(folder: string, profile: Profile): Promise<LoadedProcedure> {
  const file = await workflowFile(folder);
  if (file === undefined) {
    const message = `it has no workflow file (${extensions.map((extension) => `workflow${extension}`).join(', ')})`;
    return { folder, findings: [told(finding('unreadable', [], message), { file: folder, profile })] };
  }
  const workflow = await readDocument(file);
  const beside = await readActivities(folder, profile);
  if ('findings' in workflow)
    return { folder, findings: [...workflow.findings.map((each) => told(each, { file, profile })), ...beside.findings] };

  const listed = await listedActivities(workflow.value, { folder, file, profile });
  const flows = await readFlows(folder, profile);
  const activities = [
    ...listed.activities,
    ...beside.activities.filter((each) => !listed.activities.some((own) => own.file === each.file)),
  ];
  const whole =
    isFields(workflow.value) && listed.isList
      ? await wholeOf({ ...workflow.value, activities: activities.map(({ value }) => value) }, flows.documents, folder)
      : workflow.value;
  const { definition, findings } = parseDefinition(whole, profile);
  const placed = findings.map(({ path, code, message, severity }): FileFinding => {
    const [list, index, ...inside] = path;
    const own = list === 'activities' && typeof index === 'number' ? activities[index] : undefined;
    const place = own && own.file !== file ? { file: own.file, path: pathText(own.value, inside) } : { file, path: pathText(whole, path) };
    return { severity, code, ...place, message };
  });
  const all = [...beside.findings, ...listed.findings, ...flows.findings, ...placed];
  if (!definition || !isFields(whole) || all.some(({ severity }) => severity === 'error')) return { folder, findings: all };
  const digest = createHash('sha256').update(canonicalJson(whole)).digest('hex');
  return { folder, definition, document: whole, digest: `sha256:${digest}`, findings: all };
}

/** One document, with everything that it takes from files. Its format is written into it: read as another format it is another document, and its digest says so. */
async function wholeOf(document: Fields, flows: Fields, folder: string) {
  const whole = withFlows(await withForeignFragments(document, folder, workflowFile), flows);
  const { format } = readFormat(whole);
  return format === 'plain' ? whole : { ...whole, format };
}

interface Listing {
  readonly activities: readonly ActivityDocument[];
  readonly findings: readonly FileFinding[];
  /** False: the schema reports it. */
  readonly isList: boolean;
}

/** The activities that the workflow's own file holds, or names by their files. */
async function listedActivities(
  value: unknown,
  { folder, file, profile }: { folder: string; file: string; profile: Profile },
): Promise<Listing> {
  const entries = isFields(value) ? (value['activities'] ?? []) : undefined;
  if (!Array.isArray(entries)) return { activities: [], findings: [], isList: false };
  const activities: ActivityDocument[] = [];
  const findings: FileFinding[] = [];
  for (const entry of entries as readonly unknown[]) {
    const taken = typeof entry === 'string' ? await takeActivity(folder, entry) : undefined;
    if (taken && 'findings' in taken) findings.push(...taken.findings.map((each) => told(each, { file: taken.file, profile })));
    else activities.push(taken ?? { file, value: entry });
  }
  return { activities, findings, isList: true };
}

/** `error: meta/activities/01-start.toon: steps[0] (go): …` */
export function findingText({ severity, file, path, message }: FileFinding): string {
  return `${severity}: ${file}: ${path === '' ? '' : `${path}: `}${message}`;
}

interface ActivityDocument {
  readonly file: string;
  readonly value: unknown;
}

async function readActivities(
  folder: string,
  profile: Profile,
): Promise<{ readonly activities: readonly ActivityDocument[]; readonly findings: readonly FileFinding[] }> {
  const inside = join(folder, 'activities');
  const names = (await namesIn(inside)).toSorted();
  const activities: ActivityDocument[] = [];
  const findings: FileFinding[] = [];
  for (const name of names.slice(0, mostActivities)) {
    const file = join(inside, name);
    const say = (found: Finding): void => void findings.push(told(found, { file, profile }));
    const id = activityFile.exec(name)?.[1];
    if (id === undefined) {
      say(finding('file-name', [], 'it is not read: an activity’s file is called NN-<id>.toon, .yaml or .json'));
      continue;
    }
    const read = await readDocument(file);
    if ('findings' in read) read.findings.forEach(say);
    else {
      activities.push({ file, value: read.value });
      if (isFields(read.value) && read.value['id'] !== id)
        say(finding('file-name', ['id'], `the file is named after '${id}', but its activity is not`));
    }
  }
  if (names.length > mostActivities)
    findings.push(
      told(finding('too-large', [], `it holds ${names.length} files; at most ${mostActivities} are read`), { file: inside, profile }),
    );
  return { activities, findings };
}

/** `<name>.flow.json` beside the workflow's file: the flows that its steps run. */
async function readFlows(
  folder: string,
  profile: Profile,
): Promise<{ readonly documents: Fields; readonly findings: readonly FileFinding[] }> {
  const documents: Record<string, unknown> = {};
  const findings: FileFinding[] = [];
  for (const name of (await namesIn(folder)).filter((each) => each.endsWith(flowExtension)).toSorted()) {
    const file = join(folder, name);
    const read = await readDocument(file);
    if ('findings' in read) findings.push(...read.findings.map((each) => told(each, { file, profile })));
    else documents[name.slice(0, -flowExtension.length)] = read.value;
  }
  return { documents, findings };
}

function withFlows(document: Fields, beside: Fields): Fields {
  const { flows = {} } = document;
  if (Object.keys(beside).length === 0 || !isFields(flows)) return document;
  return { ...document, flows: { ...beside, ...flows } };
}

/** Two with the same id: neither could be started by it. */
function withoutTwins(loaded: readonly LoadedProcedure[]): readonly LoadedProcedure[] {
  return loaded.map((each, index) => {
    const twin = loaded.find((other, at) => at !== index && other.definition !== undefined && other.definition.id === each.definition?.id);
    if (!twin) return each;
    const twins = {
      severity: 'error',
      code: 'duplicate-id',
      file: each.folder,
      path: 'id',
      message: `${basename(twin.folder)} has the same id`,
    } as const;
    return { folder: each.folder, findings: [...each.findings, twins] };
  });
}

async function workflowFile(folder: string): Promise<string | undefined> {
  const names = await namesIn(folder);
  const name = extensions.map((extension) => `workflow${extension}`).find((each) => names.includes(each));
  return name === undefined ? undefined : join(folder, name);
}

/** Empty when there is no such folder. */
function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((): readonly string[] => []);
}

function told({ code, path, message }: Finding, { file, profile }: { readonly file: string; readonly profile: Profile }): FileFinding {
  return { severity: rated({ code, path, message }, profile).severity, code, file, path: pathText(undefined, path), message };
}
