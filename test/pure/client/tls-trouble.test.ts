// What a handshake's end means, for ends that no server here brings about; the others are in test/e2e/set-up/tls.test.ts.
import { describe, expect, test } from '@jest/globals';
import { troubleWith, troubleWithout, type Handshake } from '../../../src/client/tls-trouble.js';

const address = 'temporal.example:7233';
const ended = (code?: string): Handshake => ({ isSecured: false, isAnswered: false, ...(code === undefined ? {} : { code }) });
const soon = new Date(Date.now() + 60_000);
const before = new Date('2026-01-02T03:04:05Z');

describe('FL7: of a client that speaks TLS', () => {
  test.each([
    ['the server is not there', ended('ECONNREFUSED'), soon, undefined],
    ['its name is not known', ended('ENOTFOUND'), undefined, undefined],
    ['nothing came in time', ended(), undefined, undefined],
    ['all is well', { isSecured: true, isAnswered: true }, undefined, undefined],
    ['its certificate is for later', ended('CERT_NOT_YET_VALID'), soon, /not valid yet: check the clocks/],
    [
      'it wants a certificate',
      ended('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      undefined,
      /without a certificate: set TEMPORAL_TLS_CLIENT_CERT_PATH/,
    ],
    [
      'it finds ours expired',
      ended('ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED'),
      before,
      /^The certificate of this client expired on 2026-01-02T/,
    ],
    ['it does not know who signed ours', ended('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'), soon, /does not accept the certificate of this client/],
    [
      'it hangs up on ours',
      { isSecured: true, isAnswered: false, code: 'ECONNRESET' },
      soon,
      /does not accept the certificate of this client/,
    ],
  ] as const)('%s', (_, handshake, until, said) => {
    const trouble = troubleWith(handshake, address, until);
    if (said === undefined) expect(trouble).toBeUndefined();
    else expect(trouble).toMatch(said);
  });
});

test('FL7: a server that speaks TLS is told from one that does not, or is not there', () => {
  expect(troubleWithout({ isSecured: true, isAnswered: true }, address)).toMatch(
    /^The Temporal server at temporal.example:7233 speaks TLS/,
  );
  expect(troubleWithout(ended('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), address)).toMatch(/speaks TLS/);
  for (const code of ['ECONNREFUSED', 'ERR_SSL_WRONG_VERSION_NUMBER', undefined])
    expect(troubleWithout(ended(code), address)).toBeUndefined();
});
