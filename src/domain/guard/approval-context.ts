// What goes with an action that may be held, read from the screen that it was judged on: what an approval would be for if it were remembered for its run, where the control is that it presses, and the facts that a person
// is shown.
//
// remembering-1. Only an approval for a control that can be told again can be remembered: one of the tree, with a name, not told twice, on a page with an address of its own or in an application.
// remembering-2. It is for the whole page as it reads: address with its query, titles, every heading, text, link, field and what is chosen in it, in their order. What tells one object from another stands anywhere on a page; only what
//     changes by itself and tells none (numbers.ts) is left out.
// remembering-3. Of the guard's kinds only what sends can be remembered: what deletes, pays, agrees, configures and the like is asked about each time. So is what is typed, which may be
//     secret, and what stands beside something that cannot be read: a masked value, a picture without words.
import { doingOf } from '../action/actions.js';
import type { Doing } from '../action/columns.js';
import { defined } from '../collections.js';
import type { Remembering } from '../human/approvals.js';
import { type Control, createAncestors } from '../ui/control.js';
import { digestOf } from '../ui/digest.js';
import type { UiActionOf } from '../ui/ui-action.js';
import type { Lexicon } from './lexicon.js';
import { isNameless } from './pressing.js';
import { withoutNoise, type NoisyText, amountIn } from './numbers.js';
import { riskReasons, type DeedPlace, type PagePlace, type Pressed, type RiskKind } from './activation.js';
import { isField, type GuardedScreen } from './screen.js';
import type { Application } from '../ui/observation.js';
import { shorten } from '../text/fit-bytes.js';
import type { Facts } from '../human/requests.js';

/** `url`: where the device has addresses. */
export type JudgedPage = Pick<Application, 'name' | 'url'>;

interface Rememberable {
  readonly action: UiActionOf<unknown>;
  /** What it would press or fill in. */
  readonly target: Control | undefined;
  readonly page: JudgedPage;
  readonly risks: readonly RiskKind[];
  readonly lexicon: Lexicon;
}

const longestText = 120;
const drawn: ReadonlySet<string> = new Set(['canvas', 'img', 'image', 'graphics-document', 'graphics-symbol', 'figure', 'video', 'iframe']);
/** Their names carry counters; those of buttons and options say what they do. */
const counting: ReadonlySet<string> = new Set(['link', 'tab', 'menuitem', 'treeitem']);
const chosen: ReadonlySet<string> = new Set(['checked', 'mixed', 'selected', 'pressed', 'current']);
const frames = /(?:^|\/|>>|::)(?:header|footer|aside)(?:\[\d+\]|#[\w-]+)?$/;
const contents = /(?:^|\/|>>|::)(?:main|article|form|dialog)(?:\[\d+\]|#[\w-]+)?$/;
const rows = /(?:^|\/|>>|::)(?:li|tr|row|listitem)(?:\[\d+\]|#[\w-]+)?$/;

export function rememberingOf(screen: GuardedScreen, { action, target, page, risks, lexicon }: Rememberable): Remembering {
  const always = risks.find((kind) => kind !== 'sends');
  if (always) return { not: `what ${riskReasons[always]} is asked about each time` };
  const doing = doingOf(action);
  if (types(doing)) return { not: 'what is typed is asked about each time' };
  if (doing?.does === 'drag' || !target?.interactive || target.source !== 'tree' || drawn.has(target.role))
    return { not: 'it aims at no control that could be told again' };
  const { role, path, name, leads = '', carries = '' } = target;
  if (isNameless(target)) return { not: 'the control has no name' };
  if (screen.controls.filter((each) => each.path === path && each.role === role && each.name === name).length !== 1)
    return { not: 'nothing tells the control from another one' };
  if (placeOf(page) === undefined) return { not: 'the page has no address of its own' };
  if (screen.errorContextOf(target).some((each) => drawn.has(each.role) && each.name === ''))
    return { not: 'a picture beside it has no words' };
  if (screen.controls.some(({ masked, value = '' }) => masked && value !== '')) return { not: 'a value on the page is masked' };
  const { type, deed } = deedOf(action);
  const what = [type, deed, role, name, path, leads, carries, ...placeLines(page, screen, lexicon), ...linesOf(screen, target, lexicon)];
  return { what: { text: `${type} ${role} "${name.replace(/\s+/g, ' ').slice(0, longestText)}"`, digest: digestOf(what.join('\n')) } };
}

/** Named keys say nothing. */
function types(doing: Doing<unknown> | undefined): boolean {
  return doing?.does === 'write' || (doing?.does === 'keys' && /[^{}+^%]/.test(doing.keys.replace(/\{\w+\}/g, '')));
}

/** Without the target, whose label changes with each look. */
function deedOf({ type, ...more }: UiActionOf<unknown>): { readonly type: string; readonly deed: string } {
  return { type, deed: JSON.stringify(Object.entries(defined(more)).filter(([key]) => key !== 'target')) };
}

function placeLines({ name, url = '' }: JudgedPage, { about }: GuardedScreen, lexicon: Lexicon): readonly string[] {
  return [name, url, ...about.map((text) => withoutNoise({ text, place: 'name' }, lexicon.noise))];
}

function linesOf({ controls }: GuardedScreen, target: Control, lexicon: Lexicon): readonly string[] {
  const outwards = createAncestors(controls);
  return controls.map((control, index) => {
    const { role, name, value = '', states = [] } = control;
    const isRead = control !== target && (counting.has(role) || (!control.interactive && !isField(control)));
    const place = placeIn(outwards(control.path));
    const text = isRead ? withoutNoise({ text: name, before: controls[index - 1]?.name ?? '', place }, lexicon.noise) : name;
    return [role, text, value, ...states.filter((state) => chosen.has(state))].join('\t');
  });
}

function placeIn(around: readonly string[]): NoisyText['place'] {
  const stands = (pattern: RegExp): boolean => around.some((each) => pattern.test(each));
  if (stands(rows)) return 'row';
  return stands(frames) && !stands(contents) ? 'frame' : undefined;
}

// ── Where it is ──────────────────────────────────────────────────────────────

/** Undefined: it has no place of its own. */
function placeOf({ name, url: address }: JudgedPage): PagePlace | undefined {
  if (address === undefined) return name === '' ? undefined : { origin: '', path: name };
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, host, pathname, hash } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'file:') return undefined;
  const route = /^#!?\/[^?]*/.exec(hash)?.[0] ?? '';
  return { origin: origin === 'null' ? `${protocol}//${host}` : origin, path: `${pathname}${route}` };
}

/** Of the only control of its role and name, where only one is pressed. */
export function deedPlace(
  controls: readonly Control[],
  page: JudgedPage | undefined,
  [target, ...more]: readonly Control[],
): DeedPlace | undefined {
  if (page === undefined || !target?.interactive || target.source !== 'tree' || more.length > 0) return undefined;
  const { role, name } = target;
  const place = placeOf(page);
  return place && controls.filter((each) => each.role === role && each.name === name).length === 1 ? { ...place, role, name } : undefined;
}

// ── What a person is shown ───────────────────────────────────────────────────

const most = { beside: 8, values: 8, amounts: 3, controls: 3 } as const;
const longest = 100;

/** @param targets - controls that the action is aimed at, the first being what the rest is read around */
export function factsOf(screen: GuardedScreen, targets: readonly Control[], presses: readonly Pressed[]): Facts {
  const [target] = targets;
  const around = target ? screen.shownBeside(target) : [];
  const fields = around.filter((control) => isField(control));
  const texts = around.filter((control) => !isField(control) && !control.interactive && control.name !== '').map(({ name }) => name);
  const values = fields
    .filter(hasValue)
    .map(({ name, value, states = [] }) => `${name || 'a field'} = ${value ?? states.find(isChosen) ?? ''}`);
  return {
    page: screen.about
      .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
      .join(' · ')
      .slice(0, 2 * longest),
    controls: told(
      presses.map(({ role, name }) => (name === '' ? `a ${role} without a name` : `${role} "${name}"`)),
      most.controls,
    ),
    beside: told(texts, most.beside),
    values: told(values, most.values),
    amounts: told([...presses.map(({ name }) => name), ...texts, ...values].filter(amountIn), most.amounts),
  };
}

function hasValue({ value = '', states = [] }: Control): boolean {
  return value !== '' || states.some(isChosen);
}

function isChosen(state: string): boolean {
  return state === 'checked' || state === 'selected';
}

function told(texts: readonly string[], count: number): readonly string[] {
  const different = [...new Set(texts)];
  const shown = different.slice(0, count).map((text) => shorten(text, longest));
  return different.length > count ? [...shown, `and ${different.length - count} more`] : shown;
}
