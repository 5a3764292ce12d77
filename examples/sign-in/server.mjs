// The shop of examples/shop behind a sign-in: a password, and a code that is made from a clock and that no run can know.
//
// node examples/sign-in/server.mjs         PORT, SHOP_LEDGER (a file), SHOP_PASSWORD, SHOP_CODE_SECRET
import { createHmac, randomBytes } from 'node:crypto';
import { html } from '../shop/html.mjs';
import { openLedger } from '../shop/ledger.mjs';
import { createShop } from '../shop/server.mjs';
import { isProgram, runUntilStopped, serve } from '../support/serve.mjs';
import { exampleSecret, stepOfCode } from './one-time-code.mjs';

/** `password` and `codeSecret`: of its only customer. */
export async function startShopWithSignIn({ port, ledgerFile, password, codeSecret }) {
  const ledger = openLedger(ledgerFile);
  const { url, close } = await serve(behindSignIn(createShop({ ledger }), { password, codeSecret }), port);
  return { url, ledger: ledger.orders, close };
}

function behindSignIn(shop, { password, codeSecret }) {
  const pass = createHmac('sha256', randomBytes(32)).update('signed in').digest('base64url');
  let lastStep = 0;

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/style.css' || (request.headers.get('cookie') ?? '').includes(`session=${pass}`)) return shop(request);
    if (request.method !== 'POST' || pathname !== '/sign-in') return show(signInPage());
    const form = await request.formData();
    const step = stepOfCode(codeSecret, String(form.get('code') ?? '').trim(), Date.now());
    // A code is good once.
    if (form.get('password') !== password || step === undefined || step <= lastStep) return show(signInPage(true), 403);
    lastStep = step;
    return new Response(null, { status: 303, headers: { location: '/', 'set-cookie': `session=${pass}; Path=/; HttpOnly; SameSite=Lax` } });
  };
}

function signInPage(isWrong = false) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Sign in · Fern &amp; Fold</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header><span class="brand">Fern &amp; Fold</span></header>
        <main>
          <h1>Sign in</h1>
          <form method="post" action="/sign-in" class="sheet">
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" />
            <label for="code">Code from your phone</label>
            <input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="6" />
            <button class="primary">Sign in</button>
            ${isWrong && html`<p class="complaint" role="alert">That was not right, or the code was used already.</p>`}
          </form>
        </main>
      </body>
    </html>`;
}

function show(page, status = 200) {
  return new Response(String(page), { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

if (isProgram(import.meta.url)) {
  const {
    PORT,
    SHOP_LEDGER = '.steadyhand/shop/ledger.jsonl',
    SHOP_PASSWORD = 'fern and fold',
    SHOP_CODE_SECRET = exampleSecret,
  } = process.env;
  runUntilStopped({
    name: 'shop with a sign-in',
    ...(await startShopWithSignIn({
      port: Number(PORT ?? 0),
      ledgerFile: SHOP_LEDGER,
      password: SHOP_PASSWORD,
      codeSecret: SHOP_CODE_SECRET,
    })),
  });
}
