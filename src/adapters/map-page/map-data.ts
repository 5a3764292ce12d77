// What the page's script knows of the map, as JSON inside the page. Screens are referred to by their index in `screens`.
import { isMove, safeFrom } from '../../domain/explorer/actions.js';
import { actionName, deadEnds, type MappedEdge } from '../../domain/explorer/screen-map.js';
import { grouped } from '../../domain/collections.js';
import type { StoredEdge, NamedGraph, StoredScreen } from '../../ports/screen-graph.js';

/** Key of whatever is not in the application. */
const outside = 'outside';
const beyond = 'outside the application';

export interface MapData {
  readonly app: string;
  readonly screens: readonly DataScreen[];
  readonly runs: readonly DataRun[];
  /** `data:` URLs of the screenshots of other variants. */
  readonly pictures: Readonly<Record<number, readonly string[]>>;
}

export interface DataScreen {
  readonly key: string;
  /** Unique within the map. */
  readonly name: string;
  readonly title: string;
  readonly address: string;
  readonly isOutside: boolean;
  readonly isDeadEnd: boolean;
  /** The run that found it. */
  readonly run: string;
  readonly variants: number;
  readonly actions: readonly DataAction[];
  readonly notices: readonly { readonly text: string; readonly run: string }[];
}

export interface DataAction {
  /** `tap "Cart"`. */
  readonly name: string;
  /** `move`: back, home, waiting; `unsafe`: not tried because of its wording. */
  readonly state: 'tried' | 'untried' | 'unsafe' | 'move';
  readonly leads: readonly { readonly to: number; readonly seen: number }[];
}

export interface DataRun {
  readonly run: string;
  readonly startedAt: string;
  readonly stopReason: string | null;
  readonly steps: readonly (readonly [from: number, to: number])[];
}

/** All actions that lead from one screen to another. */
export interface GatheredWay {
  readonly from: number;
  readonly to: number;
  /** The most frequent first. */
  readonly names: readonly string[];
  /** Includes actions other than back, home or waiting. */
  readonly leads: boolean;
}

export function mapDataOf(graph: NamedGraph, pictures: MapData['pictures']): MapData {
  const places = placesOf(graph);
  const at = (key: string): number => places.get(key) ?? -1;
  const ends = new Set(deadEnds(graph));
  const edges = grouped(graph.edges, ({ from, action }) => edgeKey(from, action));
  const screens = graph.screens.map((screen): DataScreen => {
    const { key, name, title, address = '', run, variants, notices = [] } = screen;
    const actions = screen.actions.map((action): DataAction => ({
      name: actionName([screen], key, action.key),
      state: stateOf(action),
      leads: (edges.get(edgeKey(key, action.key)) ?? []).map(({ to, seen }) => ({ to: at(to), seen })),
    }));
    return {
      key,
      name,
      title,
      address,
      isOutside: false,
      isDeadEnd: ends.has(key),
      run,
      variants,
      actions: actions.filter(isWorthTelling),
      notices,
    };
  });
  const sentinel: DataScreen = {
    ...{ key: outside, name: beyond, title: beyond, address: '' },
    ...{ isOutside: true, isDeadEnd: false, run: '', variants: 0, actions: [], notices: [] },
  };
  return {
    app: graph.app,
    screens: places.has(outside) ? [...screens, sentinel] : screens,
    runs: graph.runs.map(({ run, startedAt, stopReason, edges: taken }) => ({
      run,
      startedAt,
      stopReason,
      steps: [...new Map(taken.map(({ from, to }) => [edgeKey(from, to), [at(from), at(to)] as const])).values()],
    })),
    pictures,
  };
}

export function gatheredWays(graph: NamedGraph): readonly GatheredWay[] {
  const places = placesOf(graph);
  const verbs = new Map(graph.screens.flatMap(({ key, actions }) => actions.map((action) => [edgeKey(key, action.key), action.verb])));
  const leads = ({ from, action }: MappedEdge): boolean => !isMove(verbs.get(edgeKey(from, action)) ?? 'wait');
  const bySeen = (a: StoredEdge, b: StoredEdge): number => Number(leads(b)) - Number(leads(a)) || b.seen - a.seen;
  return [...grouped(graph.edges, ({ from, to }) => edgeKey(from, to)).values()].flatMap((edges) => {
    const [first] = edges;
    const [from, to] = [places.get(first?.from ?? ''), places.get(first?.to ?? '')];
    if (from === undefined || to === undefined || from === to) return [];
    const names = [...edges].sort(bySeen).map((edge) => actionName(graph.screens, edge.from, edge.action));
    return [{ from, to, names, leads: edges.some(leads) }];
  });
}

/** The sentinel for "outside" comes last, if anything leads there. */
function placesOf({ screens, edges }: NamedGraph): ReadonlyMap<string, number> {
  const keys = [...screens.map(({ key }) => key), ...(edges.some(({ to }) => to === outside) ? [outside] : [])];
  return new Map(keys.map((key, index) => [key, index]));
}

function stateOf({ verb, safety, tries }: StoredScreen['actions'][number]): DataAction['state'] {
  if (isMove(verb)) return 'move';
  if (tries > 0) return 'tried';
  return safety < safeFrom ? 'unsafe' : 'untried';
}

/** Back, home and waiting are worth a line only where they lead somewhere. */
function isWorthTelling({ state, leads }: DataAction): boolean {
  return state !== 'move' || leads.length > 0;
}

function edgeKey(one: string, other: string): string {
  return JSON.stringify([one, other]);
}
