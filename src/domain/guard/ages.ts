// How long ago something was, as pages write it: "5 minutes ago", "vor 2 Std.", "3日前". It grows while a person is asked, and says nothing about what is asked.

/** Those of the guard's words. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'uk', 'zh', 'ja', 'ko', 'ar', 'hi'] as const;
const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const styles = ['long', 'short', 'narrow'] as const;
/** One of each plural form that a language may have. */
const counts = [1, 2, 3, 5, 11, 100];

let pattern: RegExp | undefined;

/** The text with every age in it as one sign. */
export function withoutAges(text: string): string {
  if (!/\p{Nd}/u.test(text)) return text;
  pattern ??= new RegExp(agePatterns().join('|'), 'giu');
  return text.replace(pattern, '⌛');
}

/** The text with every number in it as one sign. */
export function withoutDigits(text: string): string {
  return text.replace(/\p{Nd}+/gu, '#');
}

/** Longest first, so that no age is taken for the beginning of another. */
function agePatterns(): readonly string[] {
  const found = new Set<string>();
  for (const language of languages)
    for (const style of styles) {
      const format = new Intl.RelativeTimeFormat(language, { style, numeric: 'always' });
      for (const unit of units) for (const count of counts) found.add(patternOf(format.formatToParts(-count, unit)));
    }
  return [...found].filter((each) => each.includes('\\p{Nd}')).sort((one, other) => other.length - one.length);
}

function patternOf(parts: readonly Intl.RelativeTimeFormatPart[]): string {
  const escaped = parts.map(({ type, value }) =>
    type === 'literal' ? value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s*') : '\\p{Nd}+',
  );
  return escaped.join('');
}
