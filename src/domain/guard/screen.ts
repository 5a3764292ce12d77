// One look at a screen as the guard reads it: what belongs together, what has the focus, what lies at a point. Built from the control list alone.
//
// screen-1. A control belongs to the innermost form or dialog around it, by path. An id restarts a path; where it goes on outwards is told (`Control.roots`), and otherwise such a control belongs where its neighbours in reading order do.
// screen-2. Without a form it belongs to the nearest group with something to read in it, and the one around that. A list's row, an article and `main` are whole; a group of more than `mostTogether` controls is none.
// screen-3. An approval is for a control where it stands: its nearest group, then what is around that, form or dialog included, as far as nothing there repeats it. What repeats it is its neighbour in a list.
// screen-4. A control that belongs to a form elsewhere (`Control.form`) is one of that form's.
// screen-5. A frame whose origin is not allowed is in front of whatever else is told there: of it is known exactly where a pointer reaches it.
// screen-6. A person is shown less than an approval is bound to: where a list has no rows of its own, only what stands between the control and what repeats it, with another number at most. Fields that are filled in are always shown.
import { isScroller, type Control, createAncestors } from '../ui/control.js';
import { isIn, type Bounds, type Point } from '../ui/geometry.js';
import { withoutDigits } from './numbers.js';

export interface Scope {
  readonly kind: 'dialog' | 'form' | 'group';
  readonly controls: readonly Control[];
  /** Of these, what stands nearest to the control: its own group. */
  readonly near: readonly Control[];
}

export interface GuardedScreen {
  readonly controls: readonly Control[];
  /** The application and its title, where known. */
  readonly about: readonly string[];
  scopeOf(control: Control): Scope;
  /** screen-3. In reading order, without itself. */
  errorContextOf(control: Control): readonly Control[];
  /** screen-6. */
  shownBeside(control: Control): readonly Control[];
  focused(): Control | undefined;
  /** Interactive ones from the innermost out; where there is none, what is written there. */
  at(point: Point): readonly Control[];
  /** What Tab reaches from there; -1 backwards. */
  tabFrom(control: Control | undefined, step: 1 | -1): Control | undefined;
  /** The listed control of that path, role and name. */
  find(wanted: Pick<Control, 'path' | 'role' | 'name'>): Control | undefined;
}

const mostTogether = 60;
const [before, after] = [14, 6];
const boundary = /(?:^|\/|>>|::)(?:form|dialog)(?:\[\d+\]|#[\w-]+)$/;
const whole = /(?:^|\/|>>|::)(?:main|article|li|tr|nav|header|footer|aside)(?:\[\d+\]|#[\w-]+)$/;
const fields: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'password',
  'spinbutton',
  'combobox',
  'listbox',
  'date',
  'file',
  'slider',
  'color',
  'checkbox',
  'radio',
  'switch',
]);
const containers: ReadonlySet<string> = new Set(['dialog', 'alertdialog']);

export function isField({ role }: Pick<Control, 'role'>): boolean {
  return fields.has(role);
}

export function isDialog({ role }: Pick<Control, 'role'>): boolean {
  return containers.has(role);
}

export function createGuardedScreen(listed: readonly Control[], about: readonly string[] = []): GuardedScreen {
  const controls = listed.filter((control) => !isScroller(control));
  const placed = placesOf(controls);
  const kept = new Map<Control, Scope>();
  return {
    controls,
    about,
    scopeOf(control) {
      const known = kept.get(control);
      if (known) return known;
      const scope = scopeIn(placed, control);
      kept.set(control, scope);
      return scope;
    },
    errorContextOf: (control) => surroundingsIn(placed, control, 'bound'),
    shownBeside: (control) => surroundingsIn(placed, control, 'shown'),
    focused: () => controls.find(({ states, interactive }) => interactive && states?.includes('focused') === true),
    at: (point) => {
      const refused = controls.find((control) => isRefusedFrame(control) && takesPointer(control, point));
      if (refused) return [refused];
      const there = controls.filter((control) => control.visible && isIn(control.bounds, point) && !isRefusedFrame(control));
      const pressed = there.filter(({ interactive }) => interactive).reverse();
      return pressed.length > 0 ? pressed : there.filter(({ role }) => !containers.has(role)).slice(-1);
    },
    tabFrom(control, step) {
      const from = control === undefined ? (step === 1 ? -1 : controls.length) : (placed.positions.get(control) ?? -1);
      for (let at = from + step; at >= 0 && at < controls.length; at += step) if (isStop(controls[at])) return controls[at];
      return undefined;
    },
    find: (wanted) => {
      const isWanted = (each: Control): boolean => each.path === wanted.path && each.role === wanted.role && each.name === wanted.name;
      if (isScroller(wanted)) return listed.find(isWanted);
      return (placed.under.get(wanted.path) ?? []).flatMap((at) => controls[at] ?? []).find(isWanted);
    },
  };
}

function isStop(control: Control | undefined): boolean {
  return control !== undefined && control.interactive && control.enabled && control.visible;
}

interface Placed {
  readonly controls: readonly Control[];
  readonly positions: ReadonlyMap<Control, number>;
  /** Positions of what lies under each path. */
  readonly under: ReadonlyMap<string, readonly number[]>;
  readonly dialogs: ReadonlySet<string>;
  /** Of each control its path and those around it, innermost first. */
  readonly around: ReadonlyMap<Control, readonly string[]>;
}

function placesOf(controls: readonly Control[]): Placed {
  const under = new Map<string, number[]>();
  const around = new Map<Control, readonly string[]>();
  const outwards = createAncestors(controls);
  controls.forEach((control, position) => {
    const prefixes = outwards(control.path);
    around.set(control, prefixes);
    const owners = control.form === undefined ? [] : outwards(control.form);
    for (const prefix of new Set([...prefixes, ...owners])) {
      const known = under.get(prefix);
      if (known) known.push(position);
      else under.set(prefix, [position]);
    }
  });
  return {
    controls,
    positions: new Map(controls.map((control, position) => [control, position])),
    under,
    dialogs: new Set(controls.filter(isDialog).map(({ path }) => path)),
    around,
  };
}

function scopeIn(placed: Placed, control: Control): Scope {
  const position = placed.positions.get(control) ?? placed.under.get(control.path)?.[0];
  if (position === undefined) return { kind: 'group', controls: [], near: [] };
  const own = boundaryOf(placed, placed.controls[position] ?? control) ?? boundaryAround(placed, position);
  return own === undefined ? groupOf(placed, control, position) : boundedBy(placed, own, control);
}

function boundaryOf({ dialogs, around }: Placed, control: Control): string | undefined {
  if (control.form !== undefined) return control.form;
  return around.get(control)?.find((prefix) => prefix !== control.path && (dialogs.has(prefix) || boundary.test(prefix)));
}

/** screen-1. A restarted path: the form of the control before it, which goes on after it or ends with it. */
function boundaryAround(placed: Placed, position: number): string | undefined {
  const [previous, control] = [placed.controls[position - 1], placed.controls[position]];
  return previous && control && isAlone(placed, control) ? boundaryOf(placed, previous) : undefined;
}

/** Of what is around it nothing is told. */
function isAlone({ around }: Placed, control: Control): boolean {
  return (around.get(control)?.length ?? 0) <= 1;
}

function boundedBy({ controls, under, dialogs }: Placed, prefix: string, control: Control): Scope {
  const inside = under.get(prefix) ?? [];
  const [first = 0, last = 0] = [inside[0], inside.at(-1)];
  // What belongs to it from elsewhere does not bring along what is in between.
  const isScattered = inside.some((each) => controls[each]?.form === prefix);
  const all =
    !isScattered && inside.length < mostTogether * 4 && last - first < mostTogether * 4
      ? rangeOf(first, last + 1)
      : inside.slice(0, mostTogether * 4);
  const held = all.flatMap((position) => controls[position] ?? []).filter((each) => each !== control);
  const isOfDialog = dialogs.has(prefix) || /dialog[^/]*$/.test(prefix);
  return { kind: isOfDialog ? 'dialog' : 'form', controls: held, near: held };
}

/** screen-2. */
function groupOf(placed: Placed, control: Control, position: number): Scope {
  const { controls } = placed;
  const groups = groupsAround(placed, control, position);
  const first = groups.findIndex(({ members }) => members.some((each) => isContent(controls[each])));
  const inner = groups[first];
  const near = inner ? inner.members : neighboursOf(position);
  let { members } = inner ?? { members: near };
  for (let level = first; inner && level < first + 2; level++) {
    const [own, outer] = [groups[level], groups[level + 1]];
    if (!own || !outer || whole.test(own.prefix) || outer.members.length > mostTogether) break;
    ({ members } = outer);
  }
  const told = (positions: readonly number[]): readonly Control[] =>
    positions.slice(0, mostTogether).flatMap((each) => controls[each] ?? []);
  return { kind: 'group', controls: told(members), near: told(near) };
}

interface Group {
  readonly prefix: string;
  /** Positions, without the control's own. */
  readonly members: readonly number[];
}

/** From the innermost out. */
function groupsAround({ under, around }: Placed, control: Control, position: number): readonly Group[] {
  const outwards = around.get(control)?.slice(1) ?? [];
  return outwards.map((prefix) => ({ prefix, members: (under.get(prefix) ?? []).filter((each) => each !== position) }));
}

function neighboursOf(position: number): readonly number[] {
  return rangeOf(Math.max(0, position - before), position + after).filter((each) => each !== position);
}

/** screen-3. */
function surroundingsIn(placed: Placed, control: Control, extent: 'bound' | 'shown'): readonly Control[] {
  const { controls, positions } = placed;
  const position = positions.get(control);
  if (position === undefined) return [];
  const nameIn = (name: string): string => (extent === 'shown' ? withoutDigits(name) : name);
  const isTwin = (each: number): boolean => controls[each]?.role === control.role && nameIn(controls[each].name) === nameIn(control.name);
  const isRepeated = (members: readonly number[]): boolean => members.some(isTwin);
  const own = boundaryOf(placed, control) ?? boundaryAround(placed, position);
  const form = own === undefined ? [] : boundedBy(placed, own, control).controls.map((each) => positions.get(each) ?? -1);
  const isFormWhole = form.length > 0 && form.length <= mostTogether && !form.some((each) => isSameAs(control, controls[each]));
  const groups = groupsAround(placed, control, position);
  const first = groups.findIndex(({ members }) => members.some((each) => isContent(controls[each])));
  const inner = groups[first];
  const nearest = inner && extent === 'shown' ? partOf(placed, inner.members, position, isTwin) : (inner?.members ?? []);
  const around = new Set(isFormWhole ? form : inner && nearest.length <= mostTogether ? nearest : neighboursOf(position));
  for (let level = first; !isFormWhole && inner && level < first + 2; level++) {
    const [here, outer] = [groups[level], groups[level + 1]];
    const isEdge = !here || !outer || here.prefix === own || whole.test(here.prefix) || /(?:^|>>)body$/.test(outer.prefix);
    if (isEdge || outer.members.length > mostTogether || isRepeated(outer.members)) break;
    outer.members.forEach((each) => around.add(each));
  }
  return [...around].sort((one, other) => one - other).flatMap((each) => controls[each] ?? []);
}

/** Of a group that repeats the control: what stands between it and its neighbour, on the side where the group's other members are. */
function partOf(placed: Placed, members: readonly number[], position: number, isTwin: (each: number) => boolean): readonly number[] {
  const twins = members.filter(isTwin);
  if (twins.length === 0 || members.some((each) => isFilledIn(placed.controls[each]))) return members;
  const [before, after] = [twins.filter((each) => each < position).at(-1) ?? -1, twins.find((each) => each > position) ?? Infinity];
  const between = members.filter((each) => each > before && each < after);
  const [first, last] = [Math.min(position, ...twins), Math.max(position, ...twins)];
  const isTold = (each: number): boolean => isContent(placed.controls[each]);
  const [isLed, isFollowed] = [members.some((each) => each < first && isTold(each)), members.some((each) => each > last && isTold(each))];
  if (isLed !== isFollowed) return between.filter((each) => each < position === isLed);
  const bounds = placed.controls[position]?.bounds;
  const line = between.filter((each) => bounds && isBeside(bounds, placed.controls[each]?.bounds));
  return line.some(isTold) ? line : between;
}

function isSameAs({ role, name }: Control, other: Control | undefined): boolean {
  return other?.role === role && other.name === name;
}

/** Boxes stand in front of the rows of a list, too. */
function isFilledIn(control: Control | undefined): boolean {
  return control !== undefined && isField(control) && !['checkbox', 'radio', 'switch'].includes(control.role);
}

function isBeside(one: Bounds, other: Bounds | undefined): boolean {
  return other !== undefined && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** What one reads or fills in, not only presses. */
function isContent(control: Control | undefined): boolean {
  return control !== undefined && (!control.interactive || isField(control));
}

function rangeOf(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

// ── A frame whose origin is not allowed: one line on the list, blank in pictures, and no place for a pointer or for keys ─────

/** A frame that was not read for another reason is shown, and an approval lets a click into it. */
export function isRefusedFrame({ role, masked }: Pick<Control, 'role' | 'masked'>): boolean {
  return role === 'iframe' && masked === true;
}

/** A pointer at that point reaches it. */
export function takesPointer({ open, bounds }: Pick<Control, 'open' | 'bounds'>, point: Point): boolean {
  return (open ?? [bounds]).some((box) => isIn(box, point));
}

export function refusedFrameName(host: string): string {
  return `a frame of ${host}`;
}

/** @param name - as the list tells it */
export function refusedFrameText(name: string): string {
  return `What is there is ${name}, which is outside the allowed origins: nothing in it is read, shown, pressed or typed into.`;
}
