// Queries on the map of an application: which screen a text means, the way from one to another.
import { plain } from '../flow/find-text.js';
import { grouped } from '../collections.js';
import { mermaidText } from '../text/mermaid-text.js';
import { isMove } from './actions.js';
import type { EnumeratedAction } from './agent-state.js';
import { withoutIndex } from './address.js';
import { addressOf } from './screen-names.js';
import type { ArtifactRef } from '../ui/observation.js';

export interface MappedScreen {
  readonly key: string;
  /** Unique within the map (screen-names.ts). */
  readonly name: string;
  readonly title: string;
  /** Empty: it has none. */
  readonly address: string;
  readonly actions: readonly EnumeratedAction[];
}

export interface MappedEdge {
  readonly from: string;
  readonly action: string;
  readonly to: string;
}

/** The stored `Perception`s around an action. */
export interface Looks {
  readonly before: ArtifactRef;
  readonly after: ArtifactRef;
}

/** Something done on the way along an edge. */
export interface LookedStep extends Looks {
  /** Its key. */
  readonly action: string;
}

export interface ScreenMap {
  readonly screens: readonly MappedScreen[];
  readonly edges: readonly MappedEdge[];
}

/**
 * The screens that a text may mean, by the first of these that any fits: name, title, beginning of the key, address, beginning of the name,
 * part of the name or the title.
 */
export function screensMeant<S extends MappedScreen>(
  { app, screens }: { readonly app: string; readonly screens: readonly S[] },
  text: string,
): readonly S[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  const place = addressMeant(app, text.trim());
  const are = (way: (screen: S) => boolean): readonly S[] => screens.filter(way);
  const at = (way: (address: string) => boolean): readonly S[] =>
    place === undefined ? [] : opened(screens.filter(({ address }) => way(address)));
  const ways = [
    are(({ name }) => plain(name) === wanted),
    are(({ title }) => plain(title) === wanted),
    are(({ key }) => key.startsWith(wanted)),
    at((address) => withoutEnd(address) === place),
    at((address) => routeOf(address) === place || withoutIndex(pathOf(address)) === place),
    are(({ name }) => plain(name).startsWith(wanted)),
    are(({ name, title }) => plain(name).includes(wanted) || plain(title).includes(wanted)),
  ];
  return ways.find((found) => found.length > 0) ?? [];
}

/** Of screens at one address the one that all others are named after, since they open from it (names-4). */
function opened<S extends MappedScreen>(found: readonly S[]): readonly S[] {
  const first = found.filter(({ name }) => found.every((other) => other.name.startsWith(name)));
  return first.length > 0 ? first : found;
}

/** `https://shop.example/cart?x=1`, `/cart` or `#/cart` as maps keep it; undefined: no address, or one of another application. */
function addressMeant(app: string, text: string): string | undefined {
  if (text.startsWith('#/') || text.startsWith('#!/')) return withoutEnd(addressOf(`http://any${text}`).slice(1));
  if (text.startsWith('/')) return withoutEnd(addressOf(`http://any${text}`));
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  return /^https?:/.test(app) && new URL(text).origin !== app ? undefined : withoutEnd(addressOf(text));
}

/** However its end is written: of the path, and of the route. */
function withoutEnd(address: string): string {
  const path = pathOf(address);
  const route = address.slice(path.length);
  return (path === '' ? '' : withoutIndex(path)) + (route.length > 1 && route.endsWith('/') ? route.slice(0, -1) : route);
}

function pathOf(address: string): string {
  return address.split('#')[0] ?? '';
}

function routeOf(address: string): string {
  return withoutEnd(address.slice(pathOf(address).length));
}

/** The way with the fewest steps; undefined: none. Steps whose outcome depends on the previous screen (back) are not used. */
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

/** Keys of screens that only back, home and waiting lead out of. */
export function deadEnds({ screens, edges }: ScreenMap): readonly string[] {
  const leadingOut = grouped(edges, ({ from }) => from);
  return screens
    .filter(
      ({ key, actions }) =>
        !(leadingOut.get(key) ?? []).some(({ action, to }) => to !== key && !actions.some((one) => one.key === action && isMove(one.verb))),
    )
    .map(({ key }) => key);
}

/** Mermaid source: screens by name, edges by action. */
export function mermaidMap({ screens, edges }: ScreenMap): string {
  const ids = new Map(screens.map(({ key }, index) => [key, `s${index}`]));
  const isLeft = edges.some(({ to }) => !ids.has(to));
  const lines = [
    ...screens.map(({ key, name }) => `${ids.get(key)}["${mermaidText(name)}"]`),
    ...(isLeft ? ['outside(["outside"])'] : []),
    ...edges.map(
      ({ from, action, to }) =>
        `${ids.get(from) ?? 'outside'} -->|"${mermaidText(actionName(screens, from, action))}"| ${ids.get(to) ?? 'outside'}`,
    ),
  ];
  return `flowchart LR\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** `tap "Cart"`. */
export function actionName(screens: readonly Pick<MappedScreen, 'key' | 'actions'>[], screen: string, key: string): string {
  const action = screens.find((one) => one.key === screen)?.actions.find((one) => one.key === key);
  if (!action) return key;
  return action.label === '' ? action.verb : `${action.verb} "${action.label}"`;
}
