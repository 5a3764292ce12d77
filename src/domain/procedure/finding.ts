// A finding about a definition for its author. An error keeps the definition from being followed.

export type Severity = 'error' | 'warning' | 'note';

/** `compat`: as lenient as is safe, for definitions from others. `strict`: for your own. */
export type Profile = 'compat' | 'strict';

const always = (severity: Severity) => ({ compat: severity, strict: severity }) as const;
const stricter = { compat: 'warning', strict: 'error' } as const;

const findingCodes = {
  unreadable: always('error'),
  'too-large': always('error'),
  'invalid-field': always('error'),
  'unknown-field': always('note'),
  'not-understood': always('error'),
  'unknown-reference': always('error'),
  'left-to-agent': always('warning'),
  'unplaced-checkpoint': stricter,
  format: always('note'),
  'repeated-id': always('note'),
  'never-asked': always('warning'),
  'option-transition': always('note'),
  'file-name': stricter,
  'duplicate-id': always('error'),
  'unknown-activity': always('error'),
  'unknown-checkpoint': always('error'),
  'unknown-option': always('error'),
  'wrong-type': always('error'),
  'incomplete-loop': always('error'),
  'endless-loops': always('error'),
  'no-end': always('error'),
  'end-inferred': stricter,
  'unknown-flow': always('error'),
  'invalid-flow': always('error'),
  'missing-target': stricter,
  trap: stricter,
  'empty-loop': stricter,
  'loop-activities': stricter,
  'never-advances': stricter,
  unreachable: always('warning'),
  'never-taken': always('warning'),
  'may-wait': always('warning'),
  'unset-variable': always('warning'),
} as const satisfies Record<string, Readonly<Record<Profile, Severity>>>;

export type FindingCode = keyof typeof findingCodes;

/** Path to the subject in the definition: names of fields and indices of lists. */
export type Path = readonly (string | number)[];

export interface Finding {
  readonly code: FindingCode;
  readonly path: Path;
  readonly message: string;
}

/** All that a check finds, in its order. */
export type Findings = Generator<Finding, void>;

export function finding(code: FindingCode, path: Path, message: string): Finding {
  return { code, path, message };
}

export interface RatedFinding extends Finding {
  readonly severity: Severity;
}

export function rated(found: Finding, profile: Profile): RatedFinding {
  return { ...found, severity: findingCodes[found.code][profile] };
}

/** `activities[3] (implement).checkpoints[0] (task-complete).options`: entries with an id show it. */
export function pathText(document: unknown, path: Path): string {
  let value = document;
  let text = '';
  for (const key of path) {
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    const id = typeof key === 'number' ? idOf(value) : undefined;
    text += typeof key === 'number' ? `[${key}]${id === undefined ? '' : ` (${id})`}` : `${text === '' ? '' : '.'}${key}`;
  }
  return text;
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const id: unknown = 'id' in value ? value.id : 'name' in value ? value.name : undefined;
  return typeof id === 'string' ? id.slice(0, 80) : undefined;
}
