// What a handshake's end means, for ends that no server here brings about; the others are in test/e2e/set-up/tls.test.ts.
import { describe, expect, test } from '@jest/globals';
import { faultOf, type Handshake } from '../../../src/client/temporal-connection.js';

const address = 'temporal.example:7233';
const ended = (code = ''): Handshake => ({ isSecured: false, isAnswered: false, code });

describe('FL7: of a client that speaks TLS', () => {
  test.each([
    ['the server is not there', ended('ECONNREFUSED'), undefined],
    ['its name is not known', ended('ENOTFOUND'), undefined],
    ['nothing came in time', ended(), undefined],
    ['all is well', { isSecured: true, isAnswered: true, code: '' }, undefined],
    ['its certificate is for later', ended('CERT_NOT_YET_VALID'), /not valid yet: check the clocks/],
    [
      'it wants a certificate',
      ended('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      /missing, expired or not known to it \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\): check TEMPORAL_TLS_CLIENT_CERT_PATH/,
    ],
    ['it hangs up on ours', { isSecured: true, isAnswered: false, code: '' }, /missing, expired or not known to it: check/],
  ] as const)('%s', (_, handshake, said) => {
    const fault = faultOf(handshake, address, true);
    if (said === undefined) expect(fault).toBeUndefined();
    else expect(fault).toMatch(said);
  });
});

test('FL7: a server that speaks TLS is told from one that does not, or is not there', () => {
  expect(faultOf({ isSecured: true, isAnswered: true, code: '' }, address, false)).toMatch(
    /^The Temporal server at temporal.example:7233 speaks TLS/,
  );
  expect(faultOf(ended('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), address, false)).toMatch(/speaks TLS/);
  for (const code of ['ECONNREFUSED', 'ERR_SSL_WRONG_VERSION_NUMBER', undefined])
    expect(faultOf(ended(code), address, false)).toBeUndefined();
});
