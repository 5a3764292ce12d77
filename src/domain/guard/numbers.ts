// What a number in a text is: an amount of money; an age; or noise, which changes on a page by itself and tells no object from another (clocks, counters). Everything else of a text counts.
//
// noise-1. A number is noise only where the text itself says that it counts or tells the time (`counted` and `timed` of the words), or where its form does: `12:03:45`, `(3) Mail`, a bare number in the page's frame.
// noise-2. A day is none: "Flight on 3 May" is another flight on 4 May. Nor is an amount of money, nor a time of day that stands alone: it may be an appointment.
// noise-3. The first 500 characters of a text are read, word by word.
import type { Lexicon } from './lexicon.js';

const longest = 500;
const numbers = /(?<![\p{L}\p{Nd}#.,-])\p{Nd}(?:[\p{Nd}.,'’]{0,12}\p{Nd})?(?:\s?[km](?!\p{L}))?\+?/giu;
const withSeconds = /(?<![\p{Nd}:.])\p{Nd}{1,3}:\p{Nd}{2}:\p{Nd}{2}(?:[.,]\p{Nd}{1,3})?(?:\s?[ap]\.?m\.?)?(?![\p{Nd}:])/giu;
const clock = String.raw`\p{Nd}{1,2}[:٫h]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?:\s?[ap]\.?m\.?)?`;
const unit = String.raw`(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|Sek\p{L}*|Min\p{L}*|Std\p{L}*)(?!\p{L})`;
const time = new RegExp(String.raw`(?<!\p{Nd})(?:${clock}|\p{Nd}+(?:[.,]\p{Nd}+)?\s?${unit})`, 'giu');
const aloneClock = new RegExp(String.raw`^\s*${clock}\s*$`, 'iu');
const inFront = /^\(\p{Nd}{1,3}\+?\)\s/u;
const isNumber = /^\p{Nd}[\p{Nd}.,'’]{0,14}\s?[km]?\+?$/iu;

const mostWords = 4;
/** Of languages without blanks. */
const longestUnspaced = 8;

export interface NoisyText {
  readonly text: string;
  /** What stands before it, where that is a text of its own: the label of a bare number. */
  readonly before?: string;
  /**
   * `frame`: around what a page is about, in its header, footer or sidebar. `row`: of a list or table, where a time tells one thing from another. `name`: a page's title, where every number may be the page's own, but for a count in front.
   */
  readonly place?: 'frame' | 'row' | 'name';
}

/** The text as it is compared: what is noise is one sign. */
export function withoutNoise({ text: whole, before = '', place }: NoisyText, { counted, timed }: Lexicon['noise']): string {
  const [text, rest] = [withoutAges(whole.slice(0, longest)), whole.slice(longest)];
  if (!/\p{Nd}/u.test(text) || amountIn(text)) return text + rest;
  if (isNumber.test(text.trim())) return place === 'frame' || endsCounting(before, counted) ? '#' : text;
  if (place === 'name') return text.replace(inFront, '(#) ') + rest;
  const still = withoutTimes(text, place, timed).replace(inFront, '(#) ');
  const isCount = (number: string, at: number): boolean =>
    beginsCounting(still.slice(at + number.length), counted) || endsCounting(still.slice(0, at), counted);
  return still.replace(numbers, (number, at: number) => (isCount(number, at) ? '#' : number)) + rest;
}

function withoutTimes(text: string, place: NoisyText['place'], timed: ReadonlySet<string>): string {
  if (place === 'row') return text;
  const isClock = place === 'frame' && aloneClock.test(text);
  return text.replace(isClock || saysTime(text, timed) ? time : withSeconds, '⌚');
}

function beginsCounting(text: string, counted: ReadonlySet<string>): boolean {
  const near = text.trimStart().toLowerCase();
  const words = wordsOf(near.slice(0, 80)).slice(0, mostWords);
  return (
    words.some((_, last) => counted.has(words.slice(0, last + 1).join(' '))) ||
    isUnspacedIn(near.slice(0, longestUnspaced), 'beginning', counted)
  );
}

/** `Unread: `, `Inbox (`. Without such a sign the number is a name: "Message 17". */
function endsCounting(text: string, counted: ReadonlySet<string>): boolean {
  if (!/[:：([]\s?$/u.test(text)) return false;
  const near = text.replace(/\s?[:：([·]?\s?$/u, '').toLowerCase();
  const words = wordsOf(near.slice(-80)).slice(-mostWords);
  return words.some((_, first) => counted.has(words.slice(first).join(' '))) || isUnspacedIn(near.slice(-longestUnspaced), 'end', counted);
}

function isUnspacedIn(near: string, from: 'beginning' | 'end', counted: ReadonlySet<string>): boolean {
  return [...near].some((_, index) => counted.has(from === 'end' ? near.slice(index) : near.slice(0, index + 1)) && isUnspaced(near));
}

function saysTime(text: string, timed: ReadonlySet<string>): boolean {
  const low = text.toLowerCase();
  const words = wordsOf(low);
  if (words.some((_, first) => [1, 2, 3].some((count) => timed.has(words.slice(first, first + count).join(' '))))) return true;
  return isUnspaced(low) && [...timed].some((word) => isUnspaced(word) && low.includes(word));
}

function isUnspaced(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text);
}

/** With the marks that vowels are in some scripts. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}

// ── How long ago something was: "5 minutes ago", "vor 2 Std.", "3日前". It grows while a person is asked, and says nothing about what is asked ──

/** Those of the guard's words. */
const ageLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'uk', 'zh', 'ja', 'ko', 'ar', 'hi'] as const;
const ageUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const ageStyles = ['long', 'short', 'narrow'] as const;
/** One of each plural form that a language may have. */
const ageCounts = [1, 2, 3, 5, 11, 100];

let anyAge: RegExp | undefined;

/** The text with every age in it as one sign. */
export function withoutAges(text: string): string {
  if (!/\p{Nd}/u.test(text)) return text;
  anyAge ??= new RegExp(agePatterns().join('|'), 'giu');
  return text.replace(anyAge, '⌛');
}

/** The text with every number in it as one sign. */
export function withoutDigits(text: string): string {
  return text.replace(/\p{Nd}+/gu, '#');
}

/** Longest first, so that no age is taken for the beginning of another. */
function agePatterns(): readonly string[] {
  const found = new Set<string>();
  for (const language of ageLanguages)
    for (const style of ageStyles) {
      const format = new Intl.RelativeTimeFormat(language, { style, numeric: 'always' });
      for (const unit of ageUnits) for (const count of ageCounts) found.add(patternOf(format.formatToParts(-count, unit)));
    }
  return [...found].filter((each) => each.includes('\\p{Nd}')).sort((one, other) => other.length - one.length);
}

function patternOf(parts: readonly Intl.RelativeTimeFormatPart[]): string {
  const escaped = parts.map(({ type, value }) =>
    type === 'literal' ? value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s*') : '\\p{Nd}+',
  );
  return escaped.join('');
}

// ── Amounts of money, as people write them ───────────────────────────────────

const moneySigns = '[$€£¥₹₽₴₩₺₪₫฿₿]';
const moneyCodes = [
  'USD|EUR|GBP|CHF|JPY|CNY|INR|RUB|UAH|KRW|TRY|PLN|BRL|CAD|AUD|NZD|SEK|NOK|DKK|CZK|HUF|RON|BGN|MXN|ARS|CLP|COP|ZAR|SGD|HKD|THB|IDR|PHP|ILS|SAR|AED|QAR|KWD|EGP|MAD',
  'BTC|ETH|USDT|USDC|SOL|BNB|XRP|ADA|DOT|ATOM|DOGE|LTC|MATIC|AVAX|TRX|DAI',
  'TL|Rs|zł|zl|kr|Kč|грн|руб|р\\.|円|元|원|ر\\.س|د\\.إ|ج\\.م|रुपये|रुपए|रुपया',
].join('|');
/** Written out; after a number only. What games and shops sell for money is money too. */
const moneyUnits = [
  'dollars?|euros?|yen|yuan|rupees?|złotych|złote|lira|рубл\\p{L}+|гривен\\p{L}*|гривн\\p{L}+|евро|євро|долларов|доларів',
  'درهما?|دراهم|ريالا?|ريالات|دينارا?|دنانير|جنيها?|جنيهات|ليرة|دولارا?|دولارات|يورو|डॉलर|यूरो',
  'gems?|coins?|diamonds?|v-?bucks|robux|satoshis?|sats|münzen|monedas|monete|moedas|munten|monet|altın|монет|кристаллов|金币|钻石|コイン|ジェム|코인|젬',
].join('|');
const amount = "\\p{Nd}(?:[\\p{Nd}.,'’\\u00a0\\u202f ]{0,14}\\p{Nd})?";
const moneyBefore = new RegExp(`(?<currency>${moneySigns}|(?<!\\p{L})(?:${moneyCodes}))\\s?(?<digits>${amount})`, 'gu');
const moneyAfter = new RegExp(`(?<digits>${amount})\\s?(?<currency>${moneySigns}|(?:${moneyCodes})(?!\\p{L}))(?!\\s?\\p{Nd})`, 'gu');
const spelledMoney = new RegExp(`(?<digits>${amount})\\s?(?<currency>${moneyUnits})(?!\\p{L})`, 'giu');
const moneyPatterns = [moneyBefore, moneyAfter, spelledMoney];
const longestMoney = 400;

/** Zero is none. */
export function amountIn(text: string): boolean {
  const part = text.slice(0, longestMoney);
  if (!/\p{Nd}/u.test(part)) return false;
  return moneyPatterns.some((pattern) => [...part.matchAll(pattern)].some(({ groups }) => /[^0.,'’\s]/u.test(groups?.['digits'] ?? '')));
}
