// Why no connection comes about with a Temporal server that listens: gRPC tells nothing of certificates. After a failure it is asked by a handshake of our own.
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { connect, type SecureClientSessionOptions } from 'node:http2';
import type { ClientConnectConfig } from '@temporalio/envconfig';

interface Server {
  readonly address: string;
  readonly connection: Pick<ClientConnectConfig['connectionOptions'], 'tls' | 'apiKey'>;
}

type Tls = Exclude<Server['connection']['tls'], boolean | null | undefined>;

/** What came of it; `code`: Node's, of the error that ended it. */
export interface Handshake {
  readonly isSecured: boolean;
  /** It speaks HTTP/2 to us. */
  readonly isAnswered: boolean;
  readonly code?: string;
}

const longestMs = 3_000;

/** A sentence that names the fix; undefined: TLS is not what keeps them apart. */
export async function tlsTrouble({ address, connection }: Server): Promise<string | undefined> {
  const { tls = connection.apiKey !== undefined } = connection;
  if (!tls) return troubleWithout(await shakeHands(address, { rejectUnauthorized: false }), address);
  const given: Tls = tls === true ? {} : tls;
  const { serverNameOverride, serverRootCACertificate: ca, clientCertPair: own } = given;
  const unfit = unfitIn(given);
  if (unfit !== undefined) return unfit;
  const handshake = await shakeHands(address, {
    ...(serverNameOverride === undefined ? {} : { servername: serverNameOverride }),
    ...(ca === undefined ? {} : { ca: Buffer.from(ca) }),
    ...(own === undefined ? {} : { cert: Buffer.from(own.crt), key: Buffer.from(own.key) }),
  });
  return troubleWith(handshake, address, own && new Date(new X509Certificate(own.crt).validTo));
}

/** What was given as a certificate or a key, and is none. */
function unfitIn({ serverRootCACertificate: ca, clientCertPair: own }: Tls): string | undefined {
  if (ca !== undefined && !parsed(() => new X509Certificate(ca))) return 'TEMPORAL_TLS_SERVER_CA_CERT_… holds no certificate in PEM.';
  if (own === undefined) return undefined;
  const certificate = parsed(() => new X509Certificate(own.crt));
  const key = parsed((): KeyObject => createPrivateKey(Buffer.from(own.key)));
  if (!certificate) return 'TEMPORAL_TLS_CLIENT_CERT_… holds no certificate in PEM.';
  if (!key) return 'TEMPORAL_TLS_CLIENT_KEY_… holds no private key in PEM.';
  if (certificate.checkPrivateKey(key)) return undefined;
  return 'The key of TEMPORAL_TLS_CLIENT_KEY_… does not belong to the certificate of TEMPORAL_TLS_CLIENT_CERT_…: give both of one pair.';
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

export function troubleWithout({ isSecured, code = '' }: Handshake, address: string): string | undefined {
  if (!isSecured && !isRefusal(code)) return undefined;
  return `The Temporal server at ${address} speaks TLS, and this client was not told to: set TEMPORAL_TLS=true, and TEMPORAL_TLS_… for certificates.`;
}

/** `until`: of the client's own certificate; undefined: it has none. */
export function troubleWith({ isSecured, isAnswered, code = '' }: Handshake, address: string, until: Date | undefined): string | undefined {
  if (isAnswered) return undefined;
  const server = `The Temporal server at ${address}`;
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of the Temporal server at ${address} has expired: it has to be renewed there.`;
  if (code === 'CERT_NOT_YET_VALID')
    return `The certificate of the Temporal server at ${address} is not valid yet: check the clocks of both machines.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the Temporal server at ${address} is for another name: use that name in TEMPORAL_ADDRESS, or set it as TEMPORAL_TLS_SERVER_NAME.`;
  if (/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA/.test(code))
    return `The certificate of the Temporal server at ${address} comes from an authority that this client does not trust: set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the certificate of that authority.`;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code))
    return `${server} speaks no TLS: leave out TEMPORAL_TLS… and TEMPORAL_API_KEY.`;
  if (!isSecured && !isRefusal(code)) return undefined;
  if (until === undefined)
    return `${server} ends the connection of a client without a certificate: set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH.`;
  if (until.getTime() < Date.now())
    return `The certificate of this client expired on ${until.toISOString()}: renew it, and start this again.`;
  return `${server} does not accept the certificate of this client: check TEMPORAL_TLS_CLIENT_CERT_PATH and who has signed it.`;
}

/** The other side has understood, and says no. */
function isRefusal(code: string): boolean {
  return /^ERR_SSL_.*ALERT/.test(code);
}

async function shakeHands(address: string, options: SecureClientSessionOptions): Promise<Handshake> {
  const session = connect(`https://${address}`, options);
  let isSecured = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      const end = (told: Partial<Handshake> = {}): void => resolve({ isSecured, isAnswered: false, ...told });
      timer = setTimeout(end, longestMs);
      session.on('connect', () => (isSecured = true));
      session.on('remoteSettings', () => end({ isAnswered: true }));
      session.on('error', (error: NodeJS.ErrnoException) => end(error.code === undefined ? {} : { code: error.code }));
      session.on('close', () => end());
    });
  } finally {
    clearTimeout(timer);
    session.destroy();
  }
}
