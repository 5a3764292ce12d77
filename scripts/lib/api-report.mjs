// The public API of one entry point, as text: its exports, and every declaration of ours that they name. Without comments, so that every difference is one of the API.
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { root } from './tools.mjs';

/** Entries of package.json with declarations: `{ './worker': 'dist/worker.d.ts', … }`. */
export function typedEntries({ exports }) {
  return Object.fromEntries(Object.entries(exports).flatMap(([name, target]) => (target.types ? [[name, target.types]] : [])));
}

/** @returns {Map<string, string>} Markdown by entry */
export function apiReports(packageJson) {
  const entries = typedEntries(packageJson);
  const files = Object.values(entries).map((file) => join(root, file));
  const options = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, strict: true, skipLibCheck: true };
  const program = ts.createProgram(files, { ...options, target: ts.ScriptTarget.ES2023, noEmit: true });
  return new Map(
    Object.entries(entries).map(([name, file]) => [name, reportOf(program, packageJson.name + name.slice(1), join(root, file))]),
  );
}

function reportOf(program, title, file) {
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  const seen = new Set(exported.map((symbol) => original(checker, symbol)));
  const named = [];
  for (const symbol of [...seen]) follow(symbol);
  return [
    `# ${title}\n\nWritten by \`npm run api -- --update\`.\n`,
    section(
      'Exports',
      exported.map((symbol) => textOf(symbol.name, original(checker, symbol))),
    ),
    section(
      'Named by these',
      named.map((symbol) => textOf(symbol.name, symbol)),
    ),
  ].join('\n');

  function follow(symbol) {
    for (const declaration of ours(symbol)) visit(declaration);
  }

  function visit(node) {
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      const symbol = found && original(checker, found);
      if (symbol && !seen.has(symbol) && isDeclaredAtTop(symbol)) {
        seen.add(symbol);
        named.push(symbol);
        follow(symbol);
      }
    }
    ts.forEachChild(node, visit);
  }
}

function original(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function ours(symbol) {
  const isOurs = (declaration) => {
    const path = relative(root, declaration.getSourceFile().fileName);
    return path.startsWith(`dist${sep}`);
  };
  return (symbol.declarations ?? [])
    .filter(isOurs)
    .map((declaration) => (ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration));
}

function isDeclaredAtTop(symbol) {
  return ours(symbol).some((declaration) => ts.isSourceFile(declaration.parent));
}

const printer = ts.createPrinter({ removeComments: true });

/** An export under another name is shown as such. Of another package's declaration only the name is shown. */
function textOf(name, symbol) {
  const texts = ours(symbol).map((declaration) => printed(withSortedMembers(declaration), declaration).replace(/^(export |declare )+/, ''));
  const body = texts.length === 0 ? `${name} // of another package` : texts.join('\n');
  return { name, text: symbol.name === name || texts.length === 0 ? body : `${body}\nexport { ${symbol.name} as ${name} };` };
}

function printed(node, declaration) {
  return printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile());
}

/** The compiler writes the members of inferred unions and objects in the order in which it met them, which differs from one build to the next. */
function withSortedMembers(declaration) {
  const source = declaration.getSourceFile();
  const text = (node) => printer.printNode(ts.EmitHint.Unspecified, node, source);
  const sorted = (nodes) =>
    nodes
      .map((node) => ({ node, text: text(node) }))
      .sort((one, other) => (one.text < other.text ? -1 : 1))
      .map(({ node }) => node);
  const sort = (context) => {
    const { factory } = context;
    const visit = (node) => {
      const visited = ts.visitEachChild(node, visit, context);
      if (ts.isUnionTypeNode(visited)) return factory.createUnionTypeNode(sorted(visited.types));
      if (ts.isTypeLiteralNode(visited) && visited.members.every(ts.isPropertySignature))
        return factory.createTypeLiteralNode(sorted(visited.members));
      return visited;
    };
    return visit;
  };
  return ts.transform(declaration, [sort]).transformed[0];
}

function section(title, parts) {
  if (parts.length === 0) return '';
  const sorted = [...parts].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.text < other.text ? -1 : 1));
  return `## ${title}\n\n\`\`\`ts\n${sorted.map(({ text }) => text).join('\n\n')}\n\`\`\`\n`;
}
