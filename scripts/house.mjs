// npm run house: how large the house is, by the table that the smaller house is held against. `npm run check` prints it as information; nothing fails by it.
// With --list, every place that the last four rows of src count.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { root } from './lib/tools.mjs';

const smallLines = 60;
/** The numbers that test/requirements.ts lists; `X11` and the key `{F4}` are none of them. */
const listed = new Set(
  [...readFileSync(join(root, 'test', 'requirements.ts'), 'utf8').matchAll(/^ {2}([A-Z]{1,2}\d+):/gm)].map(([, name]) => name),
);
const comment = /(?:\/\/|\/\*|^\s*\*).*/;
const number = /(?<!\{)\b(?!X11\b)[A-Z]{1,2}\d+\b/g;
const pathLike = /\.tsx?$/;

const sources = filesOf('src', pathLike).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, lines: text.split('\n').length - 1, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
});
const lines = sum(sources.map((source) => source.lines));
const imports = sources.flatMap(({ path, tree }) =>
  tree.statements
    .filter((statement) => ts.isImportDeclaration(statement) || (ts.isExportDeclaration(statement) && statement.moduleSpecifier))
    .map(({ moduleSpecifier }) => ({ path, of: targetOf(path, moduleSpecifier.text) })),
);
const spreads = sources.flatMap(conditionalSpreads);
const small = sources.filter(isSmallBesideItsImporter).map(({ path, lines: own }) => `${path} (${own} lines)`);
const cited = sources.flatMap(({ path, text }) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [...(comment.exec(line)?.[0] ?? '').matchAll(number)].some(([name]) => listed.has(name))
        ? [`${path}:${index + 1} ${line.trim()}`]
        : [],
    ),
);
const pages = filesOf('docs', /\.md$/).map((path) => ({ path, words: wordsIn(path) }));
const decisions = pages.filter(({ path }) => dirname(path) === 'docs/decisions' && basename(path) !== 'README.md');

const rows = [
  ['files in src', sources.length, 950],
  ['lines of TypeScript in src', lines, 90_000],
  ['imports per 1,000 lines', perThousand(imports.length), 55],
  ['conditional spreads per 1,000 lines', perThousand(spreads.length), 2],
  [`files of up to ${smallLines} lines whose one importer is beside them`, small.length, 15],
  ['comments in src that cite a number', cited.length, 0],
  ['words in docs', sum(pages.map(({ words }) => words)), 55_000],
  ['decisions', decisions.length, 30],
];
for (const [what, count, most] of rows)
  console.log(`${count.toLocaleString('en').padStart(9)}  ${what} (at most ${most.toLocaleString('en')})`);
if (process.argv.includes('--list')) for (const place of [...spreads, ...small, ...cited]) console.log(place);

function filesOf(folder, name) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
}

function targetOf(path, specifier) {
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)).replace(/\.jsx?$/, '') : specifier;
}

/** `...(x ? {…} : {})` and `...(x && {…})`. */
function conditionalSpreads({ path, tree }) {
  const found = [];
  const visit = (node) => {
    if (ts.isSpreadAssignment(node)) {
      let inner = node.expression;
      while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
      const isEither = ts.isConditionalExpression(inner);
      if (isEither || (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken))
        found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.pos).line + 1} ${node.getText(tree).replace(/\s+/g, ' ')}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isSmallBesideItsImporter({ path, lines: own }) {
  if (own > smallLines) return false;
  const importers = new Set(imports.filter(({ of }) => of === path.replace(pathLike, '')).map((each) => each.path));
  const [importer] = importers;
  return importers.size === 1 && dirname(importer) === dirname(path);
}

function wordsIn(path) {
  return readFileSync(join(root, path), 'utf8').split(/\s+/).filter(Boolean).length;
}

function perThousand(count) {
  return Math.round((count * 10_000) / lines) / 10;
}

function sum(counts) {
  return counts.reduce((all, count) => all + count, 0);
}
