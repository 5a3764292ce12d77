// Amounts of money as people write them.

const signs = '[$€£¥₹₽₴₩₺₪₫฿₿]';
const codes =
  'USD|EUR|GBP|CHF|JPY|CNY|INR|RUB|UAH|KRW|TRY|PLN|BRL|CAD|AUD|SEK|NOK|DKK|CZK|HUF|MXN|SAR|AED|EGP|BTC|ETH|USDT|TL|Rs|zł|zl|kr|Kč|грн|руб|р\\.|円|元|원|ر\\.س|د\\.إ|ج\\.م|रुपये';
const number = "\\p{Nd}(?:[\\p{Nd}.,'’\\u00a0\\u202f ]{0,14}\\p{Nd})?";
const before = new RegExp(`(?:${signs}|(?<!\\p{L})(?:${codes}))\\s?(${number})`, 'gu');
const after = new RegExp(`(${number})\\s?(?:${signs}|(?:${codes})(?!\\p{L}))`, 'gu');
const longest = 400;

/** Zero is none. */
export function amountIn(text: string): boolean {
  const part = text.slice(0, longest);
  if (!/\p{Nd}/u.test(part)) return false;
  return [before, after].some((pattern) => [...part.matchAll(pattern)].some(([, digits = '']) => /[^0.,'’\s]/u.test(digits)));
}
