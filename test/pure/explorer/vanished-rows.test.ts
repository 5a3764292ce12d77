import { describe, expect, test } from '@jest/globals';
import { likenessOf, removersIn } from '../../../src/domain/explorer/vanished-rows.js';
import { fragmentControls } from '../../support/fragment-controls.js';

const rows = (names: readonly string[]): string =>
  names.map((name) => `<div><span>${name}</span><button>Drop ${name}</button></div>`).join('');

/** Of a press on the button of that name. */
function removed(name: string, before: string, after: string) {
  const [was, is] = [fragmentControls(before), fragmentControls(after)];
  const target = was.find((control) => control.interactive && control.name === name);
  if (!target) throw new Error(`no ${name}`);
  return { found: removersIn({ key: 'own', verb: 'tap', target }, was, is), like: likenessOf({ verb: 'tap', target }) };
}

describe('rows that vanish', () => {
  test('E84: the row of what was pressed: whatever is at its place in other rows is like it', () => {
    const { found, like } = removed('Drop B', `<main>${rows(['A', 'B', 'C'])}</main>`, `<main>${rows(['A', 'C'])}<p>Undo?</p></main>`);
    expect(found).toEqual(['own', like]);
    expect(removed('Drop A', `<main>${rows(['A', 'C'])}</main>`, `<main>${rows(['C'])}</main>`).like).toBe(like);
  });

  test('E84: another tool that rows vanish after is like itself alone', () => {
    const tool = '<footer><button>Sweep</button></footer>';
    expect(removed('Sweep', `<main>${rows(['A', 'B'])}${tool}</main>`, `<main>${tool}</main>`).found).toEqual(['own']);
  });

  test.each([
    ['a page of others', 'Further', `${rows(['A', 'B'])}<button>Further</button>`, `${rows(['C'])}<button>Further</button>`],
    ['what hides', 'Hide list', `${rows(['A', 'B'])}<button>Hide list</button>`, '<button>Hide list</button>'],
    ['another view', 'Further', `<h1>All</h1>${rows(['A', 'B'])}<button>Further</button>`, '<h1>One</h1><p>Of it</p>'],
    ['all rows of a panel', 'Drop A', rows(['A', 'B']), '<p>Nothing</p>'],
    ['a dialog', 'Drop A', `<dialog>${rows(['A', 'B'])}</dialog>`, rows(['B'])],
  ])('E84: no evidence: %s', (_, name, before, after) => {
    expect(removed(name, `<main>${before}</main>`, `<main>${after}</main>`).found).toEqual([]);
  });
});
