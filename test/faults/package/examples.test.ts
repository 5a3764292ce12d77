// The examples for client programs, with nothing but the package: each orders in the shop, whose ledger is the judge.
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: ['node'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  expect(await installed.run('node', [inClone('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'])).toMatchObject({
    code: 0,
    stdout: '',
  });

  [model, shop] = await Promise.all([startScriptedModel({ script: shopScript }), startShop({ ledgerFile: join(folder, 'ledger.jsonl') })]);
  const { chromium = '', chromedriver = '' } = loadConfig().browser;
  env = {
    TEMPORAL_ADDRESS: sharedServerAddress(),
    TEMPORAL_CONFIG_FILE: join(folder, 'no-profile.toml'),
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
}, 120_000);

test('CL3: examples/own-workflow orders once, as the third step of a custom workflow', async () => {
  const before = shop.ledger().length;
  const { code, stdout, stderr } = await installed.run('node', ['buy.js', `${shop.url}/`], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^completed, approved by Grace: Order #\d+/m);
  expect(orderedSince(before)).toEqual(oneOrder);
}, 120_000);

test('CL7: examples/python orders once, with temporalio alone', async () => {
  const found = await pythonWithTemporal();
  if ('missing' in found) return void console.warn(`Skipped: ${found.missing}.`);
  const before = shop.ledger().length;
  const { code, stdout, stderr } = await installed.run(found.python, [inClone('examples', 'python', 'order.py'), `${shop.url}/`], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n').at(-1)).toBe('completed');
  expect(orderedSince(before)).toEqual(oneOrder);
}, 240_000);

test('without a server each says in one sentence where it looked, and how to start one', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const nowhere = { ...env, TEMPORAL_ADDRESS: address };
  const said = `No Temporal server answers at ${address}: start one with \`npx steadyhand up\`, or set TEMPORAL_ADDRESS.\n`;
  expect(await installed.run('node', ['buy.js', `${shop.url}/`], nowhere)).toEqual({ code: 1, stdout: '', stderr: said });
  const found = await pythonWithTemporal();
  if ('missing' in found) return void console.warn(`Skipped: ${found.missing}.`);
  const order = [inClone('examples', 'python', 'order.py'), `${shop.url}/`];
  expect(await installed.run(found.python, order, nowhere)).toEqual({ code: 1, stdout: '', stderr: said });
}, 120_000);

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
}, 240_000);
