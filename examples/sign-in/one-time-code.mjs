// A one-time code made from a clock (RFC 6238), as an app on a phone makes it.
//
// node examples/sign-in/one-time-code.mjs         SHOP_CODE_SECRET; prints the code of this half minute
import { createHmac } from 'node:crypto';
import { isProgram } from '../support/serve.mjs';

/** What phone and shop share. An example's: no account of yours. */
export const exampleSecret = 'the secret that the phone and the shop share';

const stepMs = 30_000;

/** Six digits for the half minute of `now` (ms). */
export function oneTimeCode(secret, now) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(stepOf(now)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The half minute that the code belongs to; undefined: it is the code of neither this one nor one beside it. */
export function stepOfCode(secret, code, now) {
  const near = [0, -1, 1].find((step) => oneTimeCode(secret, now + step * stepMs) === code);
  return near === undefined ? undefined : stepOf(now) + near;
}

function stepOf(now) {
  return Math.floor(now / stepMs);
}

if (isProgram(import.meta.url)) console.log(oneTimeCode(process.env.SHOP_CODE_SECRET ?? exampleSecret, Date.now()));
