// A message of a person who holds a run and does something on its screen.
import { personWords } from '../action/actions.js';
import type { DeviceAction } from '../ui/ui-action.js';
import { isRecord } from '../checks/read-stored.js';
import type { PersonAction } from './person-action.js';
import type { ActionOutcome } from '../device/device-work.js';
import type { ArtifactRef } from '../ui/observation.js';

export interface ActBody {
  readonly by: string;
  readonly action: PersonAction;
}

export type ParsedAct = ActBody | { readonly malformed: string };

const longestName = 80;

export function parseAct(body: unknown): ParsedAct {
  if (!isRecord(body)) return wrong('act', body, 'act {"by": "…", "action": {…}}');
  const { by, action } = body;
  if (typeof by !== 'string' || by.trim() === '') return wrong('act.by', by, 'who acts, as they call themselves');
  const word = isRecord(action) ? wordOf(action['type']) : undefined;
  if (!isRecord(action) || word === undefined)
    return wrong(
      'act.action',
      action,
      `one of ${Object.values(personWords)
        .map(({ form }) => form)
        .join(', ')}`,
    );
  const read = word.read(action);
  return read ? { by: by.trim().slice(0, longestName), action: read } : wrong('act.action', action, word.form);
}

function wordOf(type: unknown) {
  return Object.entries(personWords).find(([name]) => name === type)?.[1];
}

/** As a device performs it. */
export function deviceActionOf(action: PersonAction): DeviceAction {
  return personWords[action.type].action(action);
}

/** For records and summaries. */
export function personActText(action: PersonAction): string {
  return personWords[action.type].text(action);
}

/** Sealed or not, what somebody meant to type is quoted to nobody. */
function wrong(what: string, value: unknown, expected: string): { readonly malformed: string } {
  const type = isRecord(value) ? value['type'] : undefined;
  const given = isRecord(value) ? `of the type ${JSON.stringify(type ?? null).slice(0, longestName)}` : show(value);
  return { malformed: `${what} is ${given}; expected ${expected}.` };
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, longestName);
}

/** What a person who holds a run sees of it: small enough for history. */
export interface PersonLook {
  /** WebP; blank over what is secret. */
  readonly picture: ArtifactRef;
  /** px; what points are given in. */
  readonly width: number;
  readonly height: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly title: string;
  readonly address?: string;
  /** The device process's public key (raw, base64url), for what is typed. Absent: this device takes no text. */
  readonly key?: string;
  /** What has the focus, by role; `password` and `secret` show nothing of what is typed. */
  readonly focus?: string;
  readonly notices?: readonly string[];
}

/** What came of an act: an unknown outcome is told, and never tried again. */
export interface PersonActed {
  readonly outcome: ActionOutcome;
  /** What a click was aimed at, by role and name: `button "Sign in"`. Never what stands in a field. */
  readonly on?: string;
  /** Why the guard would have asked; whoever acts has approved it thereby. */
  readonly approved?: string;
  /** Right after it; absent: it could not be taken. */
  readonly look?: PersonLook;
}
