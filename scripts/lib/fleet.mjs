// What `npm run test:fleet` and the tests of stores need besides: servers that Go's module proxy has, built once into the cache. `npm run setup -- --fleet`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable, run, tail, which } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { cacheFolder } from './tools.mjs';

const windows = process.platform === 'win32';
/** A build downloads some hundred modules and compiles them, on a small machine for a quarter of an hour. */
const buildMs = 45 * 60_000;

/** `go install PACKAGE@VERSION` makes the binaries; each is named by the last part of its package. */
export const goPrograms = {
  s3: { title: 'S3 server', folder: 'versitygw', version: '1.8.0', packages: { server: 'github.com/versity/versitygw/cmd/versitygw' } },
  temporal: {
    title: 'Temporal server',
    folder: 'temporal-server',
    version: '1.32.1',
    packages: { server: 'go.temporal.io/server/cmd/server', sql: 'go.temporal.io/server/cmd/tools/sql' },
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
    // Gently: whoever sets up goes on working. Without cgo: no C compiler is needed.
    const flags = ['-p=2', '-modcacherw', '-trimpath', '-buildvcs=false', '-ldflags=-s -w'];
    const install = [go, 'install', ...flags, ...Object.values(packages).map((path) => `${path}@v${version}`)];
    const [command = go, ...args] = windows ? install : ['nice', '-n', '10', ...install];
    const { code, output } = await run(command, args, {
      env: {
        ...process.env,
        ...{ GOBIN: join(cacheFolder(), `${folder}-${version}`), CGO_ENABLED: '0' },
        ...{ GOCACHE: join(build, 'cache'), GOMODCACHE: join(build, 'modules') },
      },
      timeoutMs: buildMs,
    });
    const built = findGoProgram(program);
    if (code !== 0 || !built) throw new SetupError(`go ended with ${code}: ${tail(output, 3)}`);
    return built.server;
  } finally {
    rmSync(build, { recursive: true, force: true });
  }
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
