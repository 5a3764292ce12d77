// Which fault of TLS keeps this client from a Temporal server that listens: gRPC says only that there is no connection, Node's TLS says why.
import { connect, type SecureClientSessionOptions } from 'node:http2';
import type { ClientConnectConfig } from '@temporalio/envconfig';

interface Server {
  readonly address: string;
  readonly connection: Pick<ClientConnectConfig['connectionOptions'], 'tls' | 'apiKey'>;
}

/** How a handshake ended. `code`: of Node's error; without one, the other side has hung up or is silent. */
export interface Handshake {
  /** TLS stands, so that the other side's certificate is a good one. */
  readonly isSecured: boolean;
  /** It speaks HTTP/2 to us. */
  readonly isAnswered: boolean;
  readonly code: string;
}

const longestMs = 3_000;

/** A sentence that names the fix; undefined: TLS is not what keeps them apart. */
export async function tlsTrouble({ address, connection }: Server): Promise<string | undefined> {
  const { tls = connection.apiKey !== undefined } = connection;
  if (!tls) return faultOf(await shakeHands(address, { rejectUnauthorized: false }), address, false);
  const { serverNameOverride: servername, serverRootCACertificate: ca, clientCertPair: own } = tls === true ? {} : tls;
  const options = { servername, ca: ca && Buffer.from(ca), cert: own && Buffer.from(own.crt), key: own && Buffer.from(own.key) };
  return faultOf(await shakeHands(address, options), address, true);
}

/** `tls`: whether this client speaks it. */
export function faultOf({ isSecured, isAnswered, code }: Handshake, address: string, tls: boolean): string | undefined {
  const server = `The Temporal server at ${address}`;
  const certificate = `The certificate of the Temporal server at ${address}`;
  const isRefused = isSecured || /^ERR_SSL_.*ALERT/.test(code);
  if (!tls) return isRefused ? `${server} speaks TLS: set TEMPORAL_TLS=true, and TEMPORAL_TLS_… for certificates.` : undefined;
  if (isAnswered) return undefined;
  if (code === 'CERT_HAS_EXPIRED') return `${certificate} has expired: it has to be renewed there.`;
  if (code === 'CERT_NOT_YET_VALID') return `${certificate} is not valid yet: check the clocks of both machines.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${certificate} is for another name: use that name in TEMPORAL_ADDRESS, or set it as TEMPORAL_TLS_SERVER_NAME.`;
  if (/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA/.test(code))
    return `${certificate} comes from an authority that this client does not trust: set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the certificate of that authority.`;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code))
    return `${server} speaks no TLS: leave out TEMPORAL_TLS… and TEMPORAL_API_KEY.`;
  const own = 'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH';
  if (/^ERR_OSSL_/.test(code)) return `${own} are no certificate and key of one pair in PEM (${code}).`;
  return isRefused
    ? `${server} ends the connection of a client whose certificate is missing, expired or not known to it${code && ` (${code})`}: check ${own}.`
    : undefined;
}

function shakeHands(address: string, options: SecureClientSessionOptions): Promise<Handshake> {
  let isSecured = false;
  const handshake = new Promise<Handshake>((resolve) => {
    const session = connect(`https://${address}`, options);
    const end = (isAnswered: boolean, code = ''): void => {
      clearTimeout(timer);
      session.destroy();
      resolve({ isSecured, isAnswered, code });
    };
    const timer = setTimeout(end, longestMs, false);
    session.on('connect', () => (isSecured = true));
    session.on('remoteSettings', () => end(true));
    session.on('error', (error: NodeJS.ErrnoException) => end(false, error.code));
    session.on('close', () => end(false));
  });
  // What is no certificate or key is refused before anything is sent.
  return handshake.catch(({ code = '' }: NodeJS.ErrnoException) => ({ isSecured, isAnswered: false, code }));
}
