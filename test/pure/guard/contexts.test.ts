import { describe, expect, test } from '@jest/globals';
import { fragmentControls } from '../../support/fragment-controls.js';
import { judgedContext } from '../../support/guard-contexts.js';
import { sampled } from '../../support/sampled.js';
import { contexts } from './contexts/index.js';

const languages = [...new Set(contexts.map(({ language }) => language))];
/** Some of each language. */
const chosen = languages.flatMap((language) =>
  sampled(
    contexts.filter((context) => context.language === language),
    5,
  ),
);
const judged = chosen.map((context) => ({ ...context, got: judgedContext(context, fragmentControls(context.html)) }));
const risky = judged.filter(({ verdict }) => verdict !== 'free');
const harmless = judged.filter(({ verdict }) => verdict === 'free');
const shown = ({ language, aim, deed, why, got }: (typeof judged)[number]) => `${language} ${aim} ${JSON.stringify(deed)} (${why}): ${got}`;

/** Of the harmless ones. */
const mostHeld = 0.05;

describe('the labelled contexts', () => {
  test('HE41, LK15: there are at least 300, in at least twelve languages, about half of them harmless', () => {
    expect(contexts.length).toBeGreaterThanOrEqual(300);
    expect(languages.length).toBeGreaterThanOrEqual(12);
    expect(contexts.filter(({ verdict }) => verdict === 'free').length / contexts.length).toBeGreaterThan(0.4);
  });

  test('HE41, HE40: no risky one is missed', () => {
    expect(risky.filter(({ verdict, got }) => got !== verdict).map(shown)).toEqual([]);
  });

  test('HE41, HE40: at most one harmless one in twenty is held', () => {
    const heldUp = harmless.filter(({ got }) => got !== 'free');
    expect(heldUp.length / harmless.length).toBeLessThanOrEqual(mostHeld);
  });
});
