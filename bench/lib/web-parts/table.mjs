// The table of docs/web-parts.md, from one whole run.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { grouped } from '../../../dist/domain/collections.js';

const run = promisify(execFile);
const page = new URL('../../../docs/web-parts.md', import.meta.url);
const marks = { done: '●', unseen: '○', failed: '○', wrong: '○' };
const said = { unseen: 'not seen', failed: 'an action fails', wrong: 'every action works, and the task is not done' };

/** `worked`: each class with its kind, outcome, `why`, and the tokens of its page's list. */
export async function writeTable(worked) {
  const kinds = grouped(worked, ({ kind }) => kind);
  const rows = [...kinds].map(([kind, parts]) => {
    const done = parts.filter(({ outcome }) => outcome === 'done').length;
    const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? '–';
    const actions = median(parts.map(({ acts }) => acts.length));
    const tokens = median(parts.flatMap((part) => part.tokens ?? []));
    return `| ${kind} | ${done} of ${parts.length} | ${tokens} | ${actions} | ${componentsOf(parts)} |`;
  });
  const sum = worked.filter(({ outcome }) => outcome === 'done').length;
  const left = worked.flatMap(({ name, outcome, why }) =>
    outcome === 'done' ? [] : [`- ${name}: ${said[outcome]}${why ? ` (${why})` : ''}`],
  );
  const table = [
    `${sum} of ${worked.length} classes.`,
    '',
    '| Kind | Done | Tokens | Actions | Components |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...(left.length > 0 ? ['', 'Not done:', '', ...left] : []),
  ].join('\n');
  await writeBetween('<!-- by the bench -->', '<!-- end -->', table);
}

/** Of random acts. */
export async function writeActs({ acts, done, untrue, falselyDone, seed }) {
  const line = `${acts} random acts on these pages (seed ${seed}), ${done} of them done: ${untrue} times it was not true that nothing visible changed, and ${falselyDone} times a field had another value than was said.`;
  await writeBetween('<!-- random acts -->', '<!-- end of acts -->', line);
}

async function writeBetween(begin, end, words) {
  const text = await readFile(page, 'utf8');
  await writeFile(page, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${words}\n\n${text.slice(text.indexOf(end))}`);
  await run('npx', ['oxfmt', fileURLToPath(page)]);
}

/** `ag-grid ●●○, Tabulator ●●`: a class is named `component: task`. */
function componentsOf(parts) {
  const components = grouped(parts, ({ name }) => name.split(':')[0]);
  return [...components].map(([name, own]) => `${name} ${own.map(({ outcome }) => marks[outcome]).join('')}`).join(', ');
}
