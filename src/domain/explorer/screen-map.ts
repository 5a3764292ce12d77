// Questions to the map of an application: which screen is meant, how one gets from one to another, what differs between two runs.
import { grouped } from '../grouped.js';
import { mermaidText } from '../mermaid-text.js';
import { isMove } from './actions.js';
import type { EnumeratedAction } from './agent-state.js';

export interface MappedScreen {
  readonly key: string;
  readonly title: string;
  readonly actions: readonly EnumeratedAction[];
}

export interface MappedEdge {
  readonly from: string;
  readonly action: string;
  readonly to: string;
}

export interface ScreenMap {
  readonly screens: readonly MappedScreen[];
  readonly edges: readonly MappedEdge[];
}

/** Those whose key begins with the text; else those of that title; else those whose title begins with it; else those whose title has it in it. */
export function screensMeant<S extends MappedScreen>({ screens }: { readonly screens: readonly S[] }, text: string): readonly S[] {
  const wanted = text.toLowerCase();
  const ways: readonly ((screen: S) => boolean)[] = [
    ({ key }) => wanted !== '' && key.startsWith(wanted),
    ({ title }) => title.toLowerCase() === wanted,
    ({ title }) => wanted !== '' && title.toLowerCase().startsWith(wanted),
    ({ title }) => title.toLowerCase().includes(wanted),
  ];
  return ways.map((way) => screens.filter(way)).find((found) => found.length > 0) ?? [];
}

/** The fewest steps; undefined: there is no way. Steps whose outcome depends on where one came from (back) are not taken. */
export function shortestWay<E extends MappedEdge>(
  { screens, edges }: Pick<ScreenMap, 'screens'> & { readonly edges: readonly E[] },
  from: string,
  to: string,
): readonly E[] | undefined {
  const verbs = new Map(screens.map(({ key, actions }) => [key, new Map(actions.map((action) => [action.key, action.verb]))]));
  const leaving = grouped(
    edges.filter(({ from: screen, action }) => verbs.get(screen)?.get(action) !== 'back'),
    (edge) => edge.from,
  );
  const ways = new Map<string, readonly E[]>([[from, []]]);
  for (const [screen, way] of ways) {
    if (screen === to) return way;
    for (const edge of leaving.get(screen) ?? []) if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
  }
  return undefined;
}

/** Keys of screens that nothing leads out of but back, home and waiting. */
export function deadEnds({ screens, edges }: ScreenMap): readonly string[] {
  const leadingOut = grouped(edges, ({ from }) => from);
  return screens
    .filter(
      ({ key, actions }) =>
        !(leadingOut.get(key) ?? []).some(({ action, to }) => to !== key && !actions.some((one) => one.key === action && isMove(one.verb))),
    )
    .map(({ key }) => key);
}

export interface MapDiff {
  readonly screens: Changes<string>;
  readonly edges: Changes<MappedEdge>;
}

interface Changes<T> {
  readonly appeared: readonly T[];
  readonly vanished: readonly T[];
}

/** What one run went through and the other did not. */
export function diffRuns(before: readonly MappedEdge[], after: readonly MappedEdge[]): MapDiff {
  const screensOf = (edges: readonly MappedEdge[]): readonly string[] => [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort();
  return { screens: changes(screensOf(before), screensOf(after), (key) => key), edges: changes(before, after, edgeText) };
}

function changes<T>(before: readonly T[], after: readonly T[], keyOf: (thing: T) => string): Changes<T> {
  const missing = (from: readonly T[], there: readonly T[]): readonly T[] => {
    const known = new Set(there.map(keyOf));
    return [...new Map(from.map((thing) => [keyOf(thing), thing])).values()].filter((thing) => !known.has(keyOf(thing)));
  };
  return { appeared: missing(after, before), vanished: missing(before, after) };
}

function edgeText({ from, action, to }: MappedEdge): string {
  return JSON.stringify([from, action, to]);
}

/** As Mermaid source: screens by their titles, edges by what was done. */
export function mermaidMap({ screens, edges }: ScreenMap): string {
  const ids = new Map(screens.map(({ key }, index) => [key, `s${index}`]));
  const isLeft = edges.some(({ to }) => !ids.has(to));
  const lines = [
    ...screens.map(({ key, title }) => `${ids.get(key)}["${mermaidText(title) || 'untitled'}"]`),
    ...(isLeft ? ['outside(["outside"])'] : []),
    ...edges.map(
      ({ from, action, to }) =>
        `${ids.get(from) ?? 'outside'} -->|"${mermaidText(actionName(screens, from, action))}"| ${ids.get(to) ?? 'outside'}`,
    ),
  ];
  return `flowchart LR\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** `tap "Cart"`. */
export function actionName(screens: readonly MappedScreen[], screen: string, key: string): string {
  const action = screens.find((one) => one.key === screen)?.actions.find((one) => one.key === key);
  if (!action) return key;
  return action.label === '' ? action.verb : `${action.verb} "${action.label}"`;
}
