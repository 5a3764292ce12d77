// The table of docs/web-parts.md, from one whole run.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { grouped } from '../../../dist/domain/collections.js';

const run = promisify(execFile);
const page = new URL('../../../docs/web-parts.md', import.meta.url);
const [begin, end] = ['<!-- by the bench -->', '<!-- end -->'];
const marks = { done: '●', unseen: '○', failed: '○', wrong: '○' };
const said = { unseen: 'not seen', failed: 'an action fails', wrong: 'every action works, and the task is not done' };

/** `worked`: each class with its kind, outcome, `why`, and the tokens of its page's list. */
export async function writeTable(worked) {
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))];
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
  await writeFile(page, `${before}\n\n${table}\n\n${after}`);
  await run('npx', ['oxfmt', fileURLToPath(page)]);
}

/** `ag-grid ●●○, Tabulator ●●`: a class is named `component: task`. */
function componentsOf(parts) {
  const components = grouped(parts, ({ name }) => name.split(':')[0]);
  return [...components].map(([name, own]) => `${name} ${own.map(({ outcome }) => marks[outcome]).join('')}`).join(', ');
}
