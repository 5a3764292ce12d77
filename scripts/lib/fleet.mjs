// What `npm run test:fleet` and the tests of stores need besides: servers that Go's module proxy has, built once into the cache. `npm run setup -- --fleet`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable, run, tail, which } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { cacheFolder } from './tools.mjs';

const windows = process.platform === 'win32';
/** A build downloads some hundred modules and compiles them, on a small machine for a quarter of an hour. */
const buildMs = 45 * 60_000;

/** Each binary is named by the last part of its package. */
export const goPrograms = {
  s3: { title: 'S3 server', folder: 'versitygw', version: '1.8.0', packages: { server: 'github.com/versity/versitygw/cmd/versitygw' } },
  temporal: {
    title: 'Temporal server',
    folder: 'temporal-server',
    version: '1.32.1',
    packages: { server: 'go.temporal.io/server/cmd/server', sql: 'go.temporal.io/server/cmd/tools/sql' },
  },
  // Later ones ask for a Go of this year.
  compose: {
    title: 'Docker Compose',
    folder: 'docker-compose',
    version: '5.0.2',
    packages: { server: 'github.com/docker/compose/v5/cmd' },
  },
};

/** Paths of its binaries; undefined before set-up. */
export function findGoProgram({ folder, version, packages }) {
  const paths = Object.fromEntries(
    Object.entries(packages).map(([name, path]) => [
      name,
      join(cacheFolder(), `${folder}-${version}`, `${path.split('/').at(-1)}${windows ? '.exe' : ''}`),
    ]),
  );
  return Object.values(paths).every(isExecutable) ? paths : undefined;
}

/** @returns {Promise<string>} what it found or built. Throws `SetupError`. */
export async function ensureGoProgram(program, say = () => {}) {
  const { folder, version, packages } = program;
  const found = findGoProgram(program);
  if (found) return found.server;
  const go = which('go') ?? ['/usr/local/go/bin/go', '/usr/lib/go/bin/go'].find(isExecutable);
  if (!go) throw new SetupError('there is no Go on the PATH');
  say(`building version ${version} with ${go} …`);
  // What is downloaded and compiled is gigabytes, and of no use afterwards.
  mkdirSync(cacheFolder(), { recursive: true });
  const build = mkdtempSync(join(cacheFolder(), 'go-'));
  try {
    const env = {
      ...process.env,
      ...{ GOBIN: join(cacheFolder(), `${folder}-${version}`), CGO_ENABLED: '0', GOFLAGS: `${process.env.GOFLAGS ?? ''} -modcacherw` },
      ...{ GOCACHE: join(build, 'cache'), GOMODCACHE: join(build, 'modules') },
    };
    // In a module that needs them: `go install PACKAGE@VERSION` refuses one whose own module excludes versions of others.
    writeFileSync(join(build, 'go.mod'), 'module steadyhand.example/fleet\n');
    const goes = (...args) => runGo(go, args, { cwd: build, env });
    await goes('get', ...Object.values(packages).map((path) => `${path}@v${version}`));
    // Without cgo: no C compiler is needed.
    await goes('install', '-p=2', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', ...Object.values(packages));
    const built = findGoProgram(program);
    if (!built) throw new SetupError('go built it, and it is not there');
    return built.server;
  } finally {
    rmSync(build, { recursive: true, force: true });
  }
}

/** Gently: whoever sets up goes on working. */
async function runGo(go, args, { cwd, env }) {
  const [command, ...given] = windows ? [go, ...args] : ['nice', '-n', '10', go, ...args];
  const { code, output } = await run(command, given, { cwd, env, timeoutMs: buildMs });
  if (code !== 0) throw new SetupError(`go ended with ${code}: ${tail(output, 3)}`);
}

/** One that cannot be had is told, and its tests are skipped with that reason. @returns {Promise<string>} */
export async function ensureFleet(say = () => {}) {
  const told = [];
  for (const program of Object.values(goPrograms)) {
    try {
      told.push(`${program.title} ${await ensureGoProgram(program, (text) => say(`${program.title}: ${text}`))}`);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      told.push(`no ${program.title} (${error.message})`);
    }
  }
  return told.join('; ');
}
