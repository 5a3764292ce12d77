// What makes two bodies of requests equal: all that is in them but tokens against forgery, which a page renews each time.
import { bodyEntries, longestBody } from './body-fields.js';

const token = /^_?_?(?:csrf|xsrf)(?:[_-]?(?:middleware)?[_-]?token)?$|^_token$|^authenticity_?token$|^_*request_?verification_?token$/i;

/** Of a body that is too long to be read, all of it. */
export function equalBody(contentType: string, body: string): string {
  if (body === '' || body.length > longestBody) return body;
  if (/multipart/i.test(contentType)) return equalParts(contentType, body);
  if (!bodyEntries(contentType, body).some(({ name }) => token.test(name))) return body;
  if (/json/i.test(contentType)) return equalJson(body);
  return [...new URLSearchParams(body)]
    .filter(([name]) => !token.test(name))
    .map((pair) => JSON.stringify(pair))
    .join('&');
}

/** One that is nested too deep is compared as it stands. */
function equalJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (name, value: unknown) => (token.test(name) ? undefined : value));
  } catch {
    return body;
  }
}

/** Each time its parts have another boundary. */
function equalParts(contentType: string, body: string): string {
  const [, quoted, plain = ''] = /boundary=(?:"([^"]{1,100})"|([^\s;]{1,100}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === '') return body;
  const isToken = (part: string): boolean => token.test(/; name="([^"\r\n]{1,200})"/i.exec(part.slice(0, 500))?.[1] ?? '');
  return body
    .split(`--${boundary}`)
    .filter((part) => !isToken(part))
    .join('--');
}
