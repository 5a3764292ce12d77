// What an approval would be for if it were remembered (HE42), read from the screen that the action was judged on.
//
// remembering-1. Only an approval for a control that can be told again can be remembered: one of the tree, with a name, not told twice, on a page with an address of its own or in an application.
// remembering-2. What it is about: of a row, the words of the row; of something that is not paid, ordered or sent, the words around it; of any, the recipients in its form. Amounts of money and ages are left out of these words,
//     since amounts are compared as amounts.
// remembering-3. What is about an amount that stands elsewhere, or that cannot be read, is asked about each time. So is what says that it cannot be undone.
import type { Amount, Remembering } from '../human/approvals.js';
import type { Control } from '../ui/control.js';
import type { UiActionOf } from '../ui/ui-action.js';
import { withoutAges } from './ages.js';
import { placeOf, type JudgedPage } from './judged-page.js';
import { amountIn, amountsIn, readAmount, withoutAmounts } from './amounts.js';
import { plain } from './fold.js';
import { says } from './lexicon.js';
import { isNameless } from './nameless.js';
import type { RiskKind } from './risk.js';
import { isField, type GuardedScreen } from './screen.js';

interface Rememberable {
  readonly action: UiActionOf<unknown>;
  /** What it would press or fill in. */
  readonly target: Control | undefined;
  readonly page: JudgedPage;
  readonly risks: readonly RiskKind[];
}

const longestText = 120;
/** Characters, of all words that are compared. */
const mostWords = 1_200;
const longestPath = 600;
const drawn: ReadonlySet<string> = new Set(['canvas', 'img', 'image', 'graphics-document', 'graphics-symbol', 'figure', 'video', 'iframe']);
const rowOf = /(?:^|\/|>>|::)(?:li|tr|article|row|listitem)(?:\[\d+\]|#[\w-]+)?\//;

export function rememberingOf(screen: GuardedScreen, { action, target, page, risks }: Rememberable): Remembering {
  const kind = kindOf(action);
  if (kind === undefined || !target?.interactive || target.source !== 'tree' || drawn.has(target.role))
    return { not: 'it aims at no control that could be told again' };
  const { role, path } = target;
  const name = comparable(target.name);
  if (isNameless(target) || name === '') return { not: 'the control has no name' };
  if (screen.controls.filter((each) => each.path === path && each.role === role && comparable(each.name) === name).length !== 1)
    return { not: 'nothing tells the control from another one' };
  const where = placeText(page);
  if (where === undefined) return { not: 'the page has no address of its own' };
  const around = screen.surroundingsOf(target);
  if (around.some(({ interactive, name: said }) => !interactive && says('irreversible', said)))
    return { not: 'what stands beside it says that it cannot be undone' };
  const amounts = amountsAround(target, around);
  if (amounts === undefined) return { not: 'an amount beside it cannot be read' };
  if (
    Object.keys(amounts).length === 0 &&
    screen.scopeOf(target).controls.some(({ name: said, value = '' }) => amountIn(said) || amountIn(value))
  )
    return { not: 'the amount that it is about does not stand beside it' };
  const among = wordsOf(target, around, isTold(screen, target, risks));
  if (path.length > longestPath || among.join('').length > mostWords) return { not: 'too much stands around it to be told again' };
  return {
    what: {
      version: 1,
      text: `${kind} ${role} "${target.name.replace(/\s+/g, ' ').slice(0, longestText)}"`,
      kind,
      control: { role, name, path },
      page: where,
      among,
      amounts,
    },
  };
}

/** Undefined: it goes from point to point, or not to the screen. */
function kindOf(action: UiActionOf<unknown>): string | undefined {
  switch (action.type) {
    case 'click':
      return [
        ...(action.clickCount > 1 ? [`${action.clickCount} times`] : []),
        ...(action.button === 'left' ? [] : [action.button]),
        'click',
      ].join(' ');
    case 'press-keys':
      return `press ${action.keys}`;
    case 'set-text':
      return 'text';
    case 'select-option':
      return `option ${action.values.map((value) => plain(value)).join(' + ')}`;
    default:
      return undefined;
  }
}

function placeText(page: JudgedPage): string | undefined {
  const place = placeOf(page);
  return place && (`${place.origin}${place.path}` || undefined);
}

/** remembering-2. */
function isTold(screen: GuardedScreen, target: Control, risks: readonly RiskKind[]): boolean {
  const isOne = risks.length > 0 && risks.every((kind) => kind === 'pays' || kind === 'sends');
  const name = comparable(target.name);
  const isRow =
    rowOf.test(target.path) ||
    screen.controls.some((each) => each !== target && each.role === target.role && comparable(each.name) === name);
  return isRow || !isOne;
}

function wordsOf(target: Control, around: readonly Control[], isToldByWords: boolean): readonly string[] {
  const texts = isToldByWords
    ? around.filter((each) => !isField(each) && !each.interactive && each.name !== '').map(({ name }) => comparable(name))
    : [];
  const recipients = around
    .filter((each) => isField(each) && each !== target && (each.value ?? '') !== '' && says('recipient', each.name))
    .map(({ name, value = '' }) => `${plain(name)}=${plain(value)}`);
  return [...texts, ...recipients];
}

function comparable(text: string): string {
  return plain(withoutAges(withoutAmounts(text)))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Of each currency, and of each field with a number, the largest; undefined: one cannot be read. */
function amountsAround(target: Control, around: readonly Control[]): Readonly<Record<string, Amount>> | undefined {
  const largest = new Map<string, Amount>();
  const take = (name: string, { low, high }: Amount): void => {
    const known = largest.get(name);
    largest.set(name, { low: Math.max(low, known?.low ?? 0), high: Math.max(high, known?.high ?? 0) });
  };
  for (const { name, role, value = '' } of [target, ...around]) {
    const [named, entered] = [amountsIn(name), amountsIn(value)];
    if (!named || !entered) return undefined;
    for (const { currency, amount } of [...named, ...entered]) take(currency, amount);
    const counts = role === 'spinbutton' || role === 'slider' || role === 'combobox' || says('amount', name);
    const number = counts && isField({ role }) && entered.length === 0 ? readAmount(value) : undefined;
    if (number) take(plain(name).trim(), number);
  }
  return Object.fromEntries(largest);
}
