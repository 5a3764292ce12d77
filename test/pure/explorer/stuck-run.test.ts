// A recorded run that was stuck (docs/design/explorer.md §3): 160 looks at eight screens of an application that never settles, as a browser returned them.
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { headingsOf } from '../../../src/domain/explorer/screen-names.js';
import { signatureOf } from '../../../src/domain/explorer/signature.js';
import { readLooks } from '../../support/recorded-looks.js';

const looks = readLooks('stuck-run');
const signatures = looks.map(({ screen, url, controls }) => ({
  screen,
  ...signatureOf({ app: 'desk', url, title: screen, headings: headingsOf(controls), controls }),
}));
const count = (texts: readonly string[]): number => new Set(texts).size;

test('E52: what looks like many screens is the eight that a person sees', () => {
  const asShown = looks.map(({ controls }) =>
    createHash('sha256')
      .update(JSON.stringify(controls.map(({ role, name, bounds }) => [role, name, bounds])))
      .digest('hex'),
  );
  const counts = {
    looks: looks.length,
    texts: count(asShown),
    composites: count(signatures.map(({ composite }) => composite)),
    identities: count(signatures.map(({ identity }) => identity)),
  };
  expect(counts).toMatchObject({ looks: 160, identities: 8 });
  expect(counts.texts).toBeGreaterThan(140);
  expect(counts.composites).toBeGreaterThan(80);
});

test.each([...new Set(looks.map(({ screen }) => screen))])('E52: %s is one screen, and no other screen matches it', (screen) => {
  const own = new Set(signatures.filter((one) => one.screen === screen).map(({ identity }) => identity));
  const others = new Set(signatures.filter((one) => one.screen !== screen).map(({ identity }) => identity));
  expect(own.size).toBe(1);
  expect([...own].some((identity) => others.has(identity))).toBe(false);
});
