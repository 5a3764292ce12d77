// Whether a text names an amount of money, as people write them.

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

/** Zero is none. */
export function amountIn(text: string): boolean {
  const part = text.slice(0, longest);
  if (!/\p{Nd}/u.test(part)) return false;
  return patterns.some((pattern) => [...part.matchAll(pattern)].some(({ groups }) => /[^0.,'’\s]/u.test(groups?.['digits'] ?? '')));
}
