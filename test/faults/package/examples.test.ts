// The examples for client programs, with nothing but the package: each orders in the shop, whose ledger is the judge.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { startScriptedModel, type ScriptedModel } from '../../../examples/scripted-model/server.mjs';
import { shopScript } from '../../../examples/scripted-model/shop-script.mjs';
import { startShop, type Shop } from '../../../examples/shop/server.mjs';
import { loadConfig } from '../../../src/config/config.js';
import { inClone, installedPackage, type InstalledPackage } from '../../support/installed-package.js';
import { pythonWithTemporal } from '../../support/python.js';
import { freePort } from '../../support/free-port.mjs';
import { sharedServerAddress, temporalCli } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { startWorkerProcess, type WorkerProcess } from '../../support/worker-process.js';

let installed: InstalledPackage;
let model: ScriptedModel;
let shop: Shop;
let worker: WorkerProcess;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  installed = await installedPackage();
  const { folder } = installed;
  for (const example of ['embed', 'own-workflow']) await cp(inClone('examples', example), folder, { recursive: true });
  await cp(inClone('examples', 'nexus'), join(folder, 'nexus'), { recursive: true });
  const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: ['node'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'nexus/*.ts'] }));
  expect(await installed.run('node', [inClone('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'])).toMatchObject({
    code: 0,
    stdout: '',
  });

  [model, shop] = await Promise.all([startScriptedModel({ script: shopScript }), startShop({ ledgerFile: join(folder, 'ledger.jsonl') })]);
  const { chromium = '', chromedriver = '' } = loadConfig().browser;
  env = {
    TEMPORAL_ADDRESS: sharedServerAddress(),
    TEMPORAL_CONFIG_FILE: devNull,
    STEADYHAND_HOME: join(folder, 'home'),
    STEADYHAND_CHROMIUM: chromium,
    STEADYHAND_CHROMEDRIVER: chromedriver,
    STEADYHAND_MODEL: 'scripted-model',
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
  };
  // The example's own worker, which runs everything.
  worker = await startWorkerProcess({ home: folder, env, program: join(folder, 'worker.js') });
}, 600_000);

afterAll(async () => {
  await worker?.kill('SIGTERM');
  await shop?.close();
  await model?.close();
  await installed?.remove();
});

const orderedSince = (before: number) =>
  shop
    .ledger()
    .slice(before)
    .map(({ name, day, items }) => ({ name, day, items: items.length }));
const oneOrder = [{ name: 'Ada Lovelace', day: 'Friday', items: 1 }];

test('CL1: examples/embed orders once, from ten lines of TypeScript', async () => {
  const before = shop.ledger().length;
  const { code, stdout, stderr } = await installed.run('node', ['order.js', `${shop.url}/`], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^completed Order #\d+ .*\$0\.0000$/m);
  expect(orderedSince(before)).toEqual(oneOrder);
});

test('CL3: examples/own-workflow orders once, as the third step of a custom workflow', async () => {
  const before = shop.ledger().length;
  const { code, stdout, stderr } = await installed.run('node', ['buy.js', `${shop.url}/`], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^completed, approved by Grace: Order #\d+/m);
  expect(orderedSince(before)).toEqual(oneOrder);
});

test('FL23: examples/nexus orders once, from a workflow of another namespace', async () => {
  const before = shop.ledger().length;
  const temporal = async (...args: readonly string[]) => {
    const { code, stderr } = await installed.run(temporalCli(), args, env);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: expect.any(String) });
  };
  await temporal('operator', 'namespace', 'create', '--namespace', 'purchasing');
  const target = ['--target-namespace', 'default', '--target-task-queue', 'steadyhand'];
  await temporal('operator', 'nexus', 'endpoint', 'create', '--name', 'steadyhand', ...target);
  const { TEMPORAL_ADDRESS: address } = env;
  const connection = await Connection.connect({ address: address ?? '' });
  const caller = new Client({ connection, namespace: 'purchasing' });
  // The server needs some seconds until it knows a namespace everywhere.
  await until(async () => caller.workflow.count().catch(() => undefined), 'the namespace');
  const other = spawn(process.execPath, [join(installed.folder, 'nexus', 'worker.js')], { cwd: installed.folder, env, stdio: 'ignore' });
  try {
    const input = { request: 'Order two blue notebooks for Ada Lovelace', shop: `${shop.url}/` };
    const options = { taskQueue: 'purchases', workflowId: 'purchase-over-nexus', args: [input] };
    const handle = await caller.workflow.start('purchase', options);
    const steadyhand = async (...args: readonly string[]) => (await installed.run('steadyhand', args, env)).stdout;
    const asking = async (kind: string) => {
      const lines = (await steadyhand('inbox', '--json')).split('\n').filter((line) => line.includes(`"${kind}"`));
      return lines.map((line) => (JSON.parse(line) as { readonly asker: string }).asker)[0];
    };
    await steadyhand('answer', await until(() => asking('question'), 'it asks'), 'Friday');
    await steadyhand('confirm', await until(() => asking('confirmation'), 'it wants approval'), 'yes');
    expect(await handle.result()).toMatch(/^completed: Order #\d+/);
  } finally {
    other.kill('SIGTERM');
    await once(other, 'exit');
    await connection.close();
  }
  expect(orderedSince(before)).toEqual(oneOrder);
});

test('CL7: examples/python orders once, with temporalio alone', async () => {
  const found = await pythonWithTemporal();
  if ('missing' in found) return void console.warn(`Skipped: ${found.missing}.`);
  const before = shop.ledger().length;
  const { code, stdout, stderr } = await installed.run(found.python, [inClone('examples', 'python', 'order.py'), `${shop.url}/`], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n').at(-1)).toBe('completed');
  expect(orderedSince(before)).toEqual(oneOrder);
});

test('without a server each says in one sentence where it looked, and what to do', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const nowhere = { ...env, TEMPORAL_ADDRESS: address };
  const nobody = `No Temporal server answers at ${address}`;
  expect(await installed.run('node', ['buy.js', `${shop.url}/`], nowhere)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${nobody}, which is configured: start that one, correct TEMPORAL_ADDRESS, or unset it to have one started here by \`npx steadyhand up\`.\n`,
  });
  const found = await pythonWithTemporal();
  if ('missing' in found) return void console.warn(`Skipped: ${found.missing}.`);
  const order = [inClone('examples', 'python', 'order.py'), `${shop.url}/`];
  expect(await installed.run(found.python, order, nowhere)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${nobody}: start one with \`npx steadyhand up\`, or set TEMPORAL_ADDRESS.\n`,
  });
});

test('CL6: in an empty folder up starts a server and a worker, and run orders once', async () => {
  const { TEMPORAL_ADDRESS: _, ...others } = env;
  const alone = { ...others, STEADYHAND_HOME: join(installed.folder, 'alone'), TEMPORAL_CLI_PATH: temporalCli() };
  const steadyhand = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await installed.run('steadyhand', args, alone);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  const before = shop.ledger().length;
  const stop = await installed.start(['up', '--json'], alone);
  try {
    const { id } = JSON.parse(await steadyhand('run', 'Order two blue notebooks for Ada Lovelace', '--url', `${shop.url}/`, '--json')) as {
      readonly id: string;
    };
    await until(async () => (await steadyhand('inbox', '--json')).includes('"question"'), 'it asks');
    await steadyhand('answer', id, 'Friday');
    await until(async () => (await steadyhand('inbox', '--json')).includes('"confirmation"'), 'it wants approval');
    await steadyhand('confirm', id, 'yes');
    await until(async () => /^\S+ {2}completed/.test(await steadyhand('show', id)), 'it has ended');
  } finally {
    await stop();
  }
  expect(orderedSince(before)).toEqual(oneOrder);
});
