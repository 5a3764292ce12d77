// Whether two sights of one place (application and pattern of the address) are one screen, by evidence that is weighed (docs/design/explorer.md §3).
//
// same-1. What lies over a screen (a dialog, a menu) makes another.
// same-2. Three witnesses: the address, what heads the screen, its structure. What the first two say decides how much of the structure has to be alike.
// same-3. An address that is the same says much where addresses tell the application's screens apart, little elsewhere; one that differs in a word of its
//     query speaks for two screens. The title counts where there is no heading, and where the address differs.
import { coveredLikeness, fewestShared, isAlike, likeness, type Least } from './signature.js';

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

const usual: Least = { alike: likeness, covered: coveredLikeness, fewest: fewestShared };
/** Nothing of its own: it has not come yet, or its list is empty. */
const part = { covered: 0, fewest: 0 } as const;
/** Undefined: they are two screens, whatever their structures. */
const needed: Readonly<Record<Address, Readonly<Record<Heading, Least | undefined>>>> = {
  tells: { same: { alike: 0.4, ...part }, silent: { alike: 0.6, ...part }, differs: usual },
  same: { same: { alike: likeness, ...part }, silent: usual, differs: undefined },
  none: { same: usual, silent: usual, differs: undefined },
  differs: { same: usual, silent: { alike: 0.95, covered: 0.95, fewest: fewestShared }, differs: undefined },
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
