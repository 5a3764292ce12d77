// The guard's words, as a worker reads them.
import { readLexicon } from '../../src/adapters/guard-words/read-lexicon.js';

export const lexicon = readLexicon();
