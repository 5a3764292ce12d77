// A cart lives in its cookie (`blue-notebook:2.desk-pad:1`), so that the shop keeps no sessions and survives a restart.
import { findProduct } from './catalogue.mjs';

export function readCart(request) {
  const cookie = /(?:^|;\s*)cart=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? '';
  return decodeURIComponent(cookie)
    .split('.')
    .map((entry) => entry.split(':'))
    .flatMap(([id, quantity]) => {
      const product = findProduct(id);
      return product && Number(quantity) > 0 ? [{ product, quantity: Number(quantity) }] : [];
    });
}

export function addToCart(cart, product, quantity) {
  const others = cart.filter((line) => line.product !== product);
  const already = cart.find((line) => line.product === product)?.quantity ?? 0;
  return [...others, { product, quantity: already + quantity }];
}

export function removeFromCart(cart, id) {
  return cart.filter((line) => line.product.id !== id);
}

export function cartCookie(cart) {
  const value = cart.map(({ product, quantity }) => `${product.id}:${quantity}`).join('.');
  return `cart=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax`;
}

export function cartTotal(cart) {
  return cart.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
}

export function cartCount(cart) {
  return cart.reduce((sum, { quantity }) => sum + quantity, 0);
}
