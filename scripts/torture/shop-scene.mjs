// The scene for browsers: the sample shop, whose own ledger is the judge. A run places two orders, each under its own name; whenever it does not know
// where it stands (at the start, after an unknown outcome, in a reopened browser) it looks up its orders, as a careful person would. Only what it sees
// there decides what it orders.
import { join } from 'node:path';
import { openLedger } from '../../examples/shop/ledger.mjs';
import { createShop } from '../../examples/shop/server.mjs';
import { serve } from '../../examples/support/serve.mjs';
import { checkOfCount, effectsCounted } from './ledger-world.mjs';

export const items = ['1', '2'];
/** Between the order in the ledger and the response to the browser. */
const delayMs = 150;
const product = '/products/blue-notebook';

export async function startShopScene({ folder, onEffect }) {
  const ledger = openLedger(join(folder, 'orders.jsonl'));
  const watched = {
    orders: ledger.orders,
    async append(order) {
      const written = await ledger.append(order);
      const { run, item } = nameOf(written);
      onEffect(run, { item, control: 'Place order' });
      return written;
    },
  };
  const shop = await serve(createShop({ ledger: watched, delayMs }));
  const books = await serve((request) => effectsCounted(request, effectsOf));

  /** An article that is twice in the cart counts as an extra effect. */
  function effectsOf(run) {
    const orders = ledger.orders().filter((order) => nameOf(order).run === run);
    return orders.flatMap((order) =>
      order.items.flatMap(({ quantity }) => Array.from({ length: quantity }, () => ({ item: nameOf(order).item, control: 'Place order' }))),
    );
  }

  return {
    items,
    begin(run) {
      const start = `${shop.url}/orders?name=${run}/`;
      const known = { next: undefined };
      return {
        device: { kind: 'web', url: start },
        settings: { actionSequence: true },
        decide: (facts) => decide({ ...facts, run, url: shop.url, start, known }),
      };
    },
    effectsOf,
    counts: (control) => control === 'Place order',
    words: ['Place order'],
    effectCheck: checkOfCount(books.url),
    async close() {
      await Promise.all([shop.close(), books.close()]);
    },
  };
}

function nameOf({ name }) {
  const [run, item] = name.split('/');
  return { run, item };
}

/** The next action, from the screen and from the orders as it last saw them. */
function decide({ title, seen, find, news, run, url, start, known }) {
  const go = (path) => act('navigate', { url: path.startsWith('/') ? `${url}${path}` : path });
  const lookUp = () => go(start);

  if (title.startsWith('Orders of')) {
    const done = new Set([...seen.matchAll(new RegExp(`for ${run}/(\\d)`, 'g'))].map(([, item]) => item));
    known.next = items.find((item) => !done.has(item));
    if (known.next === undefined)
      return { reply: { Actions: [], Status: 'FINISH', Result: `${done.size} orders`, Comment: 'both are there' } };
    return go(product);
  }
  if (/unknown|opened again/i.test(news)) return lookUp();
  if (/^Order #\d+ confirmed/.test(title)) {
    const [, item] = new RegExp(`for ${run}/(\\d)`).exec(seen) ?? [];
    if (item !== items[0]) return lookUp();
    known.next = items[1];
    return go(product);
  }
  if (known.next === undefined) return lookUp();
  const inCart = Number(/^Cart \((\d+)\)/.exec(find('a', /^Cart \(/)?.name ?? '')?.[1] ?? 0);
  if (title.startsWith('Blue notebook')) return inCart > 0 ? go('/checkout') : press(find('btn', /^Add to cart$/));
  if (title.startsWith('Your cart')) {
    if (inCart === 0) return go(product);
    return press(inCart > 1 ? find('btn', /^Take Blue notebook out$/) : find('a', /^Checkout$/));
  }
  if (title.startsWith('Checkout')) return fillIn({ find, name: `${run}/${known.next}`, item: known.next });
  return lookUp();
}

function fillIn({ find, name, item }) {
  const [box, day, button] = [find('box', /^Full name$/), find('combo', /^Delivery day$/), find('btn', /^Place order$/)];
  const missing = [
    ...(box?.value === name ? [] : [call('set_edit_text', { text: name, clear_current_text: true }, box)]),
    ...(day?.value === 'Friday' ? [] : [call('select_option', { values: ['Friday'] }, day)]),
  ];
  if (missing.length > 0) return { control: missing[0].ControlText, reply: { Actions: missing, Comment: 'the form' } };
  return {
    item,
    control: 'Place order',
    asks: true,
    reply: { Actions: [call('click_input', {}, button, 'CONFIRM')], Comment: 'the order' },
  };
}

function press(control) {
  return control
    ? { control: control.name, reply: { Actions: [call('click_input', {}, control)], Comment: control.name } }
    : act('wait', { seconds: 1 });
}

function act(name, args) {
  return { control: args.url, reply: { Actions: [call(name, args)], Comment: name } };
}

function call(name, args, control, Status = 'CONTINUE') {
  return { Function: name, Args: args, ControlLabel: control?.label ?? '', ControlText: control?.name ?? '', Status };
}
