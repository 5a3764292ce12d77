// One bucket of an S3 API, and within it one prefix: what the stores of this folder are made of.
//
// bucket-1. A conditional write is the only exclusion there is between hosts: whoever's condition holds has written, everybody else has not.
// bucket-2. A call whose answer was lost is repeated. A conditional write may then be refused because of its own first attempt: it has written if the
//     object holds its very bytes.
// bucket-3. A store that does not answer, or refuses, is waited for a few seconds; then the call fails as `StoreUnavailableError`, and may be repeated.
import { defined } from '../../domain/collections.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { types } from 'node:util';
import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StoreUnavailableError } from '../../ports/run-records.js';
import { loadOptional } from '../process-kit/programs.js';

export interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface Listed {
  /** Below the prefix. */
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
}

export interface WriteOptions {
  readonly mediaType?: string;
  /** `absent`: nothing may be there yet. `etag`: what is there must still be that. */
  readonly when?: { readonly absent: true } | { readonly etag: string };
}

/** Keys are below the prefix. Errors: `StoreUnavailableError`. */
export interface Bucket {
  /** For people: where that is. */
  addressOf(key: string): string;
  get(key: string): Promise<Stored | undefined>;
  exists(key: string): Promise<boolean>;
  /** Its new ETag; undefined: the condition does not hold. */
  put(key: string, bytes: Uint8Array, options?: WriteOptions): Promise<string | undefined>;
  /** False: there is no such object. */
  copy(from: string, to: string): Promise<boolean>;
  /** Names of what is directly below; those of folders end with a slash. `below` ends with one. */
  names(below: string): Promise<readonly string[]>;
  /** All objects below, in the order of their keys, a page at a time. */
  pages(below: string): AsyncIterable<readonly Listed[]>;
  remove(keys: readonly string[]): Promise<void>;
  /** Throws `StoreUnavailableError` when the bucket cannot be used; nothing is repeated. */
  check(): Promise<void>;
  close(): void;
}

export interface BucketOptions {
  /** `s3://bucket/prefix` */
  readonly address: string;
  /** How long one call is repeated before it fails. */
  readonly patienceMs: number;
}

const connectMs = 2_000;
const answerMs = 10_000;
const longestPauseMs = 1_000;

export function createBucket({ address, patienceMs }: BucketOptions): Bucket {
  const { bucket, prefix } = parseAddress(address);
  let opening: Promise<Opened> | undefined;
  const opened = (): Promise<Opened> => (opening ??= open());
  const keyOf = (key: string): string => `${prefix}${key}`;

  const ask: Ask = async (work, patience = patienceMs) => {
    const s3 = await opened();
    const deadline = Date.now() + patience;
    for (let pause = 100; ; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        return await work(s3);
      } catch (error) {
        // What a caller has an answer to is no failure of the store.
        if (isMissing(error) || isUnmet(error)) throw error;
        if (isRefusal(error) || Date.now() + pause >= deadline) throw unavailable(address, error);
        await sleep(pause);
      }
    }
  };

  const get: Bucket['get'] = (key) =>
    ask(async ({ client, GetObjectCommand }) => {
      const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(key) }));
      return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag ?? '' };
    }).catch(unlessMissing(undefined));

  return {
    addressOf: (key) => `s3://${bucket}/${keyOf(key)}`,
    get,
    exists: (key) =>
      ask(async ({ client, HeadObjectCommand }) => {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(key) }));
        return true;
      }).catch(unlessMissing(false)),
    async put(key, bytes, { mediaType, when } = {}) {
      const condition = when === undefined ? {} : 'absent' in when ? { IfNoneMatch: '*' } : { IfMatch: when.etag };
      const type = mediaType === undefined ? {} : { ContentType: mediaType };
      try {
        const { ETag } = await ask(({ client, PutObjectCommand }) =>
          client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(key), Body: bytes, ...condition, ...type })),
        );
        return ETag ?? '';
      } catch (error) {
        if (!isUnmet(error) && !(when !== undefined && isMissing(error))) throw error;
        // bucket-2.
        const there = await get(key);
        return there?.bytes.equals(bytes) ? there.etag : undefined;
      }
    },
    copy: (from, to) =>
      ask(async ({ client, CopyObjectCommand }) => {
        const source = encodeURIComponent(`${bucket}/${keyOf(from)}`).replaceAll('%2F', '/');
        await client.send(new CopyObjectCommand({ Bucket: bucket, Key: keyOf(to), CopySource: source }));
        return true;
      }).catch(unlessMissing(false)),
    async *pages(below) {
      for await (const { Contents = [] } of listed(ask, { Bucket: bucket, Prefix: keyOf(below) }))
        yield Contents.flatMap(({ Key, Size = 0, LastModified }) =>
          Key === undefined ? [] : [{ key: Key.slice(prefix.length), size: Size, modified: LastModified ?? new Date() }],
        );
    },
    async names(below) {
      const from = keyOf(below);
      const found: string[] = [];
      for await (const page of listed(ask, { Bucket: bucket, Prefix: from, Delimiter: '/' })) {
        const keys = [...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix), ...(page.Contents ?? []).map(({ Key }) => Key)];
        for (const key of keys) if (key !== undefined && key !== from) found.push(key.slice(from.length));
      }
      return found;
    },
    async remove(keys) {
      // One by one: not every server has the call for many, which needs a checksum besides.
      for (const key of keys)
        await ask(({ client, DeleteObjectCommand }) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(key) })));
    },
    // Not HeadBucket: its answer has no body that could say what is wrong.
    check: () =>
      ask(
        ({ client, ListObjectsV2Command }) => client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })),
        0,
      ).then(() => undefined),
    close: () => void opening?.then(({ client }) => client.destroy()).catch(() => undefined),
  };
}

/** bucket-3. */
type Ask = <T>(work: (s3: Opened) => Promise<T>, patience?: number) => Promise<T>;

async function* listed(ask: Ask, input: ListObjectsV2CommandInput): AsyncIterable<ListObjectsV2CommandOutput> {
  for (let token: string | undefined; ;) {
    const page: ListObjectsV2CommandOutput = await ask(({ client, ListObjectsV2Command }) =>
      client.send(new ListObjectsV2Command({ ...input, ...defined({ ContinuationToken: token || undefined }) })),
    );
    yield page;
    token = page.NextContinuationToken;
    if (token === undefined) return;
  }
}

/** The configuration has checked its form. */
function parseAddress(address: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? [];
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

type Opened = Pick<
  typeof import('@aws-sdk/client-s3'),
  'CopyObjectCommand' | 'DeleteObjectCommand' | 'GetObjectCommand' | 'HeadObjectCommand' | 'ListObjectsV2Command' | 'PutObjectCommand'
> & { readonly client: S3Client };

/** Credentials, region and endpoint are the SDK's: `AWS_…` variables, profiles, the machine's role. */
async function open(): Promise<Opened> {
  const sdk = await loadOptional('A store in S3', () => import('@aws-sdk/client-s3'));
  const isElsewhere = (process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'] ?? '') !== '';
  const client = withoutVersionWarning(
    () =>
      new sdk.S3Client({
        // Servers other than Amazon's have no names for buckets in the DNS, mostly no regions, and not all know its newer checksums: what is read is checked here.
        forcePathStyle: isElsewhere ? true : undefined,
        region: isElsewhere && !process.env['AWS_REGION'] && !process.env['AWS_DEFAULT_REGION'] ? 'us-east-1' : undefined,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 1,
        requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
      }),
  );
  return { ...sdk, client };
}

const versionWarning = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/** The SDK that we ship runs on the Node that runs us, so its warning asks nothing of the user. The variable is put back: a program that embeds us may use the SDK too. */
function withoutVersionWarning<T>(make: () => T): T {
  const before = process.env[versionWarning];
  process.env[versionWarning] = 'true';
  try {
    return make();
  } finally {
    if (before === undefined) delete process.env[versionWarning];
    else process.env[versionWarning] = before;
  }
}

function unlessMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) return value;
    throw error;
  };
}

/** No such object; that there is no such bucket is another thing. */
function isMissing(error: unknown): boolean {
  const { name, $metadata } = asService(error);
  return name === 'NoSuchKey' || name === 'NotFound' || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket');
}

function isUnmet(error: unknown): boolean {
  const { name, $metadata } = asService(error);
  // 409: another write of the same key was under way.
  return name === 'PreconditionFailed' || name === 'ConditionalRequestConflict' || $metadata?.httpStatusCode === 412;
}

/** Asking again at once would get the same answer. */
function isRefusal(error: unknown): boolean {
  const { name, $metadata } = asService(error);
  const status = $metadata?.httpStatusCode;
  return (
    isSetting(error) ||
    name === 'CredentialsProviderError' ||
    (status !== undefined && status >= 400 && status < 500 && status !== 429 && status !== 408)
  );
}

/** Nothing was asked, because what the SDK was given does not say whom, or how. */
function isSetting(error: unknown): boolean {
  if (asService(error).$metadata?.httpStatusCode !== undefined) return false;
  const { name = '', code, message = '' } = error as Partial<NodeJS.ErrnoException>;
  return (
    /^Region\b/.test(message) ||
    name === 'EndpointError' ||
    code === 'ERR_INVALID_URL' ||
    // TLS, spoken to a server without.
    /\bEPROTO\b.*(wrong version number|packet length too long)/i.test(message)
  );
}

function asService(error: unknown): Partial<Pick<S3ServiceException, 'name' | '$metadata'>> {
  return typeof error === 'object' && error !== null ? error : {};
}

function unavailable(address: string, error: unknown): Error {
  if (!types.isNativeError(error)) return new StoreUnavailableError(`The store ${address} failed: ${String(error)}`);
  if (error.name === 'PackageMissingError') return error;
  const wayOut = isSetting(error)
    ? `your settings are not right; check ${settings()}`
    : isRefusal(error)
      ? 'it refuses what is asked; check the bucket, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
      : 'it does not answer; check the server, the network and AWS_ENDPOINT_URL_S3';
  return new StoreUnavailableError(`The store ${address} cannot be used: ${wayOut} (${textOf(error)}).`, { cause: error });
}

function settings(): string {
  const profile = process.env['AWS_PROFILE'];
  return `AWS_REGION${profile ? `, AWS_ENDPOINT_URL_S3 and the profile '${profile}' (AWS_PROFILE)` : ' and AWS_ENDPOINT_URL_S3'}`;
}

/** Network errors carry their code, several attempts at several addresses have no message. */
function textOf(error: Error): string {
  const message = (error.message.split('\n')[0] ?? '').replace(/^AWS SDK error wrapper for (Error: )?/, '');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return message === '' ? code : message.includes(code) || code === 'Error' ? message : `${code}: ${message}`;
}
