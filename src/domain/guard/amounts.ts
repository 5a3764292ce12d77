// Amounts of money as people write them.
import type { Amount } from '../human/approvals.js';

const signs = '[$€£¥₹₽₴₩₺₪₫฿₿]';
const codes = [
  'USD|EUR|GBP|CHF|JPY|CNY|INR|RUB|UAH|KRW|TRY|PLN|BRL|CAD|AUD|NZD|SEK|NOK|DKK|CZK|HUF|RON|BGN|MXN|ARS|CLP|COP|ZAR|SGD|HKD|THB|IDR|PHP|ILS|SAR|AED|QAR|KWD|EGP|MAD',
  'BTC|ETH|USDT|USDC|SOL|BNB|XRP|ADA|DOT|ATOM|DOGE|LTC|MATIC|AVAX|TRX|DAI',
  'TL|Rs|zł|zl|kr|Kč|грн|руб|р\\.|円|元|원|ر\\.س|د\\.إ|ج\\.م|रुपये|रुपए|रुपया',
].join('|');
/** Written out; after a number only. What games and shops sell for money is money too. */
const units = [
  'dollars?|euros?|yen|yuan|rupees?|złotych|złote|lira|рубл\\p{L}+|гривен\\p{L}*|гривн\\p{L}+|евро|євро|долларов|доларів',
  'درهما?|دراهم|ريالا?|ريالات|دينارا?|دنانير|جنيها?|جنيهات|ليرة|دولارا?|دولارات|يورو|डॉलर|यूरो',
  'gems?|coins?|diamonds?|v-?bucks|robux|satoshis?|sats|münzen|monedas|monete|moedas|munten|monet|altın|монет|кристаллов|金币|钻石|コイン|ジェム|코인|젬',
].join('|');
const number = "\\p{Nd}(?:[\\p{Nd}.,'’\\u00a0\\u202f ]{0,14}\\p{Nd})?";
const before = new RegExp(`(?<currency>${signs}|(?<!\\p{L})(?:${codes}))\\s?(?<digits>${number})`, 'gu');
const after = new RegExp(`(?<digits>${number})\\s?(?<currency>${signs}|(?:${codes})(?!\\p{L}))(?!\\s?\\p{Nd})`, 'gu');
const spelled = new RegExp(`(?<digits>${number})\\s?(?<currency>${units})(?!\\p{L})`, 'giu');
const patterns = [before, after, spelled];
const longest = 400;
const longestRead = 4_000;

/** Zero is none. */
export function amountIn(text: string): boolean {
  const part = text.slice(0, longest);
  if (!/\p{Nd}/u.test(part)) return false;
  return found(part).some(({ digits }) => /[^0.,'’\s]/u.test(digits));
}

/** All of a text with their currencies; undefined: one of them cannot be read, such as `$5k`, or the text is too long. */
export function amountsIn(text: string): readonly { readonly currency: string; readonly amount: Amount }[] | undefined {
  if (!/\p{Nd}/u.test(text)) return [];
  if (text.length > longestRead) return undefined;
  const read = found(text).map(({ currency, digits, rest }) => {
    const amount = scaled.test(rest) ? undefined : readAmount(digits);
    return amount && { currency, amount };
  });
  return read.every((each) => each !== undefined) ? read : undefined;
}

/** The text with every amount in it as one sign. */
export function withoutAmounts(text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '¤'), text);
}

/**
 * Undefined: no number. `1.234 €` may be little or much, and in `3 200 €` the blank may only stand between two things: such an amount is the span
 * between its readings.
 */
export function readAmount(digits: string): Amount | undefined {
  const western = [...digits.normalize('NFKC')].map(westernDigit).join('').replace(/['’]/gu, '').trim();
  const parts = western.split(/\s+/u);
  const [whole, last] = [readNumber(parts.join('')), readNumber(parts.at(-1) ?? '')];
  return whole && last && { low: last.low, high: whole.high };
}

function readNumber(text: string): Amount | undefined {
  if (!/^\d[\d.,]*$/.test(text)) return undefined;
  const marks = text.replace(/\d/g, '');
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const whole = Number(text.replace(/[.,]/g, ''));
  if (at < 0) return { low: whole, high: whole };
  const decimal = Number(`${text.slice(0, at).replace(/[.,]/g, '')}.${text.slice(at + 1)}`);
  const groups = text.length - at === 4;
  // A mark that is repeated groups.
  if (marks.length > 1 && new Set(marks).size === 1) return groups ? { low: whole, high: whole } : undefined;
  if (marks.length > 1 || !groups || text.startsWith('0')) return { low: decimal, high: decimal };
  return { low: decimal, high: whole };
}

interface FoundAmount {
  readonly currency: string;
  readonly digits: string;
  /** What follows it. */
  readonly rest: string;
}

function found(text: string): readonly FoundAmount[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups, index, 0: all }) => ({
      currency: groups?.['currency'] ?? '',
      digits: groups?.['digits'] ?? '',
      rest: text.slice(index + all.length),
    })),
  );
}

/** Thousands, millions and the like. */
const scaled =
  /^\s?(?:k|m|b|t|bn|mn|mm|mio|mrd|mld|tsd|tys|bin|milyon|milyar|lakhs?|crores?|thousand|million(?:s|en)?|billion(?:s|en)?|mille|mil|millones|milioni|milhões|miljoen|mln|тыс|млн|млрд|千|万|萬|億|亿|천|만|억|हज़ार|लाख|करोड़|ألف|مليون)(?!\p{L})/iu;

/** A digit of any script. */
function westernDigit(character: string): string {
  if (!/\p{Nd}/u.test(character)) return character === '٫' ? '.' : character === '٬' ? ',' : character;
  const code = character.codePointAt(0) ?? 0;
  // Digits of a script stand in a row of ten, from zero on.
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return String(code - zero);
}
