// Serves the pages of the classes: each below its own path, with the libraries' own files below /lib.
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serveFound } from '../site.mjs';

const bench = fileURLToPath(new URL('../..', import.meta.url));
const packages = join(bench, 'node_modules');

/** `served`: how many requests have come. @returns {Promise<{ site: string, urlOf: (part: { name: string }) => string, served: () => number }>} */
export async function serveParts(scope, parts) {
  const byPath = new Map(parts.map((part) => [pathOf(part), part]));
  const bundles = new Map();
  let served = 0;
  const site = await serveFound(scope, async (path) => {
    served += 1;
    const [, first, rest] = /^\/([^/]*)\/?(.*)$/.exec(path);
    if (first === 'lib') return { body: await readFile(join(packages, normalize(`/${rest}`))), path };
    const part = byPath.get(first);
    if (part === undefined) throw new Error(`Nothing at ${path}`);
    if (rest === '') return { body: part.page, path: 'index.html' };
    if (rest === 'script.js' && part.script !== undefined) return { body: await bundleOf(bundles, part), path };
    if (!Object.hasOwn(part.files ?? {}, rest)) throw new Error(`Nothing at ${path}`);
    return answerOf(part.files[rest], path);
  });
  return { site, urlOf: (part) => `${site}/${pathOf(part)}/`, served: () => served };
}

/** A file is its text, or `{ body, status, headers, delayMs }`. */
async function answerOf(file, path) {
  if (typeof file === 'string') return { body: file, path };
  if (file.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, file.delayMs));
  return { ...file, path };
}

function pathOf({ name }) {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function bundleOf(bundles, part) {
  if (!bundles.has(part)) bundles.set(part, bundle(part.script));
  return bundles.get(part);
}

async function bundle(script) {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: bench, loader: 'jsx' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'chrome110',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    logLevel: 'silent',
  });
  return outputFiles[0].contents;
}
