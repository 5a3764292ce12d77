// Which fields of a document are known, which say nothing that could hold an agent, and which might (docs/design/procedure.md §1). What might is an error.
//
// known-1. A field is harmless only if it is listed here for its place. Anything else may be a gate, a limit or an order that nobody would keep.
// known-2. A harmless field that holds what looks like a gate (a checkpoint, steps, options, transitions) is not harmless.
import { own } from '../collections.js';
import type { Finding, Path } from './finding.js';

/** Prose about its subject; harmless wherever it stands. */
const prose = ['notes', 'note', 'comment', 'comments', 'rationale', 'example', 'examples', 'tags', 'author', '$schema'];

const known: Readonly<Record<string, readonly string[]>> = {
  workflow: 'id version title description rules variables initialActivity finalActivity flows activities modes fragments format'.split(' '),
  activity: 'id version name description steps checkpoints decisions loops transitions triggers entryActions exitActions'.split(' '),
  step: 'id name description condition when required checkpoint run sets reports kind technique actions triggers ref message options loopType steps variable over'.split(
    ' ',
  ),
  checkpoint:
    'id name message description condition when options blocking defaultOption autoAdvanceMs minReadMs authority ref required kind'.split(
      ' ',
    ),
  option: ['id', 'label', 'description', 'effect', 'transitionTo'],
  effect: ['setVariable', 'transitionTo', 'skipActivities'],
  decision: ['id', 'name', 'description', 'branches'],
  branch: ['id', 'label', 'description', 'condition', 'when', 'transitionTo', 'isDefault'],
  transition: ['to', 'condition', 'when', 'isDefault'],
  loop: 'id name description type loopType condition when variable over breakCondition maxIterations steps loops kind'.split(' '),
  variable: ['name', 'type', 'description', 'defaultValue', 'required', 'writers'],
  condition: ['type', 'variable', 'operator', 'value', 'conditions', 'condition'],
  mode: ['id', 'name', 'description', 'activationVariable', 'skipActivities', 'defaults', 'recognition', 'resource'],
  action: ['action', 'target', 'message', 'value', 'description', 'condition', 'when'],
  fragments: ['checkpoints', 'rules'],
  technique: ['name', 'inputs', 'outputs'],
  run: ['agent', 'flow', 'url'],
  set: ['variable', 'value', 'condition'],
};

/** Kept, reported as notes, and without effect. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  workflow: 'techniques skills artifactLocations recognition problem outcome estimatedTime license'.split(' '),
  activity:
    'techniques skills artifacts artifactPrefix recognition problem outcome estimatedTime required rules context_to_preserve resumptionRules completionRules issueTypeMapping githubToolSequence jiraToolSequence questionDomains'.split(
      ' ',
    ),
  step: ['skill', 'skills', 'technique_args', 'estimatedTime', 'artifacts', 'outcome'],
  checkpoint: ['recognition'],
  option: [],
  loop: [],
  decision: [],
  transition: ['description', 'label'],
  condition: ['description'],
  mode: ['recognition', 'resource'],
};

/** Guidance of the first revision: its checkpoints say in prose when they come up, so nothing can ask them. */
const unplaced: Readonly<Record<string, readonly string[]>> = { activity: ['specialCases'] };

const gates = new Set(
  'checkpoint checkpoints checkpointRef steps options transitions transitionTo loops gate gates blocking approval approvals authority breakCondition skipActivities'.split(
    ' ',
  ),
);

/** The names of fields of the list that the last number of the path is an index of. */
const listPlaces: Readonly<Record<string, string>> = {
  activities: 'activity',
  steps: 'step',
  checkpoints: 'checkpoint',
  options: 'option',
  decisions: 'decision',
  branches: 'branch',
  transitions: 'transition',
  loops: 'loop',
  variables: 'variable',
  conditions: 'condition',
  modes: 'mode',
  actions: 'action',
  sets: 'set',
};
const namedPlaces: Readonly<Record<string, string>> = {
  effect: 'effect',
  condition: 'condition',
  when: 'condition',
  breakCondition: 'condition',
  fragments: 'fragments',
  technique: 'technique',
  run: 'run',
};

/** `subject`: the path of the object that has the field. */
export function unknownField(subject: Path, field: string, value: unknown): Finding {
  const path = [...subject, field];
  const place = placeOf(subject);
  const hidden = gateIn(value);
  if (hidden !== undefined && own(unplaced, place)?.includes(field)) return unplacedCheckpoint(path, value, hidden);
  if (own(unplaced, place)?.includes(field)) return noteOf(path);
  if (!prose.includes(field) && !own(harmless, place)?.includes(field)) return notUnderstood(path, field, place);
  if (hidden === undefined) return noteOf(path);
  return {
    code: 'not-understood',
    path: [...path, ...hidden],
    message: `'${field}' is read as prose, and '${hidden.at(-1)}' in it might hold an agent: make it a checkpoint, a step or a condition of its own`,
  };
}

/** Names all entries that hold one. */
function unplacedCheckpoint(path: Path, value: unknown, hidden: Path): Finding {
  const entries = Array.isArray(value) ? value.filter((entry) => gateIn(entry) !== undefined) : [];
  const names = entries.map(
    (entry: unknown) => `'${String(typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : '?').slice(0, 80)}'`,
  );
  return {
    code: 'unplaced-checkpoint',
    path: [...path, ...hidden],
    message: `nothing asks what is in ${names.join(', ') || 'it'}: it says only in prose when it comes up; make it a checkpoint with a condition`,
  };
}

export function notUnderstood(path: Path, field: string, place: string): Finding {
  const near = nearest(field, [...(own(known, place) ?? []), ...(own(harmless, place) ?? []), ...prose]);
  const hint = near === undefined ? '' : `; did you mean '${near}'?`;
  return {
    code: 'not-understood',
    path,
    message: `${place === 'effect' || /^[aio]/.test(place) ? 'an' : 'a'} ${place} has no field '${field}', and it might hold an agent${hint}`,
  };
}

export function isKnownField(place: string, field: string): boolean {
  return own(known, place)?.includes(field) === true || prose.includes(field);
}

/** Path to the first name in the value that looks like a gate. */
export function gateIn(value: unknown): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    // A text of that name is prose: `checkpoint: after the tests`.
    if (!Array.isArray(value) && gates.has(key) && (typeof inner === 'object' || typeof inner === 'boolean') && inner !== null)
      return [step];
    const deeper = gateIn(inner);
    if (deeper) return [step, ...deeper];
  }
  return undefined;
}

function noteOf(path: Path): Finding {
  return { code: 'unknown-field', path, message: 'this field is not known and changes nothing' };
}

function placeOf(subject: Path): string {
  const last = subject.at(-1);
  if (last === undefined) return 'workflow';
  const list = subject.at(-2);
  if (typeof last === 'number') return (typeof list === 'string' ? own(listPlaces, list) : undefined) ?? String(list);
  return own(namedPlaces, last) ?? last;
}

/** At most two letters away, or the same word in another spelling. */
function nearest(field: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const ranked = names
    .map((name) => ({ name, apart: distance(plain(name), plain(field)) }))
    .filter(({ name, apart }) => apart <= Math.min(2, Math.floor(plain(name).length / 3)))
    .toSorted((a, b) => a.apart - b.apart);
  return ranked[0]?.name;
}

/** Letters to add, to leave out or to change. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const above = row;
    row = [at + 1];
    for (const [index, wanted] of [...other].entries())
      row.push(Math.min((above[index] ?? 0) + (letter === wanted ? 0 : 1), (above[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1));
  }
  return row.at(-1) ?? 0;
}
