// A message of a person who holds a run and does something on its screen.
import { personWords } from '../action/actions.js';
import type { DeviceAction } from '../ui/ui-action.js';
import { isRecord, type PersonAction } from './person-action.js';

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
