// The pages of docs/design and their citations: every requirement of test/requirements.ts has its place there, and no link, path or section is broken.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { requirements } from '../../requirements.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const texts = new Map<string, string>();
function read(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  texts.set(path, text);
  return text;
}

function filesIn(folder: string, endings: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => endings.test(name) && !name.includes('node_modules'));
}

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md', ...filesIn('docs', /\.md$/)];
const livingPages = pages.filter((page) => page !== 'CHANGELOG.md');
const code = ['src', 'test', 'scripts', 'bench', 'examples'].flatMap((folder) => filesIn(folder, /\.(ts|mts|mjs|py)$/));

/** As GitHub derives anchors from headings. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll('`', '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (page: string): readonly string[] => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** `F12`, and `F1–F14` for all between. */
const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b([ADEFPWX]|CL|EV|FL|HE|HP|LK|RP)(\d+)(?:–\1(\d+))?/g)].flatMap(([, prefix = '', first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${prefix}${Number(first) + index}`),
  );

test('docs/design places every requirement in a page, and states none that is not listed', () => {
  const design = filesIn('docs/design', /(?<!README)\.md$/)
    .map(read)
    .join('\n');
  const placed = new Set(numbersIn(design));
  expect(Object.keys(requirements).filter((number) => !placed.has(number))).toEqual([]);
  const stated = [...design.matchAll(/\*\*([A-Z]{1,2}\d+)\*\*/g)].map(([, number = '']) => number);
  expect(stated.filter((number) => !Object.hasOwn(requirements, number) && !/^R\d$/.test(number))).toEqual([]);
});

test.each(pages)('the links of %s resolve', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  const dead = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : resolve('/', dirname(page), path).slice(1);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && statSync(join(root, target)).isFile() && !headingsOf(target).map(anchorOf).includes(anchor);
  });
  expect(dead).toEqual([]);
});

test.each(livingPages)('the files that %s names exist', (page) => {
  const named = [...read(page).matchAll(/`((?:src|test|scripts|bench|docs|examples|docker)\/[\w./@-]*\w\/?)`/g)].map(
    ([, path = '']) => path,
  );
  const made = /^bench\/results/;
  expect(named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, `${path}.ts`)) && !made.test(path))).toEqual([]);
});

test('CL25: sections of docs that comments cite exist', () => {
  const citation = /\b(docs\/[\w/-]+\.md)((?:,? §[\d.]+(?:[–-]§?\d+)?)*)/g;
  const dead = code.flatMap((file) =>
    [...read(file).matchAll(citation)].flatMap(([, page = '', sections = '']) => {
      if (!existsSync(join(root, page))) return [`${file}: ${page}`];
      const known = headingsOf(page);
      return [...sections.matchAll(/\d+/g)]
        .filter(([number]) => !known.some((heading) => heading.startsWith(`${number}. `)))
        .map(([number]) => `${file}: ${page} §${number}`);
    }),
  );
  expect(dead).toEqual([]);
});

test('CL25: comments cite nothing outside the repository', () => {
  const outside = /\bspec\/[a-z-]+\.md|\bdevice-session\.md, "|\bseed 00\d|\(contracts\)|\bdesign §|found\.md|style-sketch/;
  const own = 'test/pure/docs/design.test.ts';
  expect(code.filter((file) => file !== own && outside.test(read(file)))).toEqual([]);
});

test('CL26: a newcomer can read README.md in two minutes, and the glossary is short', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8 * 1024);
  const terms = [...read('docs/glossary.md').matchAll(/^\| \*\*/gm)];
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.length).toBeLessThanOrEqual(60);
});
