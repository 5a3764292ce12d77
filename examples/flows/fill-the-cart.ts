// A flow written in TypeScript. `fill-the-cart.flow.json` is what it yields; a test compares the two.
import { choose, defineFlow, repeatUntil, step, variable, when } from '../../src/domain/flow/define-flow.js';

const inTheCart = (count: number) => variable('cart.text', 'Equals', `Cart (${count})`);
const toTheShop = (name: string) => step(name, { type: 'Click', target: 'Fern & Fold' });
const putIn = (article: string) => [
  step(`Open ${article}`, { type: 'Click', target: article }),
  step(`Put ${article} in`, { type: 'Click', target: 'Add to cart' }),
];

/** Three notebooks and a pen. */
export const fillTheCart = defineFlow('Fill the cart', [
  repeatUntil('Until there are four things', inTheCart(4), 10, [
    toTheShop('To the shop'),
    choose(
      'What is missing',
      [{ name: 'the pen', when: variable('count.text', 'Equals', 'Cart (3)'), then: putIn('Fountain pen') }],
      [
        repeatUntil('Until there are three notebooks', variable('count.text', 'Equals', 'Cart (3)'), 5, [
          ...putIn('Blue notebook'),
          step('Count', { type: 'FindText', search_text: 'Cart (' }),
          when('More to come?', variable('count.text', 'NotEquals', 'Cart (3)'), [toTheShop('Back to the shop')]),
        ]),
      ],
    ),
    step(
      'Cart',
      { type: 'FindText', search_text: 'Cart (' },
      { checks: [{ name: 'there is a cart', check_type: 'TextPresent', params: { text: 'Your cart' } }] },
    ),
  ]),
]);
