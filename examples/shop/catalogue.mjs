/** What the shop sells; prices in cents. */
export const products = [
  {
    id: 'blue-notebook',
    name: 'Blue notebook',
    price: 1250,
    kind: 'notebook',
    colour: '#2f5d9b',
    text: 'A5, 160 dotted pages, lies flat from the first one to the last.',
  },
  {
    id: 'green-notebook',
    name: 'Green notebook',
    price: 1250,
    kind: 'notebook',
    colour: '#3d7a57',
    text: 'A5, 160 lined pages, with a pocket for loose notes.',
  },
  {
    id: 'red-notebook',
    name: 'Red notebook',
    price: 1450,
    kind: 'notebook',
    colour: '#b4443c',
    text: 'A4, 120 squared pages, for plans that need room.',
  },
  {
    id: 'fountain-pen',
    name: 'Fountain pen',
    price: 3900,
    kind: 'pen',
    colour: '#27303a',
    text: 'Steel nib, medium. Comes with a converter.',
  },
  { id: 'pencil-set', name: 'Pencil set', price: 890, kind: 'pen', colour: '#d19a2a', text: 'Six pencils from 4H to 4B, in a tin.' },
  {
    id: 'blue-ink',
    name: 'Bottle of blue ink',
    price: 1100,
    kind: 'ink',
    colour: '#2b4fa8',
    text: '50 ml, washable, made to be looked at.',
  },
  { id: 'desk-pad', name: 'Desk pad', price: 2750, kind: 'pad', colour: '#8a6f52', text: 'Felt and cork, 60 × 30 cm, keeps a desk quiet.' },
  {
    id: 'letter-paper',
    name: 'Letter paper',
    price: 1600,
    kind: 'pad',
    colour: '#c9b893',
    text: 'Forty sheets and twenty envelopes, laid, cream.',
  },
];

export const deliveryDays = ['Thursday', 'Friday', 'Saturday'];

export const giftWrapPrice = 200;

export function findProduct(id) {
  return products.find((product) => product.id === id);
}

/** Products with every word of the query in their name or text; a plural matches the singular. */
export function searchProducts(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter((product) => {
    const text = `${product.name} ${product.text}`.toLowerCase();
    return words.every((word) => text.includes(word.replace(/s$/, '')));
  });
}

export function formatPrice(cents) {
  return `€${(cents / 100).toFixed(2)}`;
}
