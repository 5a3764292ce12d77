// Three versions of one admin template, years apart: 4.2 is a dependency of ours, the older ones are taken from the npm registry as they were published,
// without what they depend on. 2.1 comes unbuilt, so that it is shown without its styles.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../scripts/lib/tools.mjs';
import { serveFound } from './site.mjs';

export const versions = ['1.4.0', '2.1.0', '4.2.0'];
const own = fileURLToPath(new URL('../../node_modules/gentelella/dist', import.meta.url));

/** The folder of a version's pages. */
async function folderOf(version, say) {
  if (version === '4.2.0') return own;
  const folder = join(cacheFolder(), `gentelella-${version}`);
  if (!existsSync(folder)) {
    say(`fetching gentelella ${version} …`);
    const part = `${folder}.part`;
    mkdirSync(part, { recursive: true });
    run('npm', ['pack', `gentelella@${version}`, '--ignore-scripts', '--silent', '--pack-destination', part], part);
    run('tar', ['xzf', `gentelella-${version}.tgz`], part);
    await rename(part, folder);
  }
  return join(folder, 'package');
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${stderr}`);
}

/** One address for whichever version is shown. */
export async function serveVersions(scope, say) {
  const folders = Object.fromEntries(await Promise.all(versions.map(async (version) => [version, await folderOf(version, say)])));
  let shown = versions[0];
  const origin = await serveFound(scope, async (path) => ({ body: await readFile(join(folders[shown], normalize(path))), path }));
  return {
    origin,
    show(version) {
      shown = version;
    },
  };
}

const field = (pattern) => (controls) => controls.find(({ role, name, visible }) => visible && role === 'textbox' && pattern.test(name));
const link = (name) => (controls) => controls.find((control) => control.visible && control.interactive && control.name.trim() === name);
const click = { type: 'Click', button: 'Left', click_count: 1 };

/** `judge`: what stands there in the end; `right` is what should. */
export const templateFlows = [
  {
    name: 'a form filled in',
    start: '/production/form.html',
    steps: [
      { deed: { type: 'SetText', text: 'Ada', clear: true }, pick: field(/^First Name \*/) },
      { deed: { type: 'SetText', text: 'Lovelace', clear: true }, pick: field(/^Last Name \*/) },
      { deed: { type: 'SetText', text: 'King', clear: true }, pick: field(/^Middle Name/) },
      {},
    ],
    judge: () =>
      [...document.querySelectorAll('input')]
        .filter(({ value }) => ['Ada', 'Lovelace', 'King'].includes(value))
        .map((input) => `${input.id || input.placeholder}=${input.value}`)
        .join(' '),
    right: 'first-name=Ada last-name=Lovelace middle-name=King',
    untouched: '',
  },
  {
    name: 'a menu opened, and an entry of it',
    start: '/production/plain_page.html',
    steps: [{ deed: click, pick: link('Forms') }, { deed: click, pick: link('Form Wizard') }, {}],
    judge: () => window.location.pathname,
    right: '/production/form_wizards.html',
    untouched: '/production/plain_page.html',
  },
];
