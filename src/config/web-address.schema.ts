// Addresses of servers and origins of pages, as they are configured.
import { hasLogin } from '../domain/checks/login-in-address.js';
import { z } from 'zod';

/** A text of a certain form. Whatever else stands there, of another type too, is told what is expected, with an example. */
export const textAs = (fits: (text: string) => boolean, expected: string) =>
  z.string({ error: expected }).refine(fits, { error: expected });

const expectedAddress = 'expected an address that begins with http:// or https://';
const webAddress = z.string({ error: expectedAddress }).trim().refine(isWebAddress, { error: expectedAddress });

/** Errors and histories name the address. */
export const addressWithoutLogin = (instead: string) =>
  webAddress.refine((url) => !hasLogin(url), { error: `expected an address without a login: ${instead}` });

/** Of a server: paths are put after it, which a fragment would swallow. */
export const serverAddress = (instead: string) =>
  addressWithoutLogin(instead).refine((url) => !url.includes('#'), {
    error: 'expected an address without a fragment: leave out # and what follows',
  });

/** Normalized as the browser compares it: `https://shop.example`, without a path. */
export const origin = webAddress
  .refine((value) => !isWebAddress(value) || ['/', ''].includes(new URL(value).pathname + new URL(value).search), {
    error: 'expected an origin such as https://shop.example, without a path',
  })
  .transform((value) => new URL(value).origin);

function isWebAddress(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}
