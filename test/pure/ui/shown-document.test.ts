// HE27: what a browser shows in place of a page.
import { documentNotices, stayedNotice, type ShownDocument } from '../../../src/domain/ui/shown-document.js';

const page: ShownDocument = { document: 'd', url: 'https://bill.example/a/b?token=1#c', mimeType: 'text/html', isError: false };

test.each([
  ['a page', {}, []],
  ['XHTML', { mimeType: 'application/xhtml+xml' }, []],
  ['an empty tab', { url: 'about:blank', mimeType: '' }, []],
  ['a PDF', { mimeType: 'application/pdf' }, ['What https://bill.example shows is a PDF (application/pdf), no page.']],
  [
    'JSON of its own kind',
    { mimeType: 'application/hal+json' },
    ['What https://bill.example shows is JSON (application/hal+json), no page.'],
  ],
  ['a drawing', { mimeType: 'image/svg+xml' }, ['What https://bill.example shows is a picture (image/svg+xml), no page.']],
  ['a feed', { mimeType: 'application/rss+xml' }, ['What https://bill.example shows is XML (application/rss+xml), no page.']],
  ['a style sheet', { mimeType: 'text/css' }, ['What https://bill.example shows is plain text (text/css), no page.']],
  ['a page that says no', { status: 403 }, ['https://bill.example answered with status 403 (forbidden).']],
  ['a status of its own', { status: 418 }, ['https://bill.example answered with status 418.']],
  [
    'an error in JSON',
    { status: 500, mimeType: 'application/json' },
    [
      'https://bill.example answered with status 500 (an error of the server).',
      'What https://bill.example shows is JSON (application/json), no page.',
    ],
  ],
  [
    'a status without a page',
    { isError: true, status: 401, error: 'net::ERR_INVALID_AUTH_CREDENTIALS' },
    ['The browser shows an error of its own, no page of https://bill.example: status 401 (a login is asked for).'],
  ],
  [
    'a name that nobody knows',
    { isError: true, error: 'net::ERR_NAME_NOT_RESOLVED' },
    ['The browser shows an error of its own, no page of https://bill.example: no address is known for that name (ERR_NAME_NOT_RESOLVED).'],
  ],
  [
    'a certificate',
    { isError: true, error: 'net::ERR_CERT_DATE_INVALID' },
    [
      'The browser shows an error of its own, no page of https://bill.example: its certificate or encryption is not trusted (ERR_CERT_DATE_INVALID).',
    ],
  ],
  [
    'what was asked before anybody heard',
    { isError: true },
    ['The browser shows an error of its own, no page of https://bill.example: no answer.'],
  ],
])('%s', (_what, shown: Partial<ShownDocument>, notices) => {
  expect(documentNotices({ ...page, ...shown })).toEqual(notices);
});

test('an answer without content tells its origin alone', () => {
  expect(stayedNotice({ url: 'https://bill.example/silence?key=1', status: 204 })).toBe(
    'https://bill.example answered with status 204, without content: the page before it stays.',
  );
});
