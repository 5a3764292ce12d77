// Addresses such as https://ann:secret@shop.example stand in histories and records: none of ours has a login in it.
import { mask } from '../ui/mask.js';

export const noLogin = 'an address without a login, which history would show: log in on the page, with {{secret:NAME}} for the password';

export function hasLogin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

/** As a message may name it. What is one is read as a browser reads it, which takes `\` for `/` and passes over blanks. */
export function withoutLogin(text: string): string {
  if (!hasLogin(text)) return text.replace(/\/\/[^/?#\s]*@/g, `//${mask}@`);
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href.replace('//', `//${mask}@`);
}
