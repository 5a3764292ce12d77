// The form of a language's words, as its file has them (src/adapters/guard-words). Each is written as people write it; the guard folds it. Several words make a phrase; `*` at the end of one takes any ending, at a phrase's beginning any
// beginning.
import { z } from 'zod';
import { SteadyhandError } from '../errors/errors.js';
import { expectation, shownValue } from '../checks/schema-issue.schema.js';
import { writtenJson, WrittenFileError } from '../text/written-file.js';
import type { RiskKind } from './activation.js';

const phrases = z
  .array(
    z
      .string()
      .regex(
        /^\*?[^\s*]+\*?(?: [^\s*]+\*?)*$/,
        'expected words with one blank between them, and * only where an ending or a beginning is open',
      ),
  )
  .readonly();

/** The kinds of risk that words can say. */
const kindsSchema = z.strictObject({
  deletes: phrases,
  pays: phrases,
  sends: phrases,
  agrees: phrases,
  transfers: phrases,
  configures: phrases,
} satisfies Partial<Record<RiskKind, typeof phrases>>);

/** A verb beside what it is done to, in either order, fillers between them: "cancel" and "appointment", "Termin" and "absagen". Neither says anything alone. */
const deedSchema = z
  .strictObject({ does: z.enum([...kindsSchema.keyof().options, 'harmless']), verbs: phrases, things: phrases })
  .readonly();

const wordsSchema = z.strictObject({
  ...kindsSchema.shape,
  /** Words that are verbs and names of things: risky on a button, not beside `nouns` nor in what only navigates. */
  doubtful: kindsSchema.partial().optional(),
  /** Forms that say what has been done: a folder or a filter where one navigates, else as risky as the deed. */
  past: kindsSchema.partial().optional(),
  /** Risky only by evidence near them: `Submit`, `OK`. */
  ambiguous: phrases,
  /** As these, but an amount of money near them says nothing: `Save`, `Add`. */
  mild: phrases,
  /** Ambiguous, and they agree where the text around them is a contract: `Accept`. */
  accepts: phrases,
  /** Phrases in which the words above are harmless. They never hide a word beside them. */
  harmless: phrases,
  /** Before or after a doubtful word they make it the name of a thing: `order *details*`, `*view* order`. */
  nouns: z.strictObject({ before: phrases, after: phrases }).optional(),
  /** What texts say of what cannot be undone. */
  irreversible: phrases,
  /** What is signed or agreed to. */
  contracts: phrases,
  /** Names of fields. */
  payment: phrases,
  amount: phrases,
  recipient: phrases,
  body: phrases,
  /** They begin a question: a link that begins so explains. */
  asks: phrases,
  /** They may stand inside a phrase: `submit *my* application`. */
  fillers: phrases,
  /** Everyone may see it. */
  everyone: phrases,
  /** Where things are dropped to be deleted. */
  bin: phrases,
  /** They empty a list that stands beside them: `Clear completed`. */
  empties: phrases,
  /** A form that only looks something up. */
  search: phrases,
  /** Somebody is told yes or no: `Approve`, `Reject`. Risky where something is asked for. */
  decides: phrases,
  /** What people ask for: a request, an application. */
  asked: phrases,
  /** What keeps a system or a house safe: under such a heading `Add` and `Unlock` change it. */
  guarded: phrases,
  /** Headings of forms that move money. */
  moves: phrases,
  /** Who would see it, as texts say. */
  audience: phrases,
  /** One takes a place in something with these, where that is named: `Register`, a course. */
  enrols: phrases,
  places: phrases,
  /** Before a verb they turn it round: `do not delete`. Of languages without blanks: before or after. */
  negates: phrases,
  /**
   * A number right before one of these counts something, and so does one behind a colon or in brackets: `3 new`, `Unread: 5`, `Inbox (4)`. None of them also numbers a thing, as "order" does in
   * "Order 17": no singular, and no noun that is its own plural.
   */
  counted: phrases,
  /**
   * A time in a text with one of these is that of the last change, or what is left of one: `Saved at 12:03`, `Expires in 04:59`. Words that an appointment has too, such as "time", "now", "ends" and
   * "Uhr", are none.
   */
  timed: phrases,
  /** Written without blanks: words match inside others. */
  unspaced: z.literal(true).optional(),
  deeds: z.array(deedSchema).readonly(),
});

export type Words = Readonly<z.infer<typeof wordsSchema>>;
export type Deed = Words['deeds'][number];
export type NamedKind = keyof z.infer<typeof kindsSchema>;

/** A file of words that the guard cannot read: it judges nothing without them. */
export class GuardWordsError extends SteadyhandError {
  override readonly name = 'GuardWordsError';
  readonly code = 'guard-words';

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`The guard cannot judge by ${file}: ${problem}.`, options);
  }
}

/** `file`: named in the error. */
export function parseWords(file: string, text: string): Words {
  const value = parseJson(file, text);
  const { data, error } = wordsSchema.safeParse(value, { reportInput: true });
  if (data) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw new GuardWordsError(file, `${[...issue.path, issue.keys[0]].map(String).join('.')} is no list of words`);
  const place = issue?.path.map(String).join('.') ?? '';
  const there = issue?.input === undefined ? 'missing' : shownValue(issue.input);
  throw new GuardWordsError(file, `${place === '' ? 'it' : place} is ${there}; ${issue ? expectation(issue) : 'expected words'}`);
}

function parseJson(file: string, text: string): unknown {
  try {
    return writtenJson(text);
  } catch (error) {
    if (!(error instanceof WrittenFileError)) throw error;
    throw new GuardWordsError(`${file}${error.place}`, `it ${error.message}`, { cause: error });
  }
}
