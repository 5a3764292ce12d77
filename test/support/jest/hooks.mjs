// Runs in the thread that Node gives its module hooks, which goes on when the thread of the tests stands still.
//   loads-1  A `.ts` file is stripped of its types once for each content, by esbuild; what came of it is kept beside a map of its lines.
//   loads-2  `./x.js` is `./x.ts` where that is what there is, and what a module imports carries its `?run=`, so that `test:watch` sees what was saved.
//   loads-3  `@jest/globals` is what the test file under way got from Jest.
//   ends-1   A test whose process does not come back to its event loop within its limit is named, and its process is killed: Jest's own limit is a timer, which an endless loop never lets run.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mark } from './left-running.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'steadyhand', 'stripped');
const stripping = { loader: 'ts', format: 'esm', target: 'node20', sourcemap: true };
let ending;

/** Where what came of a `.ts` file is kept; the map of its lines has `.map` behind that. */
export function strippedFile(file) {
  return join(folder, relative(root, file).replace(/\.ts$/, '.js'));
}

export function initialize({ limits }) {
  // esbuild is a process, which lives as long as this one: no test has left it (left-running.mjs).
  delete process.env[mark];
  limits.on('message', ({ name, limitMs }) => {
    clearTimeout(ending);
    if (name === undefined) return;
    ending = setTimeout(() => {
      const why = `${name}: ended, since its process stood still for more than ${limitMs / 1_000} s`;
      writeSync(2, `\n✖ ${why}\n`);
      if (process.env.STEADYHAND_COUNTS) writeFileSync(`${process.env.STEADYHAND_COUNTS}.${process.pid}`, why);
      process.kill(process.pid, 'SIGKILL');
    }, limitMs);
  });
  limits.unref();
}

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: new URL('./globals.mjs', import.meta.url).href, shortCircuit: true };
  if (!/^(\.{1,2}\/|file:)/.test(specifier)) return next(specifier, context);
  const url = new URL(specifier, context.parentURL);
  const run = context.parentURL && new URL(context.parentURL).searchParams.get('run');
  if (run && !url.pathname.includes('/node_modules/')) url.searchParams.set('run', run);
  if (url.pathname.endsWith('.js') && !existsSync(url)) url.pathname = url.pathname.replace(/\.js$/, '.ts');
  if (!url.pathname.endsWith('.ts')) return next(url.href, context);
  return { url: url.href, format: 'module', shortCircuit: true };
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await stripped(fileURLToPath(url)), shortCircuit: true };
}

async function stripped(file) {
  const source = readFileSync(file, 'utf8');
  const stamp = `// ${createHash('sha1').update(JSON.stringify(stripping)).update(source).digest('hex')}\n`;
  const kept = strippedFile(file);
  if (existsSync(kept)) {
    const code = readFileSync(kept, 'utf8');
    if (code.endsWith(stamp)) return code;
  }
  const { transform } = await import('esbuild');
  const { code, map } = await transform(source, { ...stripping, sourcefile: file });
  mkdirSync(dirname(kept), { recursive: true });
  keep(`${kept}.map`, map);
  keep(kept, code + stamp);
  return code + stamp;
}

/** At once, since other processes read it. */
function keep(file, text) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
}
