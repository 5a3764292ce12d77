// The package as it is published, in an empty folder.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inClone, installedPackage, type Ended, type InstalledPackage } from '../../support/installed-package.js';

/** One program for each entry, as a user of the package would write it. */
const consumers: Readonly<Record<string, string>> = {
  client: `import { ClientError, connect, type HostAgentResult, type Run } from 'steadyhand';
export async function order(url: string): Promise<string | undefined> {
  const steadyhand = await connect({});
  const run: Run<HostAgentResult> = await steadyhand.startAgent({ request: 'Order two blue notebooks', device: { kind: 'web', url } });
  const { outcome } = await run.result();
  return outcome;
}
export const isOurs = (error: unknown): string | undefined => (error instanceof ClientError ? error.code : undefined);`,
  worker: `import { loadConfig, startWorker, type DeviceDriver, type Model, type OwnTool, type RunningWorker } from 'steadyhand/worker';
export function start(driver: DeviceDriver, model: Model): Promise<RunningWorker> {
  const clock: OwnTool = { name: 'clock', description: 'Tells the time', inputSchema: { type: 'object' }, readOnly: true, run: async () => 'noon' };
  return startWorker({
    config: loadConfig({ STEADYHAND_HOME: 'home' }),
    server: { address: '127.0.0.1:7233' },
    drivers: [driver],
    model,
    tools: [clock],
    guardRules: [{ reason: 'signs something', words: ['sign'] }],
    workflows: { taskQueue: 'orders', workflowsPath: './workflows.js' },
  });
}`,
  workflow: `import { executeAgent, executeExplorer, executeFlow, startAgent, type HostAgentResult } from 'steadyhand/workflow';
export async function approval(request: string): Promise<HostAgentResult['outcome']> {
  await executeFlow({ flow: { name: 'Look', nodes: [] } });
  await executeExplorer({ goal: 'orders', device: { url: 'https://shop.example' }, budget: { maxSteps: 10 } });
  const session = await startAgent({ keepOpen: true, device: { kind: 'own-terminal' } }, { workflowId: 'session' });
  await session.signal('request', { text: request });
  return (await executeAgent({ request, device: { kind: 'web', url: 'https://shop.example' } })).outcome;
}
// @ts-expect-error There is no such device.
export const refused = () => executeAgent({ request: 'x', device: { kind: 'toaster' } });`,
  flow: `import { defineFlow, step, variable, when, type NodeOf } from 'steadyhand/flow';
import schema from 'steadyhand/flow.schema.json' with { type: 'json' };
export const flow = defineFlow('Ring', [
  step('Look', { type: 'FindText', search_text: 'Bell' }),
  when('There?', variable('look.found', 'Equals', true), [step('Ring', { type: 'Click', target: 'Bell' }, { retries: 2 })]),
]);
export const title: string = schema.title;
export type Click = NodeOf<'Click'>['node_type']['button'];
// @ts-expect-error A click has no text.
export const refused = () => step('Ring', { type: 'Click', text: 'Bell' });`,
  testing: `import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { conformanceScript, createMemoryDriver, createScriptedModel, describeDeviceConformance } from 'steadyhand/testing';
export const model = createScriptedModel(({ role }) => ({ Status: role === 'host' ? 'ASSIGN' : 'FINISH' }));
describeDeviceConformance({ describe, test, beforeAll: before, afterAll: after, beforeEach, afterEach }, 'memory', async () => {
  const driver = createMemoryDriver();
  return {
    driver,
    spec: { kind: 'memory', capabilities: { script: conformanceScript } },
    restart: { type: 'navigate', url: 'start' },
    kill: async ({ sessionId }) => driver.kill(String(sessionId)),
    dispose: async () => undefined,
  };
});`,
};

let installed: InstalledPackage;
let types: Ended;

beforeAll(async () => {
  installed = await installedPackage();
  for (const [name, text] of Object.entries(consumers)) await writeFile(join(installed.folder, `${name}.ts`), text);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    skipLibCheck: true,
    resolveJsonModule: true,
    types: ['node'],
    outDir: '.',
  };
  await writeFile(
    join(installed.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'], exclude: ['node_modules'] }),
  );
  types = await installed.run('node', [inClone('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.']);
}, 600_000);

afterAll(() => installed?.remove());

test('CL5: the tarball is at most 5 MB', () => {
  expect(installed.size).toBeLessThanOrEqual(5_000_000);
});

test.each(Object.keys(consumers))('CL5: a strict program against the entry %s type-checks', (name) => {
  const complaints = types.stdout.split('\n').filter((line) => line.startsWith(`${name}.ts`));
  expect(complaints).toEqual([]);
});

test('CL5: and has no other type errors', () => {
  expect(types).toMatchObject({ code: 0, stdout: '' });
});

test("CL2: a test runner runs our device suite on a user's own device, here node:test", async () => {
  const { code, stdout } = await installed.run('node', ['--test', 'testing.js']);
  expect(stdout).toMatch(/# fail 0$/m);
  expect(stdout).toMatch(/# pass (1[5-9]|2\d)$/m);
  expect(code).toBe(0);
});

test('CL4: a flow in TypeScript becomes the document that `flow run` takes', async () => {
  const { stdout, stderr } = await installed.run('steadyhand', ['flow', 'json', 'flow.js']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Ring', nodes: [{ name: 'Look' }, { name: 'There?' }, { name: 'Ring', retries: 2 }] });
});

test('CL4: TypeScript itself is read where Node supports it; elsewhere one sentence says what to do', async () => {
  const { code, stdout, stderr } = await installed.run('steadyhand', ['flow', 'json', 'flow.ts']);
  if (code === 0) expect(JSON.parse(stdout)).toMatchObject({ name: 'Ring' });
  else expect(stderr).toMatch(/^error flow\.ts is TypeScript, which this Node \(v\d+\S+\) does not read: Node 22\.18 or newer does; .*\n$/);
});

/** What an entry loads, by the names it imports; modules of Node only where the package itself imports them. */
async function loadedBy(entry: string): Promise<readonly string[]> {
  const hook = `import { writeSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  const isTold = !/^(\\.|node:|file:|data:)/.test(specifier) || (specifier.startsWith('node:') && context.parentURL?.includes('/steadyhand/dist/'));
  if (isTold) writeSync(1, specifier + '\\n');
  return next(specifier, context);
}`;
  const program = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}));
await import(${JSON.stringify(entry)});
process.exit(0);`;
  await writeFile(join(installed.folder, 'loads.mjs'), program);
  const { code, stdout, stderr } = await installed.run('node', ['loads.mjs']);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((name) => name !== '' && name !== entry);
}

const heavy = /^(@electric-sql|@jellybrick|@nut-tree-fork|@opentelemetry|@techstark|@tesseract|tesseract|webdriverio|pg$)/;

test.each(['steadyhand', 'steadyhand/worker', 'steadyhand/workflow', 'steadyhand/flow', 'steadyhand/testing'])(
  'CL5: %s loads none of the heavy packages until they are used',
  async (entry) => {
    expect((await loadedBy(entry)).filter((name) => heavy.test(name))).toEqual([]);
  },
);

test("CL3: what a workflow imports fits Temporal's sandbox", async () => {
  // The workflow package of Temporal imports `nexus-rpc` too.
  const allowed = /^(@temporalio\/(workflow|common)(\/|$)|nexus-rpc$)/;
  expect([...new Set(await loadedBy('steadyhand/workflow'))].filter((name) => !allowed.test(name))).toEqual([]);
});

test('CL5: the program prints its commands and its version', async () => {
  const help = await installed.run('steadyhand', ['--help']);
  expect(help.stdout).toContain('Usage: steadyhand');
  const version = await installed.run('steadyhand', ['--version']);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+$/m);
});

test('CL6: set-up in an empty folder finds the programs, records them where an update does not remove them, and the configuration reads them there', async () => {
  const cache = join(installed.folder, 'cache');
  const programs = {
    TEMPORAL_CLI_PATH: process.execPath,
    STEADYHAND_CHROMIUM: process.execPath,
    STEADYHAND_CHROMEDRIVER: process.execPath,
  };
  const setup = await installed.run('steadyhand', ['setup'], { STEADYHAND_CACHE: cache, ...programs });
  expect(setup).toMatchObject({ code: 0, stderr: '' });
  const config = `import { loadConfig } from 'steadyhand/worker';
const { temporalCli, browser } = loadConfig();
console.log(JSON.stringify([temporalCli, browser.chromium, browser.chromedriver]));`;
  await writeFile(join(installed.folder, 'config.mjs'), config);
  const read = await installed.run('node', ['config.mjs'], { STEADYHAND_CACHE: cache });
  expect(JSON.parse(read.stdout)).toEqual([process.execPath, process.execPath, process.execPath]);
});
