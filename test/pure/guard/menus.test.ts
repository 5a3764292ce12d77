// A link in a list of places only leads there, whatever it is called; in any other list it may do what it says.
import { describe, expect, test } from '@jest/globals';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import { fragmentControls } from '../../support/fragment-controls.js';

const menu = (entries: readonly string[]): string =>
  `<div class="side"><ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul></div>`;
const links = (...names: readonly string[]): readonly string[] => names.map((name) => `<a href="/x">${name}</a>`);

describe('HE40: a link in a list', () => {
  test.each([
    ['of places', links('Dashboard', 'Tables', 'Icons', 'Maps', 'Upgrade to PRO'), []],
    ['of places, which deletes', links('Dashboard', 'Tables', 'Icons', 'Maps', 'Delete account'), ['deletes']],
    ['of three', links('Dashboard', 'Tables', 'Upgrade to PRO'), ['pays']],
    ['of offers', links('Upgrade to PRO', 'Upgrade to premium', 'Tables', 'Icons', 'Maps'), ['pays']],
    ['of which one is a button', [...links('Dashboard', 'Icons', 'Maps', 'Upgrade to PRO'), '<button>Tables</button>'], ['pays']],
    [
      'that has more than links',
      [...links('Dashboard', 'Icons', 'Maps'), '<a href="/x">Tables</a> <a href="/y">Help</a>', ...links('Upgrade to PRO')],
      ['pays'],
    ],
  ])('%s', (_what, entries, risks) => {
    const controls = fragmentControls(menu(entries));
    const [control] = controls.filter(({ interactive, name }) => interactive && /Upgrade to PRO|Delete/.test(name));
    if (!control) throw new Error('no such link');
    const { risks: found } = createJudgement({ controls })({ type: 'click', target: { control }, button: 'left', clickCount: 1 });
    expect(found.map(({ kind }) => kind)).toEqual(risks);
  });
});
