// The shop behind a login with a password and a code, which no run knows: for the example report of a run that a person took over.
import { serve } from '../../examples/support/serve.mjs';
import { createShop } from '../../examples/shop/server.mjs';
import { openLedger } from '../../examples/shop/ledger.mjs';

/** What the person types; it is in no report. */
export const signInWith = { password: 'verifier-trajectory-1969', code: '408153' };
/** px of the page's picture. */
export const places = { password: { x: 640, y: 235 }, code: { x: 640, y: 315 }, button: { x: 520, y: 375 } };

const page = (message) => `<!doctype html><html lang="en"><title>Sign in to the shop</title><link rel="stylesheet" href="/style.css">
  <style>
    main { position: absolute; left: 440px; top: 90px; width: 400px; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
    h1 { position: absolute; top: 12px; margin: 0 }
    p { position: absolute; top: 58px; margin: 0 }
    main { height: 340px }
    label { position: absolute; left: 24px }
    input, form button { position: absolute; left: 24px; width: 350px; height: 40px; margin: 0; font-size: 18px }
    form button { width: 160px }
  </style>
  <main><h1>Welcome back</h1><p>${message}</p>
  <form method="post" action="/sign-in">
    <label for="password" style="top: 98px">Password of the office</label><input id="password" name="password" type="password" style="top: 125px">
    <label for="code" style="top: 178px">Code from your phone</label>
    <input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="6" style="top: 205px">
    <button style="top: 265px">Sign in</button>
  </form></main>`;

export function startSignIn({ ledgerFile }) {
  const shop = createShop({ ledger: openLedger(ledgerFile) });
  return serve(async (request) => {
    const { pathname } = new URL(request.url);
    const isMember = /(?:^|; )member=1/.test(request.headers.get('cookie') ?? '');
    if (isMember || pathname === '/style.css') return shop(request);
    if (request.method !== 'POST') return html(page('Orders of the office need two proofs.'));
    const given = Object.fromEntries(await request.formData());
    if (given.password !== signInWith.password || given.code !== signInWith.code) return html(page('That was not right. Try again.'));
    return new Response(null, { status: 303, headers: { location: '/', 'set-cookie': 'member=1; Path=/; HttpOnly' } });
  });
}

function html(text) {
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
