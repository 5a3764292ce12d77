// npm run package: packs, and checks the tarball: its size, publint, are-the-types-wrong, and its API against api/.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPackage as checkTypes, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { checkApi } from './api.mjs';
import { pack } from './lib/pack.mjs';
import { runSetup } from './lib/programs.mjs';
import { step, SetupError } from './lib/steps.mjs';
import { root } from './lib/tools.mjs';

const mostBytes = 5_000_000;

/** ESM only: CommonJS and resolution without `exports` are not supported. */
const resolutions = new Set(['node16-esm', 'bundler']);

/** Throws `SetupError` at the first check that fails. */
export async function checkPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-pack-'));
  try {
    const packed = await step('Pack', async () => told(await pack(folder)));
    const tarball = readFileSync(packed.path);
    await step('publint', () => lint(tarball));
    await step('Types', () => judgeTypes(tarball));
    await step('API', () => checkApi());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function told(packed) {
  const { size, unpackedSize, files } = packed;
  const text = `${files.length} files, ${megabytes(size)} MB (${megabytes(unpackedSize)} MB unpacked)`;
  if (size > mostBytes) throw new SetupError(`The package has ${text}; at most ${megabytes(mostBytes)} MB are allowed.`);
  const foreign = files.filter((path) => /(^|\/)(src|test|bench|node_modules)\/|\.env|\.stamp$/.test(path));
  if (foreign.length > 0) throw new SetupError(`The package contains files that do not belong there: ${foreign.join(', ')}.`);
  return { ...packed, text };
}

function megabytes(bytes) {
  return (bytes / 1_000_000).toFixed(2);
}

async function lint(tarball) {
  const { messages, pkg } = await publint({
    pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) },
  });
  if (messages.length > 0) throw new SetupError(messages.map((message) => formatMessage(message, pkg)).join('\n'));
  return 'no findings';
}

async function judgeTypes(tarball) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const untyped = Object.entries(exports).flatMap(([name, target]) => (typeof target === 'string' ? [name] : []));
  const { problems } = await checkTypes(createPackageFromTarballData(tarball), { excludeEntrypoints: untyped });
  const ours = problems.filter(({ resolutionKind }) => resolutionKind === undefined || resolutions.has(resolutionKind));
  if (ours.length > 0) throw new SetupError(ours.map((problem) => JSON.stringify(problem)).join('\n'));
  return 'resolve for ESM and bundlers';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runSetup(checkPackage);
