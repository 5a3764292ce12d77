// What makes two observations the same screen (docs/design/explorer.md §3).
//
// signature-1. A screen is where it is (application, pattern of its address), what heads it, and its structure: the roles and class paths of what is
//     visible. Digits do not count, nor do other texts. Rows of a list count once. Transient messages (alerts, status messages, progress) are not part of it: they come and go by themselves.
// signature-2. A variant is what a person would call the same screen with different content: texts count, digits do not, and positions only roughly.
// signature-3. Both are independent of the order of the controls, of what is invisible, and of attributes that nobody sees.
// signature-4. Something that covers controls, or a transient message, changes the structure a little: similar structures at one place are one screen.
//     What lies over a screen (a dialog, a menu) makes another.
// signature-5. A list without rows is the same list: rows that only one of two structures has do not count.
// signature-6. Which menu or dialog lies over a screen is known by its words: two whose structures are alike are two if most of their words differ.
// signature-7. Digits count where a heading says which step of several it is.
import { grouped } from '../collections.js';
import { isScroller, type Control } from '../ui/control.js';
import { pageAddressOf } from './address.js';

export interface SeenScreen {
  readonly app: string;
  /** The address of a page. */
  readonly url?: string;
  readonly title: string;
  /** `headingsOf` it. */
  readonly headings: readonly string[];
  readonly controls: readonly Control[];
}

/** Texts whose hashes are stored; the caller hashes. */
export interface ScreenSignature {
  readonly identity: string;
  readonly composite: string;
  /** Application and pattern of the address: only screens at one place may be alike. */
  readonly place: string;
  /**
   * The tokens of the identity, sorted, without what surrounds the content of a page. Each may begin with a mark:
   * `!` if it belongs to something that lies over the rest, `*` if it stands for several, `~` if it is a word of such a thing, after its token and a tab.
   */
  readonly structure: readonly string[];
  /** What `delta` compares: how often each control token and stem occurs. */
  readonly tokens: Readonly<Record<string, number>>;
}

/** Hashes of what is distinguished: a screen, and a variant of it. */
export interface ScreenKey {
  readonly identity: string;
  readonly composite: string;
  /** In the application that is explored. */
  readonly inside: boolean;
}

/** px: a smaller move does not count. */
const grid = 48;
const longestStem = 40;
/** Collapsible menus, side bars, headers and footers are the same around different content. */
const surrounding = /[ /](?:nav|aside|header|footer)(?:[#/]|$)/;
const layers = new Set(['dialog', 'alertdialog', 'menu', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'listbox', 'option']);
/** Named by whoever made them; what a list offers depends on what is in it. */
const titled = /^(?:(?:alert)?dialog$|menuitem)/;
/** The number after or before such a word says which step of several it is. */
const steps =
  /(?:^|[^\p{L}])(?:steps?|schritt|étape|etape|paso|passo|etapa|passaggio|stap|krok|шаг|крок|adım|단계|चरण|الخطوة|خطوة)(?![\p{L}\p{M}])\s*(\p{N}+)|第\s*(\p{N}+)\s*步|(?:ステップ|步骤|步驟)\s*(\p{N}+)|(\p{N}+)(?:\s*단계|\. ?adım)/iu;
/** What is called by what it does, or is named for what is in it. */
const commands = new Set([...layers, 'button', 'tab']);
const passing = new Set(['alert', 'status', 'progressbar']);

export function signatureOf({ app, url, title, headings, controls }: SeenScreen): ScreenSignature {
  const seen = controls
    .filter((control) => control.visible && !isScroller(control))
    .map((control) => ({ control, token: structureToken(control), words: stem(control.name) }));
  const place = `${app} ${(url !== undefined && pageAddressOf(url)?.pattern) || ''}`;
  const head = stem(headings[0] ?? title);
  const lasting = seen.filter(({ control }) => !passing.has(control.role));
  const structure = [...new Set(lasting.map(({ control, token }) => (layers.has(control.role) ? `!${token}` : token)))].sort();
  const data = new Set(lasting.flatMap(({ control, words: text }) => (commands.has(control.role) ? [] : text.split(' '))));
  const words = [
    ...new Set(
      lasting.flatMap(({ control, token, words: name }) => wordsOver(control.role, name, data).map((word) => `~${token}\t${word}`)),
    ),
  ];
  words.push(...headings.flatMap((heading) => stepIn(heading) ?? []).slice(0, 1));
  const own = structure.filter((token) => token.startsWith('!') || !surrounding.test(token));
  const often = counted(lasting.map(({ token }) => token));
  const layout = seen.map(({ control, token, words }) => `${token} ${quantised(control)} ${words}`).sort();
  return {
    identity: [place, head, ...structure, ...words.sort()].join('\n'),
    composite: [place, head, ...layout].join('\n'),
    place,
    structure: [...(own.length > 0 ? own : structure).map((token) => ((often[token] ?? 0) > 1 ? `*${token}` : token)), ...words],
    tokens: counted([...seen.map(({ token }) => token), ...seen.map(({ words }) => words).filter((text) => text !== '')]),
  };
}

/** signature-6: the name of an entry; each word of that of a dialog, but for what the page behind it says, too: it may name a row. */
function wordsOver(role: string, name: string, data: ReadonlySet<string>): readonly string[] {
  if (name === '' || !titled.test(role)) return [];
  return role.startsWith('menuitem') ? [name] : name.split(' ').filter((word) => !data.has(word));
}

/** signature-7, as a word of what lies over. */
function stepIn(heading: string): string | undefined {
  const number = steps
    .exec(heading)
    ?.slice(1)
    .find((part) => part !== undefined);
  return number === undefined ? undefined : `~step\t${number}`;
}

/** 0: the same; 1: nothing in common. Weighted Jaccard distance of the tokens; symmetric. */
export function delta(a: Pick<ScreenSignature, 'tokens'>, b: Pick<ScreenSignature, 'tokens'>): number {
  let shared = 0;
  let all = 0;
  for (const token of new Set([...Object.keys(a.tokens), ...Object.keys(b.tokens)])) {
    const [one, other] = [countOf(a, token), countOf(b, token)];
    shared += Math.min(one, other);
    all += Math.max(one, other);
  }
  return all === 0 ? 0 : 1 - shared / all;
}

/** How much of two structures has to be alike. */
interface Least {
  /** Fraction of all tokens that they share. */
  readonly alike: number;
  /** The same where one has nothing of its own, because it is covered or still loading, and they share so many tokens: with fewer, a structure is part of many screens. */
  readonly covered: number;
  readonly fewest: number;
}

const usual: Least = { alike: 0.85, covered: 0.6, fewest: 4 };

/** signature-4, signature-5: compares two structures, or two `hashedStructure`s. */
export function isAlike(a: readonly string[], b: readonly string[], least: Least = usual): boolean {
  if (haveOtherWords(a, b)) return false;
  const [one, other] = [marksOf(a), marksOf(b)];
  const [more, less] = [without(one, other), without(other, one)];
  const differing = [...more, ...less];
  if (differing.some(([, mark]) => mark === '!')) return false;
  const rows = [more, less].map((side) => side.filter(([, mark]) => mark === '*').length);
  const gone = Math.min(...rows) === 0 ? Math.max(...rows) : 0;
  const isPart = (more.length === 0 || less.length === 0) && one.size - more.length >= least.fewest;
  const enough = isPart ? least.covered : least.alike;
  return differing.length - gone <= (1 - enough) * (one.size + less.length - gone);
}

/** signature-6: of things of the same structure. */
function haveOtherWords(a: readonly string[], b: readonly string[]): boolean {
  const [these, those] = [a, b].map((structure) =>
    grouped(
      structure.filter((token) => token.startsWith('~')),
      (token) => token.split('\t')[0] ?? '',
    ),
  );
  return [...(these ?? [])].some(([thing, words]) => {
    const others = new Set(those?.get(thing));
    return others.size > 0 && 2 * words.filter((word) => others.has(word)).length < Math.max(words.length, others.size);
  });
}

/** Something lies over the rest. `structure`: of a signature, hashed or not. */
export function isLayered(structure: readonly string[]): boolean {
  return structure.some((token) => token.startsWith('!'));
}

/** The marks are kept unhashed. */
export function hashedStructure({ structure }: Pick<ScreenSignature, 'structure'>, hash: (text: string) => string): readonly string[] {
  const words = structure.filter((token) => token.startsWith('~')).map((token) => `~${token.slice(1).split('\t').map(hash).join('\t')}`);
  return [...[...marksOf(structure)].map(([token, mark]) => `${mark}${hash(token)}`), ...words];
}

function marksOf(structure: readonly string[]): ReadonlyMap<string, string> {
  const tokens = structure.filter((token) => !token.startsWith('~'));
  return new Map(tokens.map((token) => (/^[!*]/.test(token) ? [token.slice(1), token.charAt(0)] : [token, ''])));
}

function without(tokens: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...tokens].filter(([token]) => !others.has(token));
}

/** Around the content of a page: a menu, a side bar, a header, a footer. */
export function isSurrounding(control: Pick<Control, 'role' | 'path'>): boolean {
  return surrounding.test(structureToken(control));
}

/** Role and class path, the same for each row of a list. */
export function structureToken({ role, path }: Pick<Control, 'role' | 'path'>): string {
  return `${role} ${path.replace(/\[\d+\]/g, '').replace(/\d+/g, '#')}`;
}

/** In lower case, each number as `#`, white space collapsed; truncated. Punctuation stays. */
export function stem(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+/gu, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestStem);
}

function quantised({ bounds: { x, y, width, height } }: Control): string {
  return [x, y, width, height].map((px) => Math.round(px / grid)).join(',');
}

function counted(tokens: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function countOf({ tokens }: Pick<ScreenSignature, 'tokens'>, token: string): number {
  return Object.hasOwn(tokens, token) ? (tokens[token] ?? 0) : 0;
}

// ── Whether two sights of one place (application and pattern of the address) are one screen, by evidence that is weighed ──
//
// same-1. What lies over a screen (a dialog, a menu) makes another.
// same-2. Three witnesses: the address, what heads the screen, its structure. What the first two say decides how much of the structure has to be alike.
// same-3. An address that is the same says much where addresses tell the application's screens apart, little elsewhere; one that differs in a word of its
//     query speaks for two screens. The title counts where there is no heading, and where the address differs.

export interface Witnessed {
  /** Of the address, with its query, ids and numbers left out; empty: it has none. */
  readonly at: string;
  /** Stems, the most important first. */
  readonly headings: readonly string[];
  /** Stem. */
  readonly title: string;
  /** Of the signature, hashed or not. */
  readonly structure: readonly string[];
}

/** `addressed`: addresses tell the screens of the application apart. */
export function isSameScreen(one: Witnessed, other: Witnessed, addressed: boolean): boolean {
  const least = needed[addressOf(one, other, addressed)][headingOf(one, other)];
  return least !== undefined && isAlike(one.structure, other.structure, least);
}

type Address = 'tells' | 'same' | 'none' | 'differs';
type Heading = 'same' | 'silent' | 'differs';

/** Nothing of its own: it has not come yet, or its list is empty. */
const part = { covered: 0, fewest: 0 } as const;
/** Undefined: they are two screens, whatever their structures. */
const needed: Readonly<Record<Address, Readonly<Record<Heading, Least | undefined>>>> = {
  tells: { same: { alike: 0.4, ...part }, silent: { alike: 0.6, ...part }, differs: usual },
  same: { same: { ...usual, ...part }, silent: usual, differs: undefined },
  none: { same: usual, silent: usual, differs: undefined },
  differs: { same: usual, silent: { ...usual, alike: 0.95, covered: 0.95 }, differs: undefined },
};

function addressOf(one: Witnessed, other: Witnessed, addressed: boolean): Address {
  if (one.at !== other.at) return 'differs';
  return one.at === '' ? 'none' : addressed ? 'tells' : 'same';
}

/** The first heading is the main one; it may be another (of a slide, of a message) among the same others. */
function headingOf(one: Witnessed, other: Witnessed): Heading {
  // The name of an application before or after that of a page.
  const isTitled = one.title.includes(other.title) || other.title.includes(one.title);
  const [these, those] = [one.headings, other.headings];
  if (one.at !== other.at && !isTitled) return 'differs';
  if (these.length === 0 || those.length === 0) return isTitled || these.length !== those.length ? 'silent' : 'differs';
  if (these[0] === those[0]) return 'same';
  const shared = these.filter((heading) => those.includes(heading)).length;
  return 2 * shared >= Math.max(these.length, those.length) ? 'same' : 'differs';
}
