// node scripts/reports.mjs [--schema]: docs/report.schema.json, and without --schema the example reports in docs/examples, from real runs on this machine: one whose worker was killed, one whose order was rejected, one of which a person had taken over.
// They are written again when the page changes; a test reads them as a stranger would.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { startShopWithSignIn } from '../examples/sign-in/server.mjs';
import { member, places, typedAt } from './demo/member.mjs';
import { createProcesses } from './demo/processes.mjs';
import { endRun, startRun, untilAsked } from './demo/run.mjs';
import { createStage } from './demo/stage.mjs';
import { until } from './demo/until.mjs';
import { run as runProgram } from './lib/commands.mjs';
import { root } from './lib/tools.mjs';

await buildAll();
const { closeLeftBrowsers } = await import('../dist/adapters/webdriver/left-browsers.js');
const { connect } = await import('../dist/client.js');
const { reportPage } = await import('../dist/cli/commands/report.js');

const { reportSchema } = await import('../dist/domain/report/report.schema.js');
const { z } = await import('zod');

writeFileSync(join(root, 'docs', 'report.schema.json'), `${JSON.stringify(z.toJSONSchema(reportSchema), undefined, 2)}\n`);
await runProgram(process.execPath, [join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), join(root, 'docs', 'report.schema.json')]);
if (process.argv.includes('--schema')) process.exit();

const target = join(root, 'docs', 'examples');
const largest = 1_000_000;

const scenes = [
  { name: 'killed', by: 'Grace Hopper', note: 'Two notebooks, as agreed.', approved: true, kill: true },
  { name: 'rejected', by: 'Grace Hopper', note: 'Not this month: the budget is spent.', approved: false, kill: false },
  { name: 'held', by: 'Katherine Johnson', note: '', approved: true, kill: false, isBehindLogin: true },
];

const folder = mkdtempSync(join(tmpdir(), 'steadyhand-reports-'));
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => interrupted.abort(new Error('Interrupted.')));
const { signal } = interrupted;
const processes = createProcesses({ folder, signal });
const stage = createStage({ folder, processes });
let steadyhand;
let run;
let gate;

try {
  // So that the example says what it cost.
  const prices = { 'scripted-model': { input: 2.5, output: 10 } };
  writeFileSync(join(folder, 'steadyhand.config.json'), JSON.stringify({ model: { prices } }));
  await stage.startServer(() => undefined);
  await stage.startShop();
  await stage.startModel();
  await stage.startWorker();
  steadyhand = await connect({ client: stage.client, env: { STEADYHAND_HOME: folder, TEMPORAL_ADDRESS: stage.server.address }, folder });
  mkdirSync(target, { recursive: true });
  for (const scene of scenes) {
    if (scene.isBehindLogin) gate = await startShopWithSignIn({ ...member, ledgerFile: join(folder, 'members.jsonl') });
    run = await startRun(scene.isBehindLogin ? { ...stage, shop: gate.url } : stage);
    await accompany(scene);
    console.log(await written(scene));
  }
} catch (error) {
  console.error(`✖ ${error.message}`);
  process.exitCode = 1;
} finally {
  await endRun(run, { hasWorker: processes.has('worker') });
  await processes.stop();
  await closeLeftBrowsers(folder, (error) => console.error(`A browser may be left: ${error.message}`));
  await steadyhand?.close();
  await gate?.close();
  await stage.server?.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

/** Answers what is asked; the worker is killed while the approved order is on its way. */
async function accompany({ by, note, approved, kill }) {
  const own = steadyhand.run(run.workflowId);
  const before = (await stage.orders()).length;
  for (;;) {
    const request = await untilAsked({ run, processes, client: stage.client, onProgress: () => undefined, signal });
    if (!request) break;
    if (request.needsHands) await signIn(own, by);
    else if (request.kind === 'question')
      await own.answer(
        request.requestId,
        request.questions.map(() => 'Friday'),
      );
    else {
      await own.confirm(request.requestId, approved, { by, note });
      if (kill) {
        await until(async () => (await stage.orders()).length > before, { check: processes.check, signal });
        await stage.killWorker();
        await stage.startWorker();
      }
    }
  }
}

/** As a person does: in the run's own browser. */
async function signIn(own, by) {
  await own.takeOver({ by, reason: 'the shop wants a password and a code' });
  await own.look();
  for (const field of ['password', 'code']) {
    await own.act({ type: 'click', at: places[field] });
    await own.act({ type: 'text', text: typedAt(Date.now())[field] });
  }
  const { look } = await own.act({ type: 'click', at: places.button });
  if (/sign in/i.test(look?.title ?? '')) throw new Error('Signing in by hand did not work: do places still fit the page?');
  await own.handBack({ note: 'Signed in with the code from my phone.' });
}

/** Links to the Web UI of a server that is gone lead nowhere. */
async function written({ name }) {
  const report = await steadyhand.run(run.workflowId).report();
  const bare = JSON.parse(JSON.stringify(report, (key, value) => (key === 'href' || key === 'ui' ? undefined : value)));
  const page = await reportPage(bare, steadyhand.artifacts);
  const path = join(target, `${name}.html`);
  writeFileSync(path, page);
  const { size } = statSync(path);
  if (size > largest) throw new Error(`${name}.html has ${size} bytes: at most ${largest} belong into the repository.`);
  return `docs/examples/${name}.html: ${report.head.outcome ?? report.head.state}, ${Math.ceil(size / 1_000)} KB`;
}
