// The form of a language's words. Each is written as people write it; the guard folds it. Several words make a phrase; `*` at its end takes any ending, at its beginning any beginning.

export const namedKinds = ['deletes', 'pays', 'sends', 'agrees', 'transfers', 'configures'] as const;
export type NamedKind = (typeof namedKinds)[number];

/** A verb beside what it is done to, in either order, fillers between them: "cancel" and "appointment", "Termin" and "absagen". Neither says anything alone. */
export interface Deed {
  readonly does: NamedKind | 'harmless';
  readonly verbs: readonly string[];
  readonly things: readonly string[];
}

export interface Words extends Readonly<Record<NamedKind, readonly string[]>> {
  readonly deeds: readonly Deed[];
  /** Words that are verbs and names of things: risky on a button, not beside `nouns` nor in what only navigates. */
  readonly doubtful?: Readonly<Partial<Record<NamedKind, readonly string[]>>>;
  /** Forms that say what has been done: a folder or a filter where one navigates, else as risky as the deed. */
  readonly past?: Readonly<Partial<Record<NamedKind, readonly string[]>>>;
  /** Risky only by evidence near them: `Submit`, `OK`. */
  readonly ambiguous: readonly string[];
  /** As these, but an amount of money near them says nothing: `Save`, `Add`. */
  readonly mild: readonly string[];
  /** Ambiguous, and they agree where the text around them is a contract: `Accept`. */
  readonly accepts: readonly string[];
  /** Somebody is told yes or no: `Approve`, `Reject`. Risky where something is asked for. */
  readonly decides: readonly string[];
  /** What people ask for: a request, an application. */
  readonly asked: readonly string[];
  /** What keeps a system or a house safe: under such a heading `Add` and `Unlock` change it. */
  readonly guarded: readonly string[];
  /** Headings of forms that move money. */
  readonly moves: readonly string[];
  /** Who would see it, as texts say. */
  readonly audience: readonly string[];
  /** One takes a place in something with these, where that is named: `Register`, a course. */
  readonly enrols: readonly string[];
  readonly places: readonly string[];
  /** Before a verb they turn it round: `do not delete`. Of languages without blanks: before or after. */
  readonly negates: readonly string[];
  /** Phrases in which the words above are harmless. They never hide a word beside them. */
  readonly harmless: readonly string[];
  /** Before or after a doubtful word they make it the name of a thing: `order *details*`, `*view* order`. */
  readonly nouns?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** What texts say of what cannot be undone. */
  readonly irreversible: readonly string[];
  /** What is signed or agreed to. */
  readonly contracts: readonly string[];
  /** Names of fields. */
  readonly payment: readonly string[];
  readonly amount: readonly string[];
  readonly recipient: readonly string[];
  readonly body: readonly string[];
  /** They begin a question: a link that begins so explains. */
  readonly asks: readonly string[];
  /** They may stand inside a phrase: `submit *my* application`. */
  readonly fillers: readonly string[];
  /** Everyone may see it. */
  readonly everyone: readonly string[];
  /** Where things are dropped to be deleted. */
  readonly bin: readonly string[];
  /** A form that only looks something up. */
  readonly search: readonly string[];
  /** Written without blanks: words match inside others. */
  readonly unspaced?: true;
}
