import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const fences = [
  '@typescript-eslint/no-restricted-imports',
  'import-x/no-restricted-paths',
  'no-restricted-globals',
  'no-restricted-properties',
];

/** The project's ESLint configuration, reduced to its fences. The file need not exist. */
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => fences.includes(ruleId),
});

async function complaints(file: string, code: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: `${root}${file}` });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const store = '../ports/artifact-store.js';
const deepStore = '../../ports/artifact-store.js';

test.each([
  ['the domain does not import a port', 'src/domain/agent/x.ts', `import type { ArtifactStore } from '${deepStore}';`],
  ['the domain does not import the configuration', 'src/domain/agent/x.ts', "import { loadConfig } from '../../config/config.js';"],
  ['the domain imports no package', 'src/domain/agent/x.ts', "import { Mutex } from 'async-mutex';"],
  ['the domain imports nothing of Temporal', 'src/domain/x.ts', "import { sleep } from '@temporalio/workflow';"],
  ['the domain imports nothing of Node', 'src/domain/x.ts', "import { readFileSync } from 'node:fs';"],
  ['zod is imported only in *.schema.ts', 'src/domain/agent/x.ts', "import { z } from 'zod';"],
  ['a schema is not imported by code that workflows reach', 'src/domain/agent/x.ts', "import { replies } from './replies.schema.js';"],
  ['a schema imports zod only', 'src/domain/agent/x.schema.ts', "import { Mutex } from 'async-mutex';"],
  ['the domain has no clock', 'src/domain/x.ts', 'export const now = Date.now();'],
  ['the domain throws no dice', 'src/domain/x.ts', 'export const dice = Math.random();'],
  ['the domain does not read the environment', 'src/domain/x.ts', 'export const home = process.env.HOME;'],
  [
    'workflows do not import adapters',
    'src/workflows/x.ts',
    "import { createFileArtifactStore } from '../adapters/filesystem/artifact-store.js';",
  ],
  ['workflows import only types of activities', 'src/workflows/x.ts', "import { createActivities } from '../activities/index.js';"],
  ['workflows import only types of ports', 'src/workflows/x.ts', "import { modelRoles } from '../ports/model.js';"],
  ['workflows do not import a schema', 'src/workflows/x.ts', "import { functions } from '../domain/agent/functions.schema.js';"],
  ['workflows import nothing of Node', 'src/workflows/x.ts', "import { join } from 'node:path';"],
  ['workflows do not read the environment', 'src/workflows/x.ts', 'export const home = process.env.HOME;'],
  [
    'activities do not import adapters',
    'src/activities/x.ts',
    "import { createFileArtifactStore } from '../adapters/filesystem/artifact-store.js';",
  ],
  ['activities do not import what an adapter is built on', 'src/activities/x.ts', "import { remote } from 'webdriverio';"],
  ['ports import no adapter', 'src/ports/x.ts', "import type { Config } from '../config/config.js';"],
  ['adapters do not import workflows', 'src/adapters/filesystem/x.ts', "import { taskQueue } from '../../workflows/messages.js';"],
  ['adapters do not import the configuration', 'src/adapters/filesystem/x.ts', "import { loadConfig } from '../../config/config.js';"],
  ['CL20: the client does not import the command line', 'src/client/x.ts', "import { runCommand } from '../cli/run-command.js';"],
  ['CL20: the client imports only types of workflows', 'src/client/x.ts', "import { flow } from '../workflows/flow/flow.js';"],
  ['CL20: the MCP server does not import the command line', 'src/mcp/x.ts', "import { runCommand } from '../cli/run-command.js';"],
  ['CL20: the MCP server reaches no adapter', 'src/mcp/x.ts', "import { thumbnail } from '../adapters/sharp/sharp-images.js';"],
  ['CL20: the command line imports no activities', 'src/cli/x.ts', "import type { Activities } from '../activities/index.js';"],
  ['CL20: the evaluation imports no activities', 'bench/eval/x.ts', "import type { Activities } from '../../src/activities/index.js';"],
  ['the command line does not import the evaluation', 'src/cli/x.ts', "import { evaluate } from '../../bench/eval/evaluate.js';"],
  ['EV1: a page imports no adapter', 'src/pages/x.tsx', "import { thumbnail } from '../adapters/sharp/sharp-images.js';"],
  ['EV1: a page imports no package but Preact', 'src/pages/x.tsx', "import { remote } from 'webdriverio';"],
  ['a host imports no activities', 'src/host/x.ts', "import type { Activities } from '../activities/index.js';"],
  ['the configuration imports no adapter', 'src/config/x.ts', "import { thumbnail } from '../adapters/sharp/sharp-images.js';"],
])('%s', async (_, file, code) => {
  expect(await complaints(file, code)).not.toEqual([]);
});

test.each([
  ['the domain imports the domain', 'src/domain/agent/x.ts', "import { assertNever } from '../assert-never.js';"],
  ['a schema imports zod', 'src/domain/agent/x.schema.ts', "import { z } from 'zod';"],
  ['the domain imports the types of a schema', 'src/domain/agent/x.ts', "import type { Reply } from './replies.schema.js';"],
  ['workflows import types of activities', 'src/workflows/x.ts', "import type { Activities } from '../activities/index.js';"],
  [
    'workflows import the domain and the SDK',
    'src/workflows/x.ts',
    "import { assertNever } from '../domain/assert-never.js';\nimport { sleep } from '@temporalio/workflow';",
  ],
  ['activities import ports', 'src/activities/x.ts', `import type { ArtifactStore } from '${store}';\nimport { join } from 'node:path';`],
  [
    'adapters import ports and packages',
    'src/adapters/filesystem/x.ts',
    `import type { ArtifactStore } from '${deepStore}';\nimport { remote } from 'webdriverio';`,
  ],
  ['the client imports messages', 'src/client/x.ts', "import { taskQueue } from '../workflows/messages.js';"],
  ['the worker sees adapters', 'src/worker.ts', "import { createFileArtifactStore } from './adapters/filesystem/artifact-store.js';"],
])('%s', async (_, file, code) => {
  expect(await complaints(file, code)).toEqual([]);
});

test('CL24: every folder of src has a row', async () => {
  const folders = readdirSync(`${root}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const calculated = await Promise.all(folders.map(({ name }) => eslint.calculateConfigForFile(`${root}src/${name}/x.ts`)));
  const without = folders.filter((_, index) => !('import-x/no-restricted-paths' in (calculated[index] as { rules: object }).rules));
  expect(without.map(({ name }) => name)).toEqual([]);
});

const engines = ['agent', 'device', 'explorer', 'flow', 'procedure'];

test.each(['workflows', 'activities'])('CL21: src/%s has a folder for each engine', (layer) => {
  const folders = readdirSync(`${root}src/${layer}`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(engines));
});

test.each(['agent/host-agent', 'agent/app-agent', 'explorer/explorer', 'flow/flow', 'procedure/procedure'])(
  'CL22: the shell %s has at most 150 lines, and is driven by the common loop',
  (shell) => {
    const text = readFileSync(`${root}src/workflows/${shell}.ts`, 'utf8');
    expect(text.split('\n').length).toBeLessThanOrEqual(151);
    expect(text).toContain("'../engine/drive.js'");
  },
);
