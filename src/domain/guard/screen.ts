// One look at a screen as the guard reads it: what belongs together, what has the focus, what lies at a point. Built from the control list alone.
//
// screen-1. A control belongs to the innermost form or dialog around it, by path. An id restarts a path: such a control belongs where its neighbours in reading order do.
// screen-2. Without a form it belongs to the nearest group with something to read in it, and the one around that. A list's row, an article and `main` are whole; a group of more than `mostTogether` controls is none.
import type { Control } from '../ui/control.js';
import type { Point } from '../ui/geometry.js';

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

export function createGuardedScreen(controls: readonly Control[], about: readonly string[] = []): GuardedScreen {
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
    focused: () => controls.find(({ states, interactive }) => interactive && states?.includes('focused') === true),
    at: ({ x, y }) => {
      const there = controls.filter(
        ({ visible, bounds }) => visible && x >= bounds.x && x < bounds.x + bounds.width && y >= bounds.y && y < bounds.y + bounds.height,
      );
      const pressed = there.filter(({ interactive }) => interactive).reverse();
      return pressed.length > 0 ? pressed : there.filter(({ role }) => !containers.has(role)).slice(-1);
    },
    tabFrom(control, step) {
      const from = control === undefined ? (step === 1 ? -1 : controls.length) : (placed.positions.get(control) ?? -1);
      for (let at = from + step; at >= 0 && at < controls.length; at += step) if (isStop(controls[at])) return controls[at];
      return undefined;
    },
    find: ({ path, role, name }) =>
      (placed.under.get(path) ?? [])
        .flatMap((at) => controls[at] ?? [])
        .find((each) => each.path === path && each.role === role && each.name === name),
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
}

function placesOf(controls: readonly Control[]): Placed {
  const under = new Map<string, number[]>();
  controls.forEach(({ path }, position) => {
    for (const prefix of prefixesOf(path)) {
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
  };
}

const deepest = 60;

/** Itself and what is around it, innermost first. */
function prefixesOf(path: string): readonly string[] {
  const prefixes = [path];
  for (let end = path.length; prefixes.length < deepest;) {
    end = Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf('>>', end - 1), path.lastIndexOf('::', end - 1));
    if (end <= 0) break;
    prefixes.push(path.slice(0, end));
  }
  return prefixes;
}

function scopeIn(placed: Placed, control: Control): Scope {
  const position = placed.positions.get(control);
  if (position === undefined) return { kind: 'group', controls: [], near: [] };
  const own = boundaryOf(placed, control.path) ?? boundaryAround(placed, position);
  return own === undefined ? groupOf(placed, control, position) : boundedBy(placed, own, control);
}

function boundaryOf({ dialogs }: Placed, path: string): string | undefined {
  return prefixesOf(path).find((prefix) => prefix !== path && (dialogs.has(prefix) || boundary.test(prefix)));
}

/** screen-1. A restarted path: the form of the control before it, which goes on after it or ends with it. */
function boundaryAround(placed: Placed, position: number): string | undefined {
  const { controls } = placed;
  const isRestarted = !(controls[position]?.path ?? '').includes('/');
  const previous = controls[position - 1];
  return isRestarted && previous ? boundaryOf(placed, previous.path) : undefined;
}

function boundedBy({ controls, under, dialogs }: Placed, prefix: string, control: Control): Scope {
  const inside = under.get(prefix) ?? [];
  const [first = 0, last = 0] = [inside[0], inside.at(-1)];
  const all =
    inside.length < mostTogether * 4 && last - first < mostTogether * 4 ? rangeOf(first, last + 1) : inside.slice(0, mostTogether * 4);
  const held = all.flatMap((position) => controls[position] ?? []).filter((each) => each !== control);
  const isOfDialog = dialogs.has(prefix) || /dialog[^/]*$/.test(prefix);
  return { kind: isOfDialog ? 'dialog' : 'form', controls: held, near: held };
}

/** screen-2. */
function groupOf({ controls, under }: Placed, control: Control, position: number): Scope {
  const around = prefixesOf(control.path).slice(1);
  const groups = around.map((prefix) => ({ prefix, members: (under.get(prefix) ?? []).filter((each) => each !== position) }));
  const first = groups.findIndex(({ members }) => members.some((each) => isContent(controls[each])));
  const inner = groups[first];
  const near = inner ? inner.members : rangeOf(Math.max(0, position - before), position + after).filter((each) => each !== position);
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

/** What one reads or fills in, not only presses. */
function isContent(control: Control | undefined): boolean {
  return control !== undefined && (!control.interactive || isField(control));
}

function rangeOf(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
