// What a person does to the screen of a run that they hold (EV32), checked by hand: workflows carry no schema library.
import { assertNever } from '../errors/assert-never.js';
import { mask } from '../ui/mask.js';
import type { Point } from '../ui/geometry.js';
import { KeySyntaxError, parseKeys } from '../ui/keys.js';
import type { DeviceAction, MouseButton, PointTarget } from '../ui/ui-action.js';
import { isHandSealed } from './sealed-form.js';

/** Points are px of the picture that `look` tells of. */
export type PersonAction =
  | { readonly type: 'click'; readonly at: Point; readonly button?: MouseButton; readonly count?: 1 | 2 | 3 }
  | { readonly type: 'drag'; readonly from: Point; readonly to: Point; readonly button?: MouseButton }
  | { readonly type: 'wheel'; readonly at: Point; readonly deltaX?: number; readonly deltaY?: number }
  /** As in domain/ui/keys.ts: `{ENTER}`, `^a`. For what needs no secrecy. */
  | { readonly type: 'keys'; readonly keys: string }
  /** Sealed for the hand (EV33), typed into what has the focus. */
  | { readonly type: 'text'; readonly sealed: string }
  | { readonly type: 'navigate'; readonly url: string }
  | { readonly type: 'go-back' };

export interface ActBody {
  readonly by: string;
  readonly action: PersonAction;
}

export type ParsedAct = ActBody | { readonly malformed: string };

/** Longer than any password; a sealed text is a third longer than the text itself. */
const longestSealed = 16_384;
const longestKeys = 200;
const longestAddress = 2_048;
const longestName = 80;
const buttons: readonly unknown[] = ['left', 'right', 'middle'] satisfies MouseButton[];

const forms = {
  click: '{"type": "click", "at": {"x": 10, "y": 20}}',
  drag: '{"type": "drag", "from": {"x": 10, "y": 20}, "to": {"x": 30, "y": 40}}',
  wheel: '{"type": "wheel", "at": {"x": 10, "y": 20}, "deltaY": 100}',
  keys: '{"type": "keys", "keys": "{ENTER}"}',
  text: '{"type": "text", "sealed": "{{sealed:h1.…}}"}',
  navigate: '{"type": "navigate", "url": "https://…"}',
  'go-back': '{"type": "go-back"}',
} as const satisfies Record<PersonAction['type'], string>;

export function parseAct(body: unknown): ParsedAct {
  if (!isRecord(body)) return wrong('act', body, 'act {"by": "…", "action": {…}}');
  const { by, action } = body;
  if (typeof by !== 'string' || by.trim() === '') return wrong('act.by', by, 'who acts, as they call themselves');
  if (!isRecord(action) || typeof action['type'] !== 'string' || !Object.hasOwn(forms, action['type']))
    return wrong('act.action', action, `one of ${Object.values(forms).join(', ')}`);
  const type = action['type'] as PersonAction['type'];
  const parsed = parsers[type](action);
  return parsed ? { by: by.trim().slice(0, longestName), action: parsed } : wrong('act.action', action, forms[type]);
}

const parsers: { readonly [T in PersonAction['type']]: (of: Record<string, unknown>) => PersonAction | undefined } = {
  click({ at, button, count }) {
    if (!isPoint(at) || !isButton(button) || !(count === undefined || count === 1 || count === 2 || count === 3)) return undefined;
    return { type: 'click', at: pointOf(at), button, count: count || undefined };
  },
  drag({ from, to, button }) {
    if (!isPoint(from) || !isPoint(to) || !isButton(button)) return undefined;
    return { type: 'drag', from: pointOf(from), to: pointOf(to), button };
  },
  wheel({ at, deltaX = 0, deltaY = 0 }) {
    if (!isPoint(at) || !isFinite(deltaX) || !isFinite(deltaY)) return undefined;
    return { type: 'wheel', at: pointOf(at), deltaX, deltaY };
  },
  keys: ({ keys }) =>
    typeof keys === 'string' && keys !== '' && keys.length <= longestKeys && areKeys(keys) ? { type: 'keys', keys } : undefined,
  text: ({ sealed }) =>
    typeof sealed === 'string' && sealed.length <= longestSealed && isHandSealed(sealed) ? { type: 'text', sealed } : undefined,
  navigate: ({ url }) =>
    typeof url === 'string' && url.length <= longestAddress && URL.canParse(url) ? { type: 'navigate', url } : undefined,
  'go-back': () => ({ type: 'go-back' }),
};

/** As a device performs it; the hand opens what is sealed. */
export function deviceActionOf(action: PersonAction): DeviceAction {
  switch (action.type) {
    case 'click':
      return { type: 'click', target: px(action.at), button: action.button ?? 'left', clickCount: action.count ?? 1 };
    case 'drag':
      return { type: 'drag', from: px(action.from), to: px(action.to), button: action.button ?? 'left' };
    case 'wheel':
      return { type: 'scroll', target: px(action.at), deltaX: action.deltaX ?? 0, deltaY: action.deltaY ?? 0 };
    case 'keys':
      return { type: 'press-keys', keys: action.keys };
    case 'text':
      return { type: 'press-keys', keys: action.sealed };
    case 'navigate':
      return { type: 'navigate', url: action.url };
    case 'go-back':
      return { type: 'go-back' };
    default:
      return assertNever(action);
  }
}

/** For records and summaries. */
export function personActText(action: PersonAction): string {
  switch (action.type) {
    case 'click':
      return `${(action.count ?? 1) > 1 ? `${action.count} ` : ''}click${action.button && action.button !== 'left' ? ` ${action.button}` : ''} at ${told(action.at)}`;
    case 'drag':
      return `drag from ${told(action.from)} to ${told(action.to)}`;
    case 'wheel':
      return `wheel at ${told(action.at)} by ${action.deltaX ?? 0}, ${action.deltaY ?? 0}`;
    case 'keys':
      return `keys ${action.keys}`;
    case 'text':
      return `text ${mask}`;
    case 'navigate':
      return `navigate to ${action.url}`;
    case 'go-back':
      return 'go back';
    default:
      return assertNever(action);
  }
}

function areKeys(keys: string): boolean {
  try {
    return parseKeys(keys).length > 0;
  } catch (error) {
    if (error instanceof KeySyntaxError) return false;
    throw error;
  }
}

function px(point: Point): PointTarget {
  return { point, unit: 'px' };
}

function told({ x, y }: Point): string {
  return `${Math.round(x)}, ${Math.round(y)}`;
}

function isPoint(value: unknown): value is Point {
  return isRecord(value) && isFinite(value['x']) && isFinite(value['y']) && value['x'] >= 0 && value['y'] >= 0;
}

function pointOf({ x, y }: Point): Point {
  return { x, y };
}

function isButton(value: unknown): value is MouseButton | undefined {
  return value === undefined || buttons.includes(value);
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
