// How much of the house a reader passes who follows one thing through it: the files of src with a function that is called once more each time the thing is done once more, by V8's
// counts of calls, in every process and thread that takes part (the worker and the sandbox of its workflows, the device's process, the client); and the folders they stand in.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SourceMap } from 'node:module';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('../lib/walk.mjs', import.meta.url));
const [few, many] = [4, 12];
/** What each walk is, and half the files that it passed on 28 November, counted by this rule. */
const walks = {
  step: ['an agent’s step, from the prompt to the click to the record', 71],
  approval: ['an approval, beside its step', 20],
  node: ['a node of a flow', 81],
  report: ['a step into a report', 9],
};

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureWalks(say) {
  return withScope(async (scope) => {
    const { address } = await scope.temporal();
    const home = await scope.folder();
    const figures = [];
    const passed = {};
    for (const [walk, [what, most]] of Object.entries(walks)) {
      const counts = [];
      for (const count of [few, many]) counts.push(await callsOf(scope, [walk, count, address, home]));
      const [before, after] = counts;
      const grown = [...after].filter(([key, calls]) => calls - (before.get(key) ?? 0) >= many - few).map(([key]) => key.split('#')[0]);
      passed[walk] = [...new Set(grown)].sort();
      const files = walk === 'approval' ? passed.approval.filter((file) => !passed.step.includes(file)) : passed[walk];
      const folders = new Set(files.map((file) => dirname(file)));
      for (const file of files) say(`${walk}: ${file}`);
      figures.push(plain(`${what}: files`, '', files.length, { atMost: most }), plain('… folders', '', folders.size));
    }
    return figures;
  });
}

/** Calls of each function of src, by its file and its place in it. */
async function callsOf(scope, args) {
  const folder = await scope.folder();
  await promisify(execFile)(process.execPath, [program, ...args.map(String)], { env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const calls = new Map();
  for (const file of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, file), 'utf8'));
    for (const { url, functions } of result) {
      const placeOf = await placesIn(url);
      if (placeOf === undefined) continue;
      for (const { functionName, ranges } of functions) {
        const place = functionName === '' ? undefined : placeOf(ranges[0].startOffset);
        if (place !== undefined) calls.set(`${place}#${functionName}`, (calls.get(`${place}#${functionName}`) ?? 0) + ranges[0].count);
      }
    }
  }
  return calls;
}

const known = new Map();

/** For an offset in a built file, the file of src; undefined where the file is none of ours. Modules are built one by one; the bundle of workflows has a map of its own. */
async function placesIn(url) {
  if (!known.has(url)) known.set(url, await readPlaces(url));
  return known.get(url);
}

async function readPlaces(url) {
  if (url.startsWith('file:') && !url.endsWith('workflow-bundle.js')) {
    const path = relative(join(root, 'dist'), fileURLToPath(url));
    const source = `src/${path.replace(/\.js$/, '.ts')}`;
    return path.startsWith('..') || path.startsWith('bench') ? undefined : () => source;
  }
  if (!url.endsWith('workflow-bundle.js')) return undefined;
  const text = await readFile(join(root, 'dist', 'workflow-bundle.js'), 'utf8');
  const [, encoded = ''] = /sourceMappingURL=data:application\/json;(?:charset=utf-8;)?base64,(\S+)/.exec(text) ?? [];
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    const { originalSource = '' } = map.findEntry(line, offset - starts[line]);
    const path = relative(root, originalSource);
    return path.startsWith('src/') ? path : undefined;
  };
}
