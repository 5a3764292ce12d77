// A shop to try agents on. Its one hard rule: every POST to /orders is an order. It never asks whether two of them are the same, so a double click shows.
//
// node examples/shop/server.mjs         PORT, SHOP_LEDGER (a file), SHOP_DELAY_MS
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isProgram, runUntilStopped, serve } from '../support/serve.mjs';
import { addToCart, cartCookie, cartTotal, readCart, removeFromCart } from './cart.mjs';
import { deliveryDays, findProduct, giftWrapPrice, searchProducts } from './catalogue.mjs';
import { openLedger } from './ledger.mjs';
import { cartPage, checkoutPage, listPage, messagePage, orderPage, ordersPage, productPage } from './pages.mjs';

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** `delayMs`: how long the response to an order is delayed *after* the order is in the ledger, so that something can go wrong in between. */
export async function startShop({ port, ledgerFile, delayMs = 0 }) {
  const ledger = openLedger(ledgerFile);
  const { url, close } = await serve(createShop({ ledger, delayMs }), port);
  return { url, ledger: ledger.orders, close };
}

/** `Request → Promise<Response>`. */
export function createShop({ ledger, delayMs = 0 }) {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const cart = readCart(request);
    const [, folder, id] = pathname.split('/');

    switch (`${request.method} /${folder}`) {
      case 'GET /': {
        const query = (searchParams.get('q') ?? '').trim();
        return show(listPage({ products: searchProducts(query), query, cart }));
      }
      case 'GET /products': {
        const product = findProduct(id);
        return product ? show(productPage({ product, cart })) : notFound(cart);
      }
      case 'GET /cart':
        return show(cartPage({ cart }));
      case 'POST /cart':
        return changeCart(await request.formData(), cart);
      case 'GET /checkout':
        return cart.length > 0 ? show(checkoutPage({ cart })) : goTo('/cart');
      case 'POST /orders':
        return placeOrder({ form: await request.formData(), cart, ledger, delayMs });
      case 'GET /orders': {
        if (id === undefined) return show(ordersPage({ name: (searchParams.get('name') ?? '').trim(), orders: ledger.orders(), cart }));
        const order = ledger.orders().find(({ number }) => String(number) === id);
        return order ? show(orderPage({ order, cart })) : notFound(cart);
      }
      case 'GET /ledger':
        return Response.json({ orders: ledger.orders() });
      case 'GET /style.css':
        return new Response(style, { headers: { 'content-type': 'text/css; charset=utf-8' } });
      default:
        return notFound(cart);
    }
  };
}

function changeCart(form, cart) {
  if (form.has('remove')) return goTo('/cart', removeFromCart(cart, form.get('remove')));
  const product = findProduct(form.get('product'));
  const quantity = Number(form.get('quantity') ?? 1);
  if (!product || !Number.isInteger(quantity) || quantity < 1 || quantity > 20)
    return badRequest(cart, 'Choose an article and a quantity from 1 to 20.');
  return goTo('/cart', addToCart(cart, product, quantity));
}

async function placeOrder({ form, cart, ledger, delayMs }) {
  if (cart.length === 0) return badRequest(cart, 'Your cart is empty.');
  const values = { name: String(form.get('name') ?? '').trim(), day: String(form.get('day') ?? ''), gift: form.has('gift') };
  const errors = {
    ...(values.name === '' && { name: 'Please enter your name.' }),
    ...(!deliveryDays.includes(values.day) && { day: 'Please choose a delivery day.' }),
  };
  if (Object.keys(errors).length > 0) return show(checkoutPage({ cart, values, errors }), 422);

  const items = cart.map(({ product, quantity }) => ({ id: product.id, name: product.name, quantity, price: product.price }));
  const order = await ledger.append({ ...values, items, total: cartTotal(cart) + (values.gift ? giftWrapPrice : 0) });
  await pause(delayMs);
  return goTo(`/orders/${order.number}`, []);
}

function show(page, status = 200) {
  return new Response(String(page), { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

function goTo(location, cart) {
  return new Response(null, { status: 303, headers: { location, ...(cart && { 'set-cookie': cartCookie(cart) }) } });
}

function notFound(cart) {
  return show(messagePage({ title: 'Not here', text: 'There is no such page.', cart }), 404);
}

function badRequest(cart, text) {
  return show(messagePage({ title: 'That did not work', text, cart }), 400);
}

if (isProgram(import.meta.url)) {
  const { PORT, SHOP_LEDGER = '.steadyhand/shop/ledger.jsonl', SHOP_DELAY_MS } = process.env;
  runUntilStopped({
    name: 'shop',
    ...(await startShop({ port: Number(PORT ?? 0), ledgerFile: SHOP_LEDGER, delayMs: Number(SHOP_DELAY_MS ?? 0) })),
  });
}
