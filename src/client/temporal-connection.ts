// How every part of steadyhand finds the Temporal server: as the Temporal CLI does (TEMPORAL_* and profiles, by envconfig); without those, at the
// address in server.json that `steadyhand up` left in STEADYHAND_HOME; else at Temporal's own default.
import { join } from 'node:path';
import { Client, Connection, type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig';
import type { NativeConnection } from '@temporalio/worker';
import { z } from 'zod';
import { isHeaderValue } from '../config/headers.js';
import { ConfigError, readWritten, show } from '../config/issues.js';
import { recordOf } from '../domain/checks/read-stored.js';
import { shorten } from '../domain/text/fit-bytes.js';
import { writtenJson, writtenText } from '../domain/text/written-file.js';
import { readServerFile } from './server-file.js';
import { plainDataConverter } from './data-converter.js';
import { ClientError, clientErrorOf } from './errors.js';
import type { Environment } from '../config/tools.js';
import { connect, type SecureClientSessionOptions } from 'node:http2';

const defaultAddress = '127.0.0.1:7233';
const serverFileSchema = z.object({ address: z.string().min(1), ui: z.string().optional(), http: z.string().optional() });

export interface TemporalTarget {
  readonly address: string;
  readonly namespace: string;
  readonly connection: ClientConnectConfig['connectionOptions'];
  /** Whether TEMPORAL_ADDRESS or a profile says so; otherwise it is a guess, and `up` may start a server elsewhere. */
  readonly isConfigured: boolean;
}

/** `home` is STEADYHAND_HOME. Reads files, connects to nothing. */
export function findTemporal(home: string, env: Environment = process.env): TemporalTarget {
  const set = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const { connectionOptions, namespace = 'default' } = readSettings(set);
  const { address: configured } = connectionOptions;
  if (configured !== undefined)
    checkAddress(configured, set['TEMPORAL_ADDRESS'] === undefined ? 'The address of the Temporal profile' : 'TEMPORAL_ADDRESS');
  const address = configured ?? startedServer(home)?.address ?? defaultAddress;
  const apiKey = apiKeyOf(connectionOptions);
  return { address, namespace, connection: { ...connectionOptions, apiKey, address }, isConfigured: configured !== undefined };
}

/** Pasted, it may end in a line break, which is none of it. Throws `ConfigError`: gRPC would quote the key. */
function apiKeyOf({ apiKey: written }: ClientConnectConfig['connectionOptions']): string | undefined {
  const apiKey = typeof written === 'string' ? written.trim() : undefined;
  if (apiKey === undefined || isHeaderValue(apiKey)) return apiKey;
  throw new ConfigError('TEMPORAL_API_KEY has a line break or another character in it that no header can carry: copy it again.');
}

/** `where` it was written. Throws `ConfigError`: whoever connects would take what is not an address for another one, or for a server that is not there. */
export function checkAddress(address: string, where: string): void {
  const port = Number(/^(?:\[[\da-f:.]+\]|[^\s:/@[\]]+):(\d{1,5})$/i.exec(address)?.[1]);
  if (!(port >= 1 && port <= 65_535)) throw new ConfigError(`${where} is ${show(address)}; expected host:port, such as ${defaultAddress}.`);
}

/** Throws `ConfigError`: the errors of envconfig name neither the file nor a way to fix it, and are unintelligible for a file without profiles. */
function readSettings(env: Readonly<Record<string, string>>): ClientConnectConfig {
  // A file that is named and missing is none to the SDK, which would go on with another server, namespace or key than the one that was meant.
  const named = env['TEMPORAL_CONFIG_FILE'];
  const text = named === undefined ? undefined : readNamed('TEMPORAL_CONFIG_FILE', named, writtenText);
  for (const [variable, path = ''] of Object.entries(env)) if (/^TEMPORAL_TLS_.*_PATH$/.test(variable)) readNamed(variable, path, () => '');
  try {
    return loadClientConnectConfig({
      overrideEnvVars: env,
      disableFile: text?.trim() === '',
      // A key that nobody knows may be the address, misspelt.
      ...(text?.trim() && { configSource: { data: Buffer.from(text) }, configFileStrict: true }),
    });
  } catch (error) {
    const file = env['TEMPORAL_CONFIG_FILE'] ?? "the Temporal CLI's own file";
    const reason = error instanceof TypeError || !(error instanceof Error) ? 'it holds no profile' : messageOf(error);
    throw new ConfigError(
      `The Temporal settings in ${file} cannot be used: ${reason}. Fix its section [profile.default], name another one in TEMPORAL_PROFILE, or set TEMPORAL_CONFIG_FILE to an empty file and use TEMPORAL_ADDRESS.`,
      { cause: error },
    );
  }
}

function readNamed(variable: string, path: string, read: (bytes: Uint8Array) => string): string {
  return readWritten(path, read, `${variable} names ${path}, which`);
}

/** Its first line and its place: the parser shows lines of the file after it, and a key may stand in them. */
function messageOf(error: unknown): string {
  const { line: row, column } = recordOf(error) ?? {};
  const [line = ''] = String((error as Partial<Error>).message ?? error)
    .trim()
    .split('\n');
  return `${shorten(line, 300)}${row === undefined ? '' : ` (line ${String(row)}, column ${String(column)})`}`;
}

/**
 * gRPC for JavaScript waits longer after each failed attempt, up to two minutes: for that long after an outage a host could not report that it has
 * its device, and the owner would open another.
 */
const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 500, 'grpc.max_reconnect_backoff_ms': 2_000 };

const ownProgram = 'npx steadyhand';

/** `dataConverter`: of `openEncryption`. Close `client.connection` when done. Throws a `ClientError`. */
export async function connectTemporal(target: TemporalTarget, dataConverter: DataConverter = plainDataConverter): Promise<Client> {
  const { connection, namespace } = target;
  return new Client({
    connection: await reached(target, ownProgram, () =>
      Connection.connect({ ...connection, channelArgs, interceptors: [...usualInterceptors] }),
    ),
    namespace,
    dataConverter,
  });
}

/** An error says where the server was looked for, and how to start one or what keeps it from answering. `program`: as in `Surroundings`. */
export async function reached<T>(target: TemporalTarget, program: string, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    const failure = clientErrorOf(error, { ...target, program });
    const trouble = failure.code === 'server-refused' ? undefined : await tlsTrouble(target).catch(() => undefined);
    throw trouble === undefined ? failure : new ClientError('server-unreachable', trouble, { cause: error });
  }
}

/** A Worker would find out for itself, and say so at length in the words of its core. Throws a `ClientError`. */
export async function checkNamespace({ workflowService }: Client, target: TemporalTarget): Promise<void> {
  await workflowService.describeNamespace({ namespace: target.namespace }).catch((error: unknown) => {
    throw clientErrorOf(error, { ...target, program: ownProgram });
  });
}

/** For Workers, whose package takes a while to load and which no other command needs. */
export async function connectTemporalWorker(target: TemporalTarget): Promise<NativeConnection> {
  const worker = await import('@temporalio/worker');
  return reached(target, ownProgram, () => worker.NativeConnection.connect(target.connection));
}

/** Of the server, of all that a server which `up` has started here serves besides, and of this folder's codec server. */
export function portsOf({ address }: TemporalTarget, home: string): readonly number[] {
  const started = startedServer(home);
  const urls = [`http://${address}`, ...(started?.address === address ? [started.ui, started.http] : [])];
  const codec = readServerFile(home, 'codec-server');
  const ports = urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [Number(new URL(url).port) || 80] : []));
  return codec ? [...ports, codec.port] : ports;
}

export function startedServer(home: string): z.output<typeof serverFileSchema> | undefined {
  try {
    return readWritten(join(home, 'server.json'), (bytes) => serverFileSchema.parse(writtenJson(bytes)));
  } catch {
    // No server was started here, or its file is being written: fall back to the default.
    return undefined;
  }
}

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type Call = ReturnType<Interceptor>;

const cancelled = 1;

/**
 * For a Connection, after whatever sends requests again: a request that waits for its next attempt while the connection is closed fails then. Without it, its timer
 * throws, which ends the process.
 */
export const failAfterClosing: Interceptor = (options, nextCall) => {
  try {
    return nextCall(options) as Call;
  } catch {
    return closedCall as Call;
  }
};

/** What a Connection has by default, and this. */
export const usualInterceptors: readonly Interceptor[] = [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), failAfterClosing];

const closedCall: Pick<Call, 'start' | 'cancelWithStatus' | 'getPeer' | 'sendMessage' | 'startRead' | 'halfClose'> = {
  start(metadata, listener) {
    listener?.onReceiveStatus?.({ code: cancelled, details: 'the connection was closed', metadata });
  },
  cancelWithStatus: () => undefined,
  getPeer: () => '',
  sendMessage: () => undefined,
  startRead: () => undefined,
  halfClose: () => undefined,
};

// Which fault of TLS keeps this client from a Temporal server that listens: gRPC says only that there is no connection, Node's TLS says why.

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
  if (!tls) return faultOf(await tlsHandshake(address, { rejectUnauthorized: false }), address, false);
  const { serverNameOverride: servername, serverRootCACertificate: ca, clientCertPair: own } = tls === true ? {} : tls;
  const options = { servername, ca: ca && Buffer.from(ca), cert: own && Buffer.from(own.crt), key: own && Buffer.from(own.key) };
  return faultOf(await tlsHandshake(address, options), address, true);
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

function tlsHandshake(address: string, options: SecureClientSessionOptions): Promise<Handshake> {
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
