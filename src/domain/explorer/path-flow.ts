// Turns a path through the map into a flow document that drives it by names alone (docs/explorer.md, "A way as a flow"); domain/compile/compile-path.ts knows better where
// the map kept what was seen.
//
// way-1. A flow finds a control by its name: no step uses a control without a name, or with the name of another one that may lead elsewhere.
// way-2. Back depends on the previous screen, and the address that home opens is not stored: neither is used.
// way-3. Typed text is not stored either: a field gets a sample of its kind, for the author to change; a password is a secret by name.
// way-4. What the explorer opened to reveal a control comes before that control; what it filled in comes only before what may submit it.
import { SteadyhandError } from '../errors/errors.js';
import { defineFlow, step, type NodeOptions } from '../flow/define-flow.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import { plain } from '../flow/find-text.js';
import { oneLine } from '../flow/one-line.js';
import { isCheckable } from '../ui/control.js';
import { sampleText } from './actions.js';
import type { EnumeratedAction } from './agent-state.js';
import { type LookedStep, actionName, shortestWay, type MappedEdge, type MappedScreen } from './screen-map.js';

interface DrivenAction extends EnumeratedAction {
  readonly role: string;
}

export interface DrivenScreen extends MappedScreen {
  readonly headings: readonly string[];
  readonly actions: readonly DrivenAction[];
}

export interface DrivenEdge extends MappedEdge {
  readonly seen: number;
  readonly before: readonly string[];
  readonly taken?: readonly LookedStep[];
}

export interface DrivenMap {
  readonly screens: readonly DrivenScreen[];
  readonly edges: readonly DrivenEdge[];
}

export interface PathFlow {
  readonly flow: FlowInputDocument;
  /** Earlier input that a flow cannot repeat: `type "…"`. */
  readonly leftOut: readonly string[];
}

/** No flow can take that path. */
export class NoFlowError extends SteadyhandError {
  readonly code = 'no-flow';
  override readonly name = 'NoFlowError';
}

/** Roles that navigate by themselves. */
const links: readonly string[] = ['link', 'tab', 'menuitem'];
/** ms. */
const waitMs = 3_000;
/** px. */
const scrollBy = 600;
const longestName = 60;

/** Input that stays until its screen is left. */
export function isFilling({ verb, role }: { readonly verb: string; readonly role: string }): boolean {
  return verb === 'type' || isCheckable({ role });
}

/** Starts on `from`; a check says whether it arrived. Throws `NoFlowError`. */
export function flowOfPath(known: DrivenMap, from: DrivenScreen, to: DrivenScreen): PathFlow {
  const driven = drivenWay(known, from, to).map((edge) => stepsOver(known, edge));
  const steps = driven.flatMap((over) => over.steps);
  const arrived = steps.map((one, index) =>
    index < steps.length - 1 ? one : { ...one, options: { ...one.options, ...arrival(known, to) } },
  );
  return {
    flow: defineFlow(
      `From ${oneLine(from.name, longestName)} to ${oneLine(to.name, longestName)}`,
      arrived.map(({ name, type, options }) => step(name, type, options)),
    ),
    leftOut: driven.flatMap((over) => over.leftOut),
  };
}

/** The shortest that a flow can take. `isLooked`: its controls are known, so that it needs no names. Throws `NoFlowError`. */
export function drivenWay<E extends DrivenEdge>(
  known: { readonly screens: readonly DrivenScreen[]; readonly edges: readonly E[] },
  from: DrivenScreen,
  to: DrivenScreen,
  isLooked: (edge: E) => boolean = () => false,
): readonly E[] {
  if (from.key === to.key) throw new NoFlowError(`'${from.name}' is where the way begins and ends: there is nothing to drive.`);
  const map = { screens: known.screens, edges: usual(known.edges) };
  const hindered = (edge: E): string | undefined => obstacle(map, edge, isLooked(edge));
  const way = shortestWay({ ...map, edges: map.edges.filter((edge) => hindered(edge) === undefined) }, from.key, to.key);
  if (way) return way;
  const anyWay = shortestWay(map, from.key, to.key) ?? shortestWay(known, from.key, to.key);
  throw new NoFlowError(whyNot(anyWay, hindered, `from '${from.name}' to '${to.name}'`));
}

export interface Step {
  readonly name: string;
  readonly type: Parameters<typeof step>[1];
  readonly options?: NodeOptions;
}

type Check = NonNullable<NodeOptions['checks']>[number];

/** way-4: all that is done on its screen, the edge's own action last. */
export function doneOver(map: { readonly screens: readonly DrivenScreen[] }, edge: DrivenEdge): readonly DrivenAction[] {
  const screen = map.screens.find(({ key }) => key === edge.from);
  const action = screen && actionOf(screen, edge.action);
  if (!screen || !action) return [];
  const before = edge.before.flatMap((key) => actionOf(screen, key) ?? []);
  return [...before.filter((one) => maySend(action) || !isFilling(one)), action];
}

/** way-3, way-4. */
export function stepsOver(map: DrivenMap, edge: DrivenEdge): { readonly steps: readonly Step[]; readonly leftOut: readonly string[] } {
  const screen = screenOf(map, edge.from);
  const action = screen && actionOf(screen, edge.action);
  if (!screen || !action) return { steps: [], leftOut: [] };
  const before = doneOver(map, edge).slice(0, -1);
  const lost = before.filter((one) => hiddenFromFlows(map, screen, one) !== undefined);
  const isSent = action.verb === 'type';
  return {
    steps: [
      ...before.filter((one) => !lost.includes(one)).flatMap(stepsOf),
      ...stepsOf(action),
      ...(isSent ? [{ name: `Send ${shortName(action)}`, type: { type: 'PressKey', key: 'Enter' } } as const] : []),
    ],
    leftOut: lost.map(({ key }) => actionName(map.screens, screen.key, key)),
  };
}

/** It may submit what was filled in. */
export function maySend({ verb, role }: { readonly verb: string; readonly role: string }): boolean {
  return verb === 'tap' && !links.includes(role);
}

function stepsOf(action: DrivenAction): readonly Step[] {
  const target = wordsOf(action);
  const name = shortName(action);
  switch (action.verb) {
    case 'tap':
    case 'long_press':
      return [{ name, type: { type: 'Click', target } }];
    case 'type': {
      const text = action.role === 'password' ? '{{secret:PASSWORD}}' : sampleText({ role: action.role, name: action.label });
      return [
        { name, type: { type: 'Click', target } },
        { name: `Fill in ${name}`, type: { type: 'TypeText', text } },
      ];
    }
    case 'scroll':
    case 'swipe':
      return [{ name: 'Scroll', type: { type: 'Scroll', delta_y: scrollBy } }];
    case 'wait':
      return [{ name: 'Wait', type: { type: 'ListWindows' }, options: { settle_ms: waitMs } }];
    case 'back':
    case 'home':
      return [];
  }
}

/** By its title, and where others have that too by a heading that only it has. What has digits may differ the next time. */
export function arrival({ screens }: DrivenMap, to: DrivenScreen): NodeOptions {
  const others = screens.filter(({ key }) => key !== to.key);
  const title = to.title.replace(/\s+/g, ' ').trim();
  const isShared = others.some((other) => plain(other.title) === plain(title));
  const heading = isShared ? to.headings.find((text) => !others.some(({ headings }) => headings.includes(text))) : undefined;
  const onFail = (text: string): Check['on_fail'] => (/\p{N}/u.test(text) ? 'WarnOnly' : 'FailNode');
  const checks: readonly Check[] = [
    ...(title === '' ? [] : [{ name: 'arrived', check_type: 'WindowTitleMatches', params: { title }, on_fail: onFail(title) } as const]),
    ...(heading === undefined
      ? []
      : [{ name: 'heading', check_type: 'TextPresent', params: { text: heading }, on_fail: onFail(heading) } as const]),
  ];
  return checks.length === 0 ? {} : { checks: [...checks] };
}

function whyNot<E>(way: readonly E[] | undefined, hindered: (edge: E) => string | undefined, ends: string): string {
  if (!way) return `No way is known ${ends}.`;
  const [why] = way.flatMap((edge) => hindered(edge) ?? []);
  return `No flow can go ${ends}: ${why ?? 'every way that is known has an action that usually leads elsewhere'}.`;
}

/** Why a flow cannot take that step; undefined: it can. */
function obstacle(map: DrivenMap, edge: DrivenEdge, isLooked: boolean): string | undefined {
  const screen = screenOf(map, edge.from);
  const action = screen && actionOf(screen, edge.action);
  if (!screen || !action) return `what was done on '${screen ? screen.name : edge.from}' is not known`;
  if (isLooked) return isMoving(action) ? unmovable(map, screen, action) : undefined;
  const revealing = edge.before.flatMap((key) => actionOf(screen, key) ?? []).filter((one) => !isFilling(one));
  return [...revealing.map((one) => hiddenFromFlows(map, screen, one)), hiddenFromFlows(map, screen, action, edge.to)].find(
    (why) => why !== undefined,
  );
}

/** way-1, way-2. `map`: with what each action usually leads to; `to`: where this one should lead. */
function hiddenFromFlows(map: DrivenMap, screen: DrivenScreen, action: DrivenAction, to?: string): string | undefined {
  const { verb, role, label } = action;
  const on = told(map, screen, action);
  if (isMoving(action)) return unmovable(map, screen, action);
  if (verb === 'wait' || verb === 'scroll' || verb === 'swipe') return undefined;
  if (verb === 'type' && role === 'combobox') return `${on} chooses from a list, which no node of a flow does`;
  if (wordsOf(action) === '') return `${on} is done to something without a name`;
  const rivals = screen.actions.filter((other) => other.key !== action.key && other.label !== '' && plain(other.label) === plain(label));
  const leadsThere = (other: DrivenAction): boolean =>
    to !== undefined && map.edges.some((edge) => edge.from === screen.key && edge.action === other.key && edge.to === to);
  return rivals.every(leadsThere) ? undefined : `${on} is ambiguous: another control there has the same name`;
}

/** way-2. */
function isMoving({ verb }: DrivenAction): boolean {
  return verb === 'back' || verb === 'home';
}

function unmovable(map: DrivenMap, screen: DrivenScreen, action: DrivenAction): string {
  return `${told(map, screen, action)} cannot be a step of a flow`;
}

function told({ screens }: DrivenMap, screen: DrivenScreen, { key }: DrivenAction): string {
  return `${actionName(screens, screen.key, key)} on '${screen.name}'`;
}

/** An action is taken to lead where it led most often. */
function usual<E extends DrivenEdge>(edges: readonly E[]): readonly E[] {
  const most = new Map<string, E>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.action]);
    const best = most.get(key);
    if (!best || edge.seen > best.seen) most.set(key, edge);
  }
  return [...most.values()];
}

function screenOf({ screens }: DrivenMap, key: string): DrivenScreen | undefined {
  return screens.find((screen) => screen.key === key);
}

function actionOf({ actions }: DrivenScreen, key: string): DrivenAction | undefined {
  return actions.find((action) => action.key === key);
}

function wordsOf({ label }: DrivenAction): string {
  return label.replace(/\s+/g, ' ').trim();
}

function shortName(action: DrivenAction): string {
  return oneLine(wordsOf(action), longestName);
}
