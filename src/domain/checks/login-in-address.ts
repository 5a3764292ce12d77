// Addresses such as https://ann:secret@shop.example stand in histories and records: none of ours has a login in it.
import { mask } from '../ui/mask.js';

export const noLogin = 'an address without a login, which history would show: log in on the page, with {{secret:NAME}} for the password';

/** Also of an address within it: `?next=http://ann:secret@shop.example`. */
export function hasLogin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, pathname, search, hash } = new URL(address);
  return username !== '' || password !== '' || withinIt.test(decoded(`${pathname}${search}${hash}`));
}

const withinIt = /\/\/[^/?#&@:\s]*:[^/?#&@\s]+@/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * As a message may name it. An address is read as a browser reads it, which takes `\` for `/` and passes over blanks; elsewhere whatever stands before an `@`, however that is written, may be a login, unless it has no colon, as in
 * `ann@shop.example`.
 */
export function withoutLogin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username + url.password === '') return masked(text);
  url.username = '';
  url.password = '';
  return masked(url.href).replace('//', `//${mask}@`);
}

/** Time: linear in the text's length, which may be megabytes. */
function masked(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const before = /^.*(?:@|＠|%40)/.exec(word)?.[0] ?? '';
    if (!before.includes(':')) return word;
    const begins = /^.*?https?:\/\//i.exec(before)?.[0] ?? '';
    return `${begins}${mask}@${word.slice(before.length)}`;
  });
}
