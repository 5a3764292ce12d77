// The words that the guard judges by: a file a language, beside this one (src/domain/guard/words.schema.ts says what is in it).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLexicon, type Lexicon } from '../../domain/guard/lexicon.js';
import { GuardWordsError, parseWords } from '../../domain/guard/words.schema.js';

/** To add one: its file, and its name here. Words of the first ones are found first, and the first reason is the one that a person is shown. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'uk', 'zh', 'ja', 'ko', 'ar', 'hi'];

/** Once for each worker. Throws a `GuardWordsError` that names the file and the value. */
export function readLexicon(): Lexicon {
  const files = languages.map((language) => fileURLToPath(new URL(`${language}.json`, import.meta.url)));
  return createLexicon(files.map((file) => parseWords(file, readText(file))));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new GuardWordsError(file, `it cannot be read (${error instanceof Error ? error.message : String(error)})`, { cause: error });
  }
}
