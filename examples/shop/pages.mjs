import { cartCount, cartTotal } from './cart.mjs';
import { deliveryDays, formatPrice, giftWrapPrice } from './catalogue.mjs';
import { html } from './html.mjs';
import { drawProduct } from './pictures.mjs';

export function listPage({ products, query, cart }) {
  const title = query ? `Results for “${query}”` : 'Everything for the desk';
  return page(
    title,
    cart,
    html` <h1>${title}</h1>
      ${products.length === 0 && html`<p class="empty">Nothing found. Try a shorter word.</p>`}
      <ul class="products">
        ${products.map(
          (product) =>
            html`<li>
              <a class="card" href="/products/${product.id}" aria-label="${product.name}">
                ${drawProduct(product)}<strong>${product.name}</strong><span class="price">${formatPrice(product.price)}</span></a
              >
            </li>`,
        )}
      </ul>`,
    query,
  );
}

export function productPage({ product, cart }) {
  return page(
    product.name,
    cart,
    html` <article class="product">
      <div class="stage">${drawProduct(product)}</div>
      <div>
        <h1>${product.name}</h1>
        <p class="price large">${formatPrice(product.price)}</p>
        <p>${product.text}</p>
        <form method="post" action="/cart">
          <input type="hidden" name="product" value="${product.id}" />
          <label for="quantity">Quantity</label>
          <input id="quantity" name="quantity" type="number" min="1" max="20" value="1" />
          <button>Add to cart</button>
        </form>
        <p class="note">In stock. Delivered Thursday to Saturday.</p>
      </div>
    </article>`,
  );
}

export function cartPage({ cart }) {
  if (cart.length === 0)
    return page(
      'Your cart',
      cart,
      html`<h1>Your cart</h1>
        <p class="empty">It is empty. <a href="/">See what there is</a>.</p>`,
    );
  return page(
    'Your cart',
    cart,
    html` <h1>Your cart</h1>
      ${lines(cart, true)}
      <p class="actions"><a class="button" href="/checkout">Checkout</a></p>`,
  );
}

export function checkoutPage({ cart, values = {}, errors = {} }) {
  const option = (day) => html`<option value="${day}" ${values.day === day && html` selected`}>${day}</option>`;
  return page(
    'Checkout',
    cart,
    html` <h1>Checkout</h1>
      <div class="columns">
        <form method="post" action="/orders" class="sheet" novalidate>
          <label for="name">Full name</label>
          <input id="name" name="name" autocomplete="name" value="${values.name ?? ''}" ${errors.name && html` aria-invalid="true"`} />
          ${complaint(errors.name)}
          <label for="day">Delivery day</label>
          <select id="day" name="day" ${errors.day && html` aria-invalid="true"`}>
            <option value="">Choose a day</option>
            ${deliveryDays.map(option)}
          </select>
          ${complaint(errors.day)}
          <label class="check"
            ><input type="checkbox" name="gift" ${values.gift && html` checked`} /> Gift wrap (+ ${formatPrice(giftWrapPrice)})</label
          >
          <button class="primary">Place order</button>
          <p class="note">“Place order” is final: each press is an order.</p>
        </form>
        <aside>${lines(cart, false)}</aside>
      </div>`,
  );
}

export function orderPage({ order, cart }) {
  return page(
    `Order #${order.number} confirmed`,
    cart,
    html` <section class="sheet done" role="status">
        <h1>Order #${order.number} confirmed</h1>
        <p>${order.items.map((item) => `${item.quantity} × ${item.name}`).join(', ')} for ${order.name}, delivered on ${order.day}.</p>
        <p>Total ${formatPrice(order.total)}</p>
      </section>
      <p class="actions"><a class="button quiet" href="/">Back to the shop</a></p>`,
  );
}

/** Orders under names that start with `name`: `Ada` also finds those of Ada Lovelace. */
export function ordersPage({ name, orders, cart }) {
  const found = name === '' ? [] : orders.filter((order) => order.name.toLowerCase().startsWith(name.toLowerCase()));
  const title = name === '' ? 'Your orders' : `Orders of ${name}`;
  return page(
    title,
    cart,
    html` <h1>${title}</h1>
      <form action="/orders" class="sheet">
        <label for="whose">In the name of</label>
        <input id="whose" name="name" value="${name}" />
        <button>Look up</button>
      </form>
      ${name !== '' && found.length === 0 && html`<p class="empty">There are no orders in this name.</p>`}
      <ul class="orders">
        ${found.map((order) => html`<li><a href="/orders/${order.number}">Order #${order.number} for ${order.name}</a></li>`)}
      </ul>`,
  );
}

export function messagePage({ title, text, cart }) {
  return page(
    title,
    cart,
    html`<h1>${title}</h1>
      <p class="empty">${text} <a href="/">Back to the shop</a>.</p>`,
  );
}

function lines(cart, removable) {
  return html`<table class="lines">
    <thead>
      <tr>
        <th scope="col">Article</th>
        <th scope="col">Quantity</th>
        <th scope="col">Price</th>
        ${removable && html`<td></td>`}
      </tr>
    </thead>
    <tbody>
      ${cart.map(
        ({ product, quantity }) =>
          html`<tr>
            <td>${product.name}</td>
            <td>${quantity}</td>
            <td>${formatPrice(product.price * quantity)}</td>
            ${
              removable &&
              html`<td>
                <form method="post" action="/cart">
                  <input type="hidden" name="remove" value="${product.id}" /><button class="link" aria-label="Take ${product.name} out">
                    ×
                  </button>
                </form>
              </td>`
            }
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td></td>
        <td>${formatPrice(cartTotal(cart))}</td>
        ${removable && html`<td></td>`}
      </tr>
    </tfoot>
  </table>`;
}

function complaint(text) {
  return text && html`<p class="complaint" role="alert">${text}</p>`;
}

function page(title, cart, body, query = '') {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Fern &amp; Fold</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a class="brand" href="/">Fern &amp; Fold</a>
          <form role="search" action="/">
            <input type="search" name="q" aria-label="Search" placeholder="Notebooks, pens, ink" value="${query}" /><button>Find</button>
          </form>
          <a class="cart" href="/cart">Cart (${cartCount(cart)})</a>
        </header>
        <main>${body}</main>
        <footer>Fern &amp; Fold is a small shop that only exists for trying things out.</footer>
      </body>
    </html>`;
}
