import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../examples/shop/ledger.mjs';
import { createShop } from '../../../examples/shop/server.mjs';

describe('the shop', () => {
  let folder = '';
  let visit: Visitor;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shop-'));
    visit = visitor(createShop({ ledger: openLedger(join(folder, 'ledger.jsonl')) }));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['blue notebooks', ['Blue notebook']],
    ['NOTEBOOK', ['Blue notebook', 'Green notebook', 'Red notebook']],
    ['  ', ['Blue notebook', 'Pencil set']],
    ['tractor', []],
  ])('finds for %j the articles that contain every word', async (query, names) => {
    const { text } = await visit.get(`/?q=${encodeURIComponent(query)}`);
    for (const name of names) expect(text).toContain(`aria-label="${name}"`);
    expect(text.includes('Nothing found')).toBe(names.length === 0);
  });

  test('keeps the cart across pages, adds up, and removes an article again', async () => {
    await visit.post('/cart', { product: 'blue-notebook', quantity: '2' });
    await visit.post('/cart', { product: 'blue-notebook', quantity: '1' });
    expect((await visit.get('/cart')).text).toContain('€37.50');
    await visit.post('/cart', { remove: 'blue-notebook' });
    expect((await visit.get('/cart')).text).toContain('It is empty');
  });

  test('takes an order, confirms it with its number and empties the cart', async () => {
    const { location } = await order(visit);
    expect(location).toBe('/orders/1');
    const { text } = await visit.get('/orders/1');
    expect(text).toContain('Order #1 confirmed');
    expect(text).toContain('2 × Blue notebook for Ada Lovelace, delivered on Friday');
    expect(text).toContain('Cart (0)');
    expect((await ledger(visit))[0]).toMatchObject({
      number: 1,
      name: 'Ada Lovelace',
      day: 'Friday',
      gift: false,
      total: 2500,
      items: [{ id: 'blue-notebook', quantity: 2 }],
    });
  });

  test('looks up the orders of one name, and no others', async () => {
    await order(visit);
    const found = await visit.get('/orders?name=ada');
    expect(found.text).toContain('Orders of ada');
    expect(found.text).toContain('Order #1 for Ada Lovelace');
    expect((await visit.get('/orders?name=Grace')).text).toContain('There are no orders in this name.');
    expect((await visit.get('/orders')).text).not.toContain('Order #1');
  });

  test('makes two orders when the same order is sent twice', async () => {
    await visit.post('/cart', { product: 'blue-notebook' });
    await Promise.all([visit.post('/orders', checkout()), visit.post('/orders', checkout())]);
    expect((await ledger(visit)).map(({ number }) => number)).toEqual([1, 2]);
  });

  test.each([
    [{ ...checkout(), name: ' ' }, 'Please enter your name.'],
    [{ ...checkout(), day: '' }, 'Please choose a delivery day.'],
    [{ ...checkout(), day: 'Sunday' }, 'Please choose a delivery day.'],
  ])('refuses the form %j and keeps what was filled in', async (form, complaint) => {
    await visit.post('/cart', { product: 'blue-notebook' });
    const { status, text } = await visit.post('/orders', form);
    expect(status).toBe(422);
    expect(text).toContain(complaint);
    expect(text).toContain(`value="${form.name.trim()}"`);
    expect(await ledger(visit)).toEqual([]);
  });

  test('refuses an order without a cart, and an invalid quantity', async () => {
    expect((await visit.post('/orders', checkout())).status).toBe(400);
    expect((await visit.post('/cart', { product: 'blue-notebook', quantity: '1.5' })).status).toBe(400);
    expect((await visit.get('/nowhere')).status).toBe(404);
  });

  test('has the order in its ledger before a slow answer arrives', async () => {
    const slow = visitor(createShop({ ledger: openLedger(join(folder, 'slow.jsonl')), delayMs: 60 }));
    await slow.post('/cart', { product: 'blue-notebook' });
    const answered = slow.post('/orders', checkout()).then(() => 'answered');
    while ((await ledger(slow)).length === 0) await new Promise(setImmediate);
    expect(await Promise.race([answered, Promise.resolve('waiting')])).toBe('waiting');
    expect(await answered).toBe('answered');
  });

  test('continues order numbers after a restart', async () => {
    await order(visit);
    const reopened = visitor(createShop({ ledger: openLedger(join(folder, 'ledger.jsonl')) }));
    expect((await order(reopened)).location).toBe('/orders/2');
  });

  test('shows what a person typed as text, never as markup', async () => {
    const { text } = await visit.get(`/?q=${encodeURIComponent('<img src=x onerror="alert(1)">')}`);
    expect(text).not.toContain('<img');
  });
});

type Visitor = ReturnType<typeof visitor>;

/** Acts as a browser: keeps the cookie, follows nothing. */
function visitor(handle: (request: Request) => Promise<Response>) {
  let cookie = '';
  const send = async (request: Request) => {
    const response = await handle(request);
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
  return {
    get: (path: string) => send(new Request(`http://shop${path}`, { headers: { cookie } })),
    post: (path: string, form: Readonly<Record<string, string>>) =>
      send(new Request(`http://shop${path}`, { method: 'POST', headers: { cookie }, body: new URLSearchParams(form) })),
  };
}

function checkout() {
  return { name: 'Ada Lovelace', day: 'Friday' };
}

async function order(visit: Visitor) {
  await visit.post('/cart', { product: 'blue-notebook', quantity: '2' });
  return visit.post('/orders', checkout());
}

async function ledger(visit: Visitor): Promise<readonly { readonly number: number }[]> {
  const { text } = await visit.get('/ledger');
  return (JSON.parse(text) as { readonly orders: readonly { readonly number: number }[] }).orders;
}
