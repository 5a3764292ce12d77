import { describe, expect, test } from '@jest/globals';
import { plain, readingsOf, tokensOf } from '../../../src/domain/guard/fold.js';
import { nameSays } from '../../../src/domain/guard/names.js';
import { processorMs } from '../../support/processor-time.js';
import { lexicon } from '../../support/lexicon.js';

const kinds = (name: string) => nameSays(name, 'command', lexicon).risks;
const letters = 'Delete';

describe('LK11: a name in disguise', () => {
  test.each([
    ['zero-width characters', 'De\u200bl\u2060e\ufeffte'],
    ['soft hyphens', 'De\u00adlete'],
    ['direction marks', '\u202aDelete\u202c'],
    ['variation selectors', 'D\ufe0felete'],
    ['a Hangul filler', 'Dele\u3164te'],
    ['combining marks', [...letters].map((letter) => `${letter}\u0336\u0301`).join('')],
    ['full width', 'Ｄｅｌｅｔｅ'],
    ['mathematical letters', '𝓓𝓮𝓵𝓮𝓽𝓮'],
    ['circled letters', 'ⓓⓔⓛⓔⓣⓔ'],
    ['Cyrillic letters', 'D\u0435l\u0435t\u0435'],
    ['a Cyrillic capital', 'DELE\u0422E'],
    ['Greek letters', 'D\u0395LE\u03a4E'],
    ['a palochka', 'De\u04cfete'],
    ['a digit', 'De1ete'],
    ['a capital I', 'DeIete'],
    ['a bar', 'De|ete'],
    ['spaced letters', 'D e l e t e'],
    ['dotted letters', 'D.e.l.e.t.e'],
    ['dashed letters', 'd-e-l-e-t-e all'],
    ['a blank', 'Del ete'],
    ['camel case', 'onDeleteClicked'],
    ['Pascal case', 'DELETEAccount'],
    ['snake case', 'btn_delete_all'],
    ['a line break', 'Delete\naccount'],
    ['an icon before it', '\ue872 Delete'],
  ])('%s', (_, name) => {
    expect(kinds(name)).toEqual(['deletes']);
  });

  test.each([
    ['Cyrillic letters in a Cyrillic word stay', 'Удалить'],
    ['a Latin letter in a Cyrillic word', 'Уд\u0061лить'],
    ['capitals', 'УДАЛИТЬ'],
    ['decomposed', 'Lo\u0308schen'],
    ['two letters for one', 'Loeschen'],
    ['Turkish', 'SİL'],
    ['Arabic with vowel signs', 'حَذْف'],
    ['Arabic with tatweel', 'حـــذف'],
    ['Hindi, both ways of writing the nasal', 'हटाएँ'],
    ['Hindi', 'हटाएं'],
    ['Polish', 'USUŃ'],
    ['Japanese in half width', 'ﾃﾞｰﾀを削除'],
    ['Korean, decomposed', '삭제'.normalize('NFD')],
  ])('a word of another script: %s', (_, name) => {
    expect(kinds(name)).toEqual(['deletes']);
  });

  test.each(['Deletes', 'Deleting', 'Deleted', 'Start deletion', 'Löscht', 'Lösche', 'Removes', 'Wiping', 'Destroys'])(
    'a form of the verb: %s',
    (name) => {
      expect(kinds(name)).toEqual(['deletes']);
    },
  );

  test('vowels of Indic scripts and voicing of kana tell words apart', () => {
    expect(plain('दे')).not.toBe(plain('दो'));
    expect(plain('が')).not.toBe(plain('か'));
  });

  test('folding twice changes nothing', () => {
    for (const name of ['Lo\u0308schen', 'حَذْف', 'Ｄｅｌｅｔｅ', 'हटाएँ', 'ゴミ箱', 'Straße', 'İPTAL'])
      expect(plain(plain(name))).toBe(plain(name));
  });
});

test('H15: a digit that stands by itself looks like no letter, one within a word does', () => {
  const kindsOf = ['Like post 1', 'Like post 2', 'Pill 1', 'Pill 0'].map((name) => kinds(name));
  expect(kindsOf).toEqual([[], [], [], []]);
  expect(readingsOf('Like post 1')).toHaveLength(1);
  expect(kinds('De1ete')).toEqual(['deletes']);
});

describe('LK11: harmless phrases', () => {
  test.each([
    ['Place order by card', ['pays']],
    ['Order by date', []],
    ['Order by date: place order', ['pays']],
    ['Order history: delete', ['deletes']],
    ['Release notes and delete', ['deletes']],
    ['Block quote', []],
    ['Do not delete', []],
    ['Submit my application', ['sends']],
  ])('never hide a risky word beside them: %s', (name, expected) => {
    expect(kinds(name)).toEqual(expected);
  });
});

describe('LK11: a long name', () => {
  test.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['single letters', 'a '.repeat(500_000)],
    ['capitals', 'aB'.repeat(500_000)],
    ['marks', `a${'\u0301'.repeat(999_999)}`],
    ['fillers', 'cancel my the my the '.repeat(50_000)],
    ['digits', '$1,1'.repeat(250_000)],
    ['ideographs', '删'.repeat(1_000_000)],
  ])('of a megabyte is read in bounded time, by its beginning and its end: %s', (_, name) => {
    expect(readingsOf(name).flat().join('').length).toBeLessThan(20_000);
    // Generous: it shows that nothing grows with the square.
    expect(processorMs(() => void nameSays(name, 'command', lexicon))).toBeLessThan(500);
  });

  test('speaks by its beginning and by its end', () => {
    const long = 'x'.repeat(1_000_000);
    expect(kinds(`Delete ${long}`)).toEqual(['deletes']);
    expect(kinds(`${long} delete`)).toEqual(['deletes']);
  });

  test('words are letters or digits in a row', () => {
    expect(tokensOf(plain('Delete 3 files, now!'))).toEqual(['delete', '3', 'files', 'now']);
  });
});
