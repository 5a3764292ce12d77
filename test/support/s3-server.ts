// A real S3 server (Versity's gateway over a folder), on its own port. Its conditional writes exclude each other.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGoProgram, goPrograms } from '../../scripts/lib/fleet.mjs';
import { freePort } from './free-port.mjs';
import { until } from './until.js';

export interface S3Server {
  /** Of a bucket that exists. */
  readonly bucket: string;
  /** Where its objects lie as files. */
  readonly folder: string;
  /** For processes that use it. */
  readonly env: Readonly<Record<string, string>>;
  /** SIGKILL: all connections drop at once, and nobody answers until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export const hasS3Server = findGoProgram(goPrograms.s3) !== undefined;
if (!hasS3Server) console.warn('skipped: what needs an S3 server, since there is none here (npm run setup -- --fleet)');

export async function startS3(): Promise<S3Server> {
  const program = findGoProgram(goPrograms.s3)?.['server'];
  if (program === undefined) throw new Error('there is no S3 server here: npm run setup -- --fleet');
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-s3-'));
  // A folder is a bucket.
  const data = join(folder, 'data');
  await mkdir(join(data, 'fleet'), { recursive: true });
  const port = await freePort();
  let server: ChildProcess | undefined;

  const runs = (): boolean => server !== undefined && server.exitCode === null && server.signalCode === null;

  async function start(): Promise<void> {
    if (runs()) return;
    // Its metadata are extended attributes of the files: kept beside them (`--sidecar`), an ETag and the bytes it is read with need not belong together.
    const args = ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', data];
    server = spawn(program ?? '', args, {
      cwd: folder,
      stdio: 'ignore',
      env: { ROOT_ACCESS_KEY_ID: 'steadyhand', ROOT_SECRET_ACCESS_KEY: 'steadyhand-tests' },
    });
    await until(() => listens(port), 'an answer of the S3 server');
  }

  async function stop(): Promise<void> {
    if (!server || !runs()) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    bucket: 's3://fleet',
    folder: data,
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'steadyhand',
      AWS_SECRET_ACCESS_KEY: 'steadyhand-tests',
      AWS_REGION: 'us-east-1',
    },
    start,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });
}
