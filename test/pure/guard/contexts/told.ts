// What stands near a button with an unusual name.
import { free, held, type GuardContext } from './context.js';

const price = '<p>Swap fee $4.10</p>';

export const told: readonly GuardContext[] = [
  ...held([
    ['en', '<div><p>By clicking Done you sign this agreement.</p><button>Done</button></div>', 'button Done', 'a text names the button'],
    ['en', '<div><p>Press Onwards and the post is visible to everyone.</p><button>Onwards</button></div>', 'button Onwards', 'so'],
    ['en', `<form>${price}<button>Pull it</button></form>`, 'button Pull it', "a form's lone button beside an amount"],
    ['en', '<div><p>$18.40, Visa ending 4242</p><button>Request</button></div>', 'button Request', 'a card named beside a price'],
    ['en', '<div><button>Chum in $25</button><button>Share story later</button></div>', 'button Chum in $25', 'an amount in its name'],
    [
      'en',
      '<div><h2>SQL console</h2><input type="text" aria-label="Query" value="DELETE FROM customers;"/><button>Run</button></div>',
      'button Run',
      'a command in the editor',
    ],
    ['en', '<table><tr><td>Card 1</td><td><button>🗑️</button></td></tr></table>', 'button 🗑️', 'a picture of a bin'],
    ['ru', '<div role="dialog"><p>Удалить переписку? Вернуть её нельзя.</p><button>Да</button></div>', 'button Да', 'вопрос и ещё фраза'],
  ]),
  ...free([
    [
      'en',
      '<div><p>Press Onwards and the next page opens.</p><button>Onwards</button></div>',
      'button Onwards',
      'a text that tells no risk',
    ],
    ['en', `<form>${price}<button>Recalculate</button></form>`, 'button Recalculate', 'only computes'],
    ['en', `<form>${price}<button>Apply</button><button>Reset</button></form>`, 'button Apply', 'an amount says nothing of it'],
    [
      'en',
      '<div><h2>SQL console</h2><input type="text" aria-label="Query" value="SELECT 1;"/><button>Run</button></div>',
      'button Run',
      'a query that reads',
    ],
  ]),
];
