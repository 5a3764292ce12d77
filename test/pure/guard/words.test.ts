import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { nameSays } from '../../../src/domain/guard/names.js';
import { parseWords } from '../../../src/domain/guard/words.schema.js';
import { lexicon } from '../../support/lexicon.js';

const folder = 'src/adapters/guard-words';
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const english = JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8')) as Readonly<Record<string, unknown>>;

describe('the words of a language', () => {
  test.each(files)('%s is read: what its words say, a name says', (name) => {
    const { deletes } = parseWords(name, readFileSync(join(folder, name), 'utf8'));
    const some = deletes.filter((phrase) => !phrase.includes('*')).slice(0, 20);
    expect(some.length).toBe(20);
    expect(some.filter((phrase) => !nameSays(phrase, 'command', lexicon).risks.includes('deletes'))).toEqual([]);
  });

  test.each([
    ['a list that is missing', { pays: undefined }, 'pays is missing; expected a list'],
    ['a list that is none', { pays: 'pay' }, 'pays is "pay"; expected a list'],
    ['a word that is none', { pays: ['pay', 5] }, 'pays.1 is 5; expected a text'],
    [
      'an empty word',
      { pays: [''] },
      'pays.0 is ""; expected words with one blank between them, and * only where an ending or a beginning is open',
    ],
    ['two blanks', { pays: ['pay  now'] }, 'pays.0 is "pay  now"; expected words with one blank'],
    ['a * within a word', { pays: ['p*y'] }, 'pays.0 is "p*y"; expected words with one blank'],
    ['a list that nobody reads', { payes: [] }, 'payes is no list of words'],
    ['one in a deed', { deeds: [{ does: 'pays', verbs: [], things: [], nouns: [] }] }, 'deeds.0.nouns is no list of words'],
    ['a deed of no kind', { deeds: [{ does: 'paint', verbs: [], things: [] }] }, 'deeds.0.does is "paint"; expected one of deletes, pays,'],
    ['no object', [], 'it is an empty list; expected an object'],
  ])('a file with %s is refused in one sentence that names file and value', (_, change, problem) => {
    const text = JSON.stringify(Array.isArray(change) ? change : { ...english, ...change });
    expect(() => parseWords('/words/xx.json', text)).toThrow(`The guard cannot judge by /words/xx.json: ${problem}`);
  });

  test('a file that is no JSON is refused, too', () => {
    expect(() => parseWords('/words/xx.json', '{"pays": [')).toThrow(
      /^The guard cannot judge by \/words\/xx\.json:1:11: it is not JSON: .+\.$/,
    );
  });
});
