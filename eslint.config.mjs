// Lint, and the import fences of the architecture: who may import whom is written once, in `layers`, and a forbidden import is an error (test/pure/fences).
// The rules that need types are in .oxlintrc.json: a native compiler checks them in a quarter of the time.
import { builtinModules } from 'node:module';
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import typescript from 'typescript-eslint';

const houseRules = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/no-explicit-any': 'error',
  eqeqeq: 'error',
  'no-restricted-syntax': [
    'error',
    { selector: 'TSEnumDeclaration', message: 'No enums: use a union of literals.' },
    { selector: 'ExportDefaultDeclaration', message: 'No default exports: a thing has one name everywhere.' },
  ],
};

/** Every server of ours compares what it is shown in this one way. */
const sameSecret = 'adapters/node-crypto/same-secret.ts';

/**
 * What each folder of src/ may import from src/, and which packages. `types`: folders from which only types may be imported.
 * Every folder has a row. The entry points beside them (worker.ts, client.ts, …) have none: they put the parts together.
 */
const layers = {
  domain: { imports: ['domain'], packages: [] },
  ports: { imports: ['ports', 'domain'], packages: [], typePackages: ['zod'] },
  workflows: {
    imports: ['workflows', 'domain'],
    types: ['activities', 'ports'],
    packages: ['@temporalio/workflow', '@temporalio/common', 'nexus-rpc', '@noble/hashes'],
  },
  host: {
    imports: ['host', 'domain', 'ports'],
    packages: ['@temporalio/client', '@temporalio/common', '@temporalio/worker', 'async-mutex', ...builtins()],
  },
  activities: {
    imports: ['activities', 'host', 'domain', 'ports', 'prompts'],
    packages: ['@temporalio/activity', '@temporalio/common', 'zod', ...builtins()],
  },
  prompts: { imports: ['prompts', 'domain', 'ports'], packages: [] },
  config: { imports: ['config', 'domain', 'ports'], packages: ['zod', 'dotenv', ...builtins()] },
  adapters: { imports: ['adapters', 'ports', 'domain'], packages: undefined },
  client: {
    // prompts: it may ask a model whether a request is one that a flow carries out (RP20).
    imports: ['client', 'workflows/messages.ts', 'config', 'adapters', 'ports', 'domain', 'prompts'],
    types: ['workflows'],
    packages: undefined,
  },
  // Everything that these can do, a program can do through the client.
  mcp: { imports: ['mcp', 'client', 'domain', sameSecret], packages: undefined },
  // What it serves to browsers, they get through the client (EV26).
  console: { imports: ['console', 'client', 'domain', sameSecret], types: ['ports'], packages: undefined },
  // Decrypts for the Temporal CLI and the Web UI (LK60).
  'codec-server': { imports: ['codec-server', 'domain', sameSecret], packages: undefined },
  // Decides a recorded run again, as a worker would, without one.
  rerun: { imports: ['rerun', 'activities', 'adapters', 'ports', 'domain'], packages: undefined },
  cli: {
    imports: ['cli', 'client', 'codec-server', 'console', 'mcp', 'rerun', 'workflows/messages.ts', 'config', 'adapters', 'ports', 'domain'],
    types: ['workflows'],
    packages: undefined,
  },
  // Puts a device's own process together.
  'device-process': { imports: ['device-process', 'host', 'adapters', 'ports', 'domain'], packages: undefined },
  // Run in a browser: bundled, and never imported by what runs in Node.
  // A page seals what a person types itself (EV33): nobody on the way can read it.
  pages: { imports: ['pages', 'domain', 'client/seal-typed.ts'], types: ['client'], packages: ['preact'] },
  testing: { imports: ['testing', 'adapters', 'ports', 'domain'], packages: ['zod', ...builtins()] },
  // Puts a worker together, so it imports every part of it.
  worker: {
    imports: [
      'worker',
      'activities',
      'device-process',
      'host',
      'client',
      'workflows/messages.ts',
      'workflows/service.ts',
      'config',
      'adapters',
      'ports',
      'domain',
    ],
    types: ['workflows'],
    packages: undefined,
  },
};

/** Measures from outside, as a program that embeds the client and starts workers would; its own commands speak as ours do. */
const bench = {
  imports: [
    'client.ts',
    'client/run-end.ts',
    'client/server-facts.ts',
    'client/temporal-server.ts',
    'cli/context.ts',
    'cli/errors.ts',
    'cli/output.ts',
    'cli/main.ts',
    'cli/program.ts',
    'cli/run-command.ts',
    'adapters/webdriver/left-browsers.ts',
    'testing/fill-schema.ts',
    'ports/model.ts',
    'domain',
  ],
  packages: undefined,
};

const fences = [...Object.entries(layers).map(([folder, layer]) => fence(`src/${folder}`, layer)), fence('bench', bench)];

function fence(folder, layer) {
  return {
    name: `fence around ${folder}`,
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            { target: `./${folder}`, from: './src', except: [...layer.imports, ...(layer.types ?? [])].map((name) => `./${name}`) },
            { target: './src', from: './bench' },
          ],
        },
      ],
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: restrictedImports(folder, layer) }],
    },
  };
}

/** Zod is imported only in `*.schema.ts`, beside the types, where workflows do not reach it. */
const schemaFence = {
  name: 'zod in the domain',
  files: ['src/domain/**/*.schema.ts'],
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [onlyPackages('src/domain/**/*.schema.ts', ['zod'])] }] },
};

/** A factory counts with everything inside it: one that outgrows this becomes functions over a state, or several files. */
const shortFunctions = {
  name: 'functions of a page',
  files: ['{src,bench}/**/*.{ts,tsx}'],
  rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
};

/** A suite is as long as its tests are many, wherever it stands. */
const suites = { name: 'suites', files: ['src/testing/*-conformance.ts'], rules: { 'max-lines-per-function': 'off' } };

const purity = {
  name: 'the domain is pure',
  files: ['src/domain/**/*.ts'],
  rules: {
    'no-restricted-globals': [
      'error',
      ...[
        'Date',
        'process',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'performance',
        'crypto',
        'fetch',
        'console',
        'Buffer',
      ].map(impure),
    ],
    'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'The domain is pure: let the caller bring it.' }],
  },
};

export default typescript.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', '.steadyhand/', 'bench/results/', 'eval/results/'] },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'performance',
          'fetch',
          'Request',
          'Response',
          'Headers',
          'Buffer',
          'AbortController',
          'AbortSignal',
          'structuredClone',
          'document',
          'window',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
  // The tests' own desktop applications, which gjs runs.
  {
    files: ['**/*.gjs.js'],
    languageOptions: {
      sourceType: 'script',
      globals: { imports: 'readonly', ARGV: 'readonly', TextDecoder: 'readonly', TextEncoder: 'readonly' },
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mts'],
    extends: [typescript.configs.recommended],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } })] },
    rules: houseRules,
  },
  ...fences,
  shortFunctions,
  suites,
  schemaFence,
  purity,
  // The workflow sandbox lacks these; a bundle that needs them would fail only at run time.
  { files: ['src/workflows/**/*.ts'], rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'fetch', 'performance'] } },
);

function restrictedImports(folder, { imports, packages, typePackages, types = [] }) {
  const patterns = types.map((name) => ({
    regex: `(^|/)${name}/${exceptFiles(imports.filter((each) => each.startsWith(`${name}/`)))}`,
    allowTypeImports: true,
    message: `${folder} imports only types from src/${name}.`,
  }));
  if (packages !== undefined) patterns.push({ ...onlyPackages(folder, packages), allowTypeImports: typePackages !== undefined });
  if (['src/domain', 'src/workflows'].includes(folder))
    patterns.push({
      regex: String.raw`\.schema\.js$`,
      allowTypeImports: true,
      message: 'Zod must not reach the workflow bundle: import only types from a schema.',
    });
  return patterns;
}

/** Those of `<folder>/<file>.ts` that are imported all the same. */
function exceptFiles(files) {
  const names = files.map((file) => file.replace(/^.*\//, '').replace(/\.ts$/, String.raw`\.js$`));
  return names.length > 0 ? `(?!${names.join('|')})` : '';
}

/** Matches every import that is neither relative nor allowed. */
function onlyPackages(where, names) {
  const allowed = names.map((name) => `${name.replaceAll('/', String.raw`\/`)}(/|$)`).join('|');
  return {
    regex: `^(?!\\.${allowed ? `|${allowed}` : ''})`,
    message: `${where} imports ${names.length > 0 ? `no package but ${names.slice(0, 4).join(', ')}` : 'no packages'}.`,
  };
}

function builtins() {
  return ['node:.*', ...builtinModules.filter((name) => !name.startsWith('_'))];
}

function impure(name) {
  return { name, message: 'The domain is pure: let the caller bring it.' };
}
