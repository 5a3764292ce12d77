#!/usr/bin/env node
// Applications of Debian, each part by the desktop device: `npm run test:desktops`. Prints a table; with --write, it goes into docs/desktop-applications.md.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openHand } from './desktops/hand.mjs';
import { programs } from './desktops/programs.mjs';
import { installPackages } from './lib/apt.mjs';
import { which } from './lib/commands.mjs';

const help = `npm run test:desktops -- [--only NAME] [--install] [--write]

--only NAME   only the applications whose name contains it
--install     install Debian's packages first (as root)
--write       write the table into docs/desktop-applications.md; rows of other applications stay
`;
const parts = { texts: 'texts', save: 'save a file', dialog: 'dialog', menu: 'menu', table: 'table', combo: 'combo box', tabs: 'tabs' };
const page = `<!doctype html><meta charset="utf-8"><title>Parts</title><label>Name <input></label>
  <label>Size <select><option>Small<option>Large</select></label><button onclick="box.showModal()">Ask</button>
  <dialog id="box"><form method="dialog"><button>Close</button></form></dialog>
  <table><tr><td>Cell 1<td>Cell 2<tr><td>Cell 3<td>Cell 4</table>`;

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, install: { type: 'boolean' }, write: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) console.log(help);
else process.exitCode = await main();

async function main() {
  const chosen = programs.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()));
  if (chosen.length === 0) {
    console.error(`No application is called '${values.only}', only: ${programs.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  if (values.install)
    await installPackages(
      chosen.flatMap((program) => program.package.split(', ')),
      console.log,
    );
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-desktops-'));
  const shared = process.env['XDG_DATA_DIRS'] ?? '/usr/local/share:/usr/share';
  process.env['XDG_DATA_DIRS'] = `${folder}:${shared}`;
  try {
    await offer(folder, chosen);
    const table = [];
    for (const program of chosen) table.push([program, await tried(program)]);
    const text = tableOf(table);
    console.log(`\n${text}`);
    if (values.write) await write(text);
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Desktop entries for what has none. */
async function offer(folder, chosen) {
  await mkdir(join(folder, 'applications'));
  await writeFile(join(folder, 'page.html'), page);
  for (const program of chosen) {
    const command = program.page ? chromium(folder) : program.program;
    if (command === undefined) continue;
    program.entry = `steadyhand-${program.name.toLowerCase().replace(/\W+/g, '-')}`;
    await writeFile(
      join(folder, 'applications', `${program.entry}.desktop`),
      `[Desktop Entry]\nType=Application\nName=${program.name}\nExec=${command}\n`,
    );
  }
}

function chromium(folder) {
  const root = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  return `chromium${root} --force-renderer-accessibility --no-first-run --disable-gpu --user-data-dir=${join(folder, 'profile')} file://${join(folder, 'page.html')}`;
}

/** Each part on a display of its own, so that none depends on what another left. */
async function tried(program) {
  const missing = missingOf(program);
  if (missing) return { missing };
  const results = {};
  for (const [part, name] of Object.entries(parts)) {
    const run = program.cells[part];
    if (run === undefined) continue;
    results[part] = await attempt(program, run);
    console.log(`${program.name}, ${name}: ${results[part]}`);
  }
  return results;
}

/** Why it cannot be tried here: the command that shows it. */
function missingOf(program) {
  for (const name of program.package.split(', ')) {
    try {
      execFileSync('dpkg-query', ['-W', name], { stdio: 'ignore' });
    } catch {
      return `dpkg-query -W ${name}`;
    }
  }
  const [command] = program.program?.split(' ') ?? [];
  return command && !existsSync(command) && !which(command) ? `which ${command}` : undefined;
}

async function attempt({ entry, ready }, run) {
  let hand;
  try {
    hand = await openHand(entry);
    await ready?.(hand);
    await run(hand);
    return 'ok';
  } catch (error) {
    return `fails (${error.message.split('\n')[0].slice(0, 120)})`;
  } finally {
    await hand?.close();
  }
}

function tableOf(table) {
  const head = ['application', 'toolkit', ...Object.values(parts)];
  const rows = table.map(([{ name, toolkit }, results]) => [
    name,
    toolkit,
    ...Object.keys(parts).map((part) =>
      results.missing ? `not there (\`${results.missing}\`)` : (results[part] ?? '–').replaceAll('|', '\\|'),
    ),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function write(text) {
  const file = new URL('../docs/desktop-applications.md', import.meta.url);
  const [before, rest] = (await readFile(file, 'utf8')).split('<!-- applications -->');
  const [old, after] = rest.split('<!-- /applications -->');
  const rows = new Map([...old.trim().split('\n'), ...text.split('\n')].map((row) => [row.split('|')[1]?.trim(), row]));
  const [head, line] = text.split('\n');
  const table = [head, line, ...programs.flatMap(({ name }) => rows.get(name) ?? [])].join('\n');
  await writeFile(file, `${before}<!-- applications -->\n\n${table}\n\n<!-- /applications -->${after}`);
}
