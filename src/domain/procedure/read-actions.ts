// What a step, or the edge of an activity, tells an agent to do: techniques, and actions (log, validate, set, emit, message).
//
// action-1. A `set` with a value is the engine's: it sets the variable when the step is done. Without one it is the agent's to report with this step;
// so is what the outputs of its technique are named.
// action-2. The others are the agent's, and stand in the description of the step. That the engine does not check a `validate` is told.
import type { Json } from '../run/json.js';
import type { Path } from './finding.js';
import { gateIn, isKnownField, notUnderstood } from './known-fields.js';
import { isReserved, variableName } from './variable-name.js';
import { isFields, isList, say, type Fields, type Reading } from './format-findings.js';

const verbs: ReadonlySet<unknown> = new Set(['log', 'validate', 'set', 'emit', 'message']);

interface ReadActions {
  /** For the agent; empty when there is nothing to say. */
  readonly text: string;
  /** action-1. */
  readonly sets: readonly { readonly action: Fields; readonly index: number }[];
  readonly reports: readonly string[];
}

export function readActions(actions: unknown, technique: unknown): ReadActions {
  const list = isList(actions) ? actions.filter(isFields) : [];
  const texts = [techniqueText(technique), ...list.map(actionText)].filter((text) => text !== '');
  const outputs = isFields(technique) && isFields(technique['outputs']) ? Object.values(technique['outputs']) : [];
  const targets = list.flatMap(({ action, target, value }) => (action === 'set' && value === undefined ? [target] : []));
  return {
    text: texts.join('\n'),
    reports: [...new Set([...outputs, ...targets])].filter(isVariable),
    sets: (isList(actions) ? actions : []).flatMap((action, index) =>
      isFields(action) && isSetByEngine(action) ? [{ action, index }] : [],
    ),
  };
}

/** Others are told to the agent as they are. */
function isVariable(name: unknown): name is string {
  return typeof name === 'string' && name.length <= 200 && variableName.test(name) && !isReserved(name);
}

function isSetByEngine({ action, target, value }: Fields): boolean {
  return action === 'set' && isVariable(target) && value !== undefined;
}

/** Findings about lists of actions, by the names of their fields. `setsValues`: whether the engine sets values there. */
export function noteActions(lists: Fields, path: Path, reading: Reading, setsValues = false): void {
  for (const [name, list] of Object.entries(lists)) {
    if (list === undefined) continue;
    if (!isList(list)) say(reading, 'invalid-field', [...path, name], 'expected a list of actions');
    else list.forEach((action, index) => noteAction(action, [...path, name, index], reading, setsValues));
  }
}

function noteAction(action: unknown, path: Path, reading: Reading, setsValues: boolean): void {
  if (!isFields(action)) {
    say(reading, 'invalid-field', path, 'expected an action');
    return;
  }
  const { action: verb, target, message } = action;
  for (const field of Object.keys(action))
    if (!isKnownField('action', field)) reading.findings.push(notUnderstood([...path, field], field, 'action'));
  if (!verbs.has(verb))
    say(
      reading,
      'not-understood',
      [...path, 'action'],
      `the action '${String(verb).slice(0, 80)}' is not known; known are log, validate, set, emit, message`,
    );
  const what = [target, message].find((text) => typeof text === 'string');
  if (verb === 'validate')
    say(
      reading,
      'left-to-agent',
      path,
      `the agent validates this itself, and nothing here checks it: ${clipped(what)}; a condition or a checkpoint would hold it`,
    );
  else if (!setsValues && isSetByEngine(action))
    say(
      reading,
      'left-to-agent',
      path,
      `'${clipped(target)}' is set by the agent, which reports it: only a step's own actions are the engine's`,
    );
}

/** Nothing here starts another procedure, or waits for it. */
export function noteTriggers(triggers: unknown, path: Path, reading: Reading): void {
  if (triggers === undefined) return;
  say(reading, 'left-to-agent', [...path, 'triggers'], 'another procedure is started by the agent, if at all: nothing here waits for it');
  const hidden = gateIn(triggers);
  if (hidden)
    say(
      reading,
      'not-understood',
      [...path, 'triggers', ...hidden],
      `'${hidden.at(-1)}' in triggers might hold an agent, and nothing would ask it`,
    );
}

function techniqueText(technique: unknown): string {
  if (typeof technique === 'string') return `Apply the technique ${technique}.`;
  if (!isFields(technique) || typeof technique['name'] !== 'string') return '';
  const { name, inputs, outputs } = technique;
  const given = isFields(inputs) && Object.keys(inputs).length > 0 ? ` Inputs: ${pairs(inputs)}.` : '';
  const made = isFields(outputs) && Object.keys(outputs).length > 0 ? ` Outputs: ${pairs(outputs)}.` : '';
  return `Apply the technique ${name}.${given}${made}`;
}

function pairs(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function actionText(fields: Fields): string {
  const { action, target, value, message, description } = fields;
  if (isSetByEngine(fields)) return typeof message === 'string' ? message : '';
  const aim = typeof target === 'string' ? [`${String(action)} ${target}${value === undefined ? '' : ` = ${JSON.stringify(value)}`}`] : [];
  const said = [message, description].filter((text) => typeof text === 'string');
  return [...(aim.length === 0 && action !== 'message' && action !== 'log' ? [String(action)] : aim), ...said].join(': ');
}

function clipped(text: unknown): string {
  return typeof text === 'string' ? `'${text.slice(0, 80)}${text.length > 80 ? '…' : ''}'` : 'what it says';
}

/** `"[]"` for a list: what YAML and TOON write as a text. */
export function valueFor(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || typeof type !== 'string' || type === 'string') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
