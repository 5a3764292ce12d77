// npm run check: types, lint, format, dead exports, import cycles and the pages of docs, two at a time. When nothing has changed since it passed, there is nothing to do.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { run } from './lib/commands.mjs';
import { root } from './lib/tools.mjs';

/** Scripts of package.json, the longest first, so that both lanes end at about the same time. */
const steps = ['lint', 'types', 'lint:typed', 'knip', 'circles', 'docs', 'format'];
const lanes = 2;
const stampFile = join(root, 'node_modules', '.cache', 'steadyhand', 'check-passed');

const before = await stamp();
if (before !== undefined && before === read(stampFile)?.toString()) console.log('✔ Nothing has changed since everything passed.');
else {
  const failed = [];
  const left = [...steps];
  await Promise.all(Array.from({ length: lanes }, () => lane(left, failed)));
  // What was saved meanwhile may have been seen by some steps only.
  if (failed.length === 0 && before !== undefined && before === (await stamp())) {
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, before);
  }
  // How large the house is says nothing about whether it stands.
  const house = await run('node', ['scripts/house.mjs'], { cwd: root, keep: Infinity });
  if (house.code === 0) console.log(`\n${house.output}`);
  for (const { step, output } of failed) console.log(`\n✖ ${step}\n${output}`);
  if (failed.length > 0) console.log(`\n✖ Failed: ${failed.map(({ step }) => step).join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

async function lane(left, failed) {
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const began = performance.now();
    const { code, output } = await run('npm', ['run', '--silent', step], { cwd: root, timeoutMs: 1_800_000, keep: Infinity });
    console.log(`${code === 0 ? '✔' : '✖'} ${step} (${Math.round((performance.now() - began) / 1_000)} s)`);
    if (code !== 0) failed.push({ step, output });
    else if (output !== '') console.log(output);
  }
}

/** One hash over all that the steps read, since what one file says can be an error in another. `undefined` where that cannot be listed: then every run is a first one. */
async function stamp() {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { code, output } = await run('git', listed, { cwd: root, keep: Infinity });
  const paths = output.split('\0').filter(Boolean);
  // A linked folder, or a clone within the clone: Git does not list what is in it.
  if (code !== 0 || paths.some((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory())) return undefined;
  const hash = createHash('sha256').update(process.version);
  // Tests import from dist/, which Git ignores. npm keeps in that file which versions are installed.
  for (const path of [...paths, ...filesOf('dist'), join('node_modules', '.package-lock.json')]) {
    const content = read(join(root, path));
    hash.update(`\0${path}\0${content?.length ?? 'none'}\0`).update(content ?? '');
  }
  return hash.digest('hex');
}

function filesOf(folder) {
  const entries = existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .sort();
}

/** `undefined`: there is no such file. */
function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
