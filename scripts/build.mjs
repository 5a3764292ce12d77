// npm run build [-- --types]: dist/ from src/. A part whose inputs have not changed is not rebuilt. `npm run types` checks the types, not this.
//   dist/**/*.js              every module on its own; the guard's words, which are JSON, beside the module that reads them; dist/bench has those of bench/,
//                             which no package has
//   dist/page-script.js       what is injected into web pages
//   dist/map-view.js          the script of a map's page
//   dist/report-view.js, .css the script and the style of a report; console-view the same of the console
//   dist/failure-converter.cjs what a worker that encrypts makes of errors; Temporal's SDK requires it by its path
//   dist/workflow-bundle.js   the workflows, as every worker loads them
//   dist/**/*.d.ts            declarations, with --types: only a package needs them
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, tail } from './lib/commands.mjs';
import { isAlive } from './lib/processes.mjs';
import { SetupError } from './lib/steps.mjs';
import { root } from './lib/tools.mjs';

const source = join(root, 'src');
const target = join(root, 'dist');

/** @returns {Promise<string>} what was built */
export async function buildAll({ types = false } = {}) {
  mkdirSync(target, { recursive: true });
  const release = await lock(join(target, '.lock'));
  try {
    const built = [];
    for (const { name, inputs, build } of types ? [...parts, declarations] : parts) {
      const stamp = stampOf(inputs());
      const stampFile = join(target, `.${name.replaceAll(' ', '-')}.stamp`);
      if (read(stampFile) === stamp) continue;
      await build();
      writeFileSync(stampFile, stamp);
      built.push(name);
    }
    return built.length === 0 ? 'up to date' : built.join(', ');
  } catch (error) {
    throw isBuildError(error) ? new SetupError(`The build failed: ${error.message}`) : error;
  } finally {
    release();
  }
}

const parts = [
  { name: 'modules', inputs: () => [...files(source), ...benchModules()], build: buildModules },
  {
    name: 'page script',
    inputs: () => [...files(join(source, 'adapters', 'webdriver', 'page')), ...files(join(source, 'domain', 'ui'))],
    build: buildPageScript,
  },
  { name: 'report view', inputs: pageInputs, build: () => buildPage('report') },
  { name: 'console view', inputs: pageInputs, build: () => buildPage('console') },
  { name: 'map view', inputs: () => files(join(source, 'adapters', 'map-page')), build: buildMapView },
  {
    name: 'failure converter',
    inputs: () => [join(source, 'workflows', 'failure-converter.ts')],
    build: buildFailureConverter,
  },
  {
    name: 'workflow bundle',
    inputs: () => ['workflows', 'domain', 'ports'].flatMap((folder) => files(join(source, folder))),
    build: buildWorkflowBundle,
  },
];

const declarations = {
  name: 'declarations',
  inputs: () => [...files(source), join(root, 'tsconfig.json'), join(root, 'tsconfig.build.json')],
  build: buildDeclarations,
};

async function buildModules() {
  const { build } = await import('esbuild');
  const options = { outdir: target, format: 'esm', target: 'node20', loader: { '.json': 'copy' }, sourcemap: true, logLevel: 'error' };
  const modules = files(source).filter((path) => /\.(?:ts|json)$/.test(path));
  await build({ ...options, entryPoints: modules, outbase: source });
  // The image of the worker is built without the bench.
  const ofBench = benchModules();
  if (ofBench.length > 0) await build({ ...options, ...besideDist, entryPoints: ofBench, outbase: root });
  removeOrphans([...modules.map((path) => relative(source, path)), ...ofBench.map((path) => relative(root, path))]);
}

function benchModules() {
  return ['eval', 'lib'].flatMap((folder) => files(join(root, 'bench', folder))).filter((path) => path.endsWith('.ts'));
}

/** What the bench imports from src/ stands in dist/, whose folder `bench` it is built to. */
const besideDist = {
  bundle: true,
  packages: 'external',
  platform: 'node',
  plugins: [
    {
      name: 'from dist',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\.{1,2}\// }, ({ path }) => ({ path: path.replace(/^((?:\.\.\/)+)src\//, '$1'), external: true })),
    },
  ],
};

/** By tsc, which writes only what has changed since its last run: when the files are gone, its memory must go, too. */
async function buildDeclarations() {
  const memory = join(root, 'node_modules', '.cache', 'tsbuildinfo-declarations');
  if (!statSync(join(target, 'client.d.ts'), { throwIfNoEntry: false })) rmSync(memory, { force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, output } = await run(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')]);
  if (code !== 0) throw new SetupError(`The declarations could not be built:\n${tail(output, 20)}`);
}

/** A module removed from src/ or bench/ must not keep working from dist/. */
function removeOrphans(sources) {
  const modules = new Set(sources.map((path) => path.replace(/\.ts$/, '')));
  const made = new Set(['page-script', 'map-view', 'report-view', 'console-view', 'workflow-bundle']);
  for (const path of files(target)) {
    const module = /^(.*)\.(?:js(?:\.map)?|d\.ts)$/.exec(relative(target, path))?.[1];
    if (module !== undefined && !modules.has(module) && !made.has(module)) rmSync(path);
  }
}

async function buildPageScript() {
  const entry = join(source, 'adapters', 'webdriver', 'page', 'index.ts');
  if (!statSync(entry, { throwIfNoEntry: false })) return;
  const { build } = await import('esbuild');
  const options = { bundle: true, format: 'iife', globalName: 'steadyhandPage', target: 'chrome100', logLevel: 'error' };
  await build({ ...options, entryPoints: [entry], outfile: join(target, 'page-script.js') });
}

async function buildMapView() {
  const { build } = await import('esbuild');
  const entry = join(source, 'adapters', 'map-page', 'view', 'index.ts');
  await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'chrome100',
    logLevel: 'error',
    outfile: join(target, 'map-view.js'),
  });
}

/** What a page of src/pages may be made of. */
function pageInputs() {
  return [...files(join(source, 'pages')), ...files(join(source, 'domain')), join(source, 'client', 'seal-typed.ts')];
}

/** `src/pages/<name>/index.tsx` and `<name>.css` become `dist/<name>-view.js` and `.css`, each a file without imports. */
async function buildPage(name) {
  const { build } = await import('esbuild');
  const folder = join(source, 'pages', name);
  await build({
    entryPoints: [
      { in: join(folder, 'index.tsx'), out: `${name}-view` },
      { in: join(folder, `${name}.css`), out: `${name}-view` },
    ],
    outdir: target,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'chrome100',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'error',
  });
}

async function buildFailureConverter() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(source, 'workflows', 'failure-converter.ts')],
    outfile: join(target, 'failure-converter.cjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
}

async function buildWorkflowBundle() {
  const workflowsPath = join(target, 'workflows', 'index.js');
  if (!statSync(workflowsPath, { throwIfNoEntry: false })) return;
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  // Files and lines for stack traces: columns and sources would double the bundle's size.
  const webpackConfigHook = (config) => ({ ...config, devtool: 'inline-nosources-cheap-module-source-map' });
  const workflowInterceptorModules = ['continue-as-new', 'priority', 'wait-for-store', 'trace'].map((name) =>
    join(target, 'workflows', 'engine', `${name}.js`),
  );
  const failureConverterPath = join(target, 'workflows', 'failure-converter-of-bundle.js');
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules,
    failureConverterPath,
    webpackConfigHook,
    logger: new DefaultLogger('ERROR'),
  });
  // Atomically: a worker that starts meanwhile reads the old bundle or the new one.
  writeFileSync(join(target, '.workflow-bundle.js'), code);
  renameSync(join(target, '.workflow-bundle.js'), join(target, 'workflow-bundle.js'));
}

function files(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** By content, not by time: a fresh clone or a switched branch builds only what differs. */
function stampOf(paths) {
  const hash = createHash('sha256');
  for (const path of [...paths, join(root, 'package-lock.json'), join(root, 'scripts', 'build.mjs')]) {
    hash.update(relative(root, path).split(sep).join('/')).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** No build takes nearly this long: an older lock belongs to a dead process, even if its id has been reused. */
const lockExpiresMs = 120_000;

/** One build at a time. */
async function lock(path) {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isAlive(Number(read(path))) || isOlder(path, lockExpiresMs)) rmSync(path, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function isOlder(path, ms) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > ms;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Errors of esbuild and webpack name the place in the source; their stack traces do not help. */
function isBuildError(error) {
  return Array.isArray(error.errors) || /webpack|bundle/i.test(error.message);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { step } = await import('./lib/steps.mjs');
  try {
    await step('Build', () => buildAll({ types: process.argv.includes('--types') }));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`✖ ${error.message}`);
    process.exitCode = 1;
  }
}
