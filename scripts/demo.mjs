// npm run demo [-- --keep]: a complete run of the agent engine on this machine, with a worker that is killed in the middle of an order. Exit code 0
// only when the shop's ledger has exactly one order.
import { Command } from 'commander';
import { Listr } from 'listr2';
import pc from 'picocolors';
import { createDemoFolder, markInUse } from './demo/folder.mjs';
import { closeLeftBrowsers } from '../dist/adapters/webdriver/left-browsers.js';
import { askPerson } from './demo/person.mjs';
import { createProcesses } from './demo/processes.mjs';
import { printReport } from './demo/report.mjs';
import { endRun, startRun, untilAsked } from './demo/run.mjs';
import { createStage } from './demo/stage.mjs';
import { until } from './demo/until.mjs';

const options = new Command('demo')
  .description('A complete run of the agent engine on this machine, with a worker that is killed in the middle of an order.')
  .option('--keep', 'leave server, shop and worker running at the end, to look around')
  .addHelpText(
    'after',
    "\nExit code: 0 only when the shop's ledger has exactly one order; 1 when not; 2 for a wrong option; 130 when interrupted.",
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts();
const interrupted = new AbortController();
// `on`, not `once`: libraries that listen, too, exit the process when theirs is the only listener left.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interrupted.abort(new Error('Interrupted.')));

const folder = createDemoFolder();
const { signal } = interrupted;
const processes = createProcesses({ folder, signal });
const stage = createStage({ folder, processes });
let run;

try {
  introduce();
  await phase([
    {
      title: 'Temporal server with Web UI',
      task: (_, task) => stage.startServer((text) => (task.output = text)).then(() => retitle(task, stage.server.ui)),
    },
    { title: 'Shop', task: (_, task) => stage.startShop().then(() => retitle(task, stage.shop)) },
    { title: 'Scripted model server', task: (_, task) => stage.startModel().then(() => retitle(task, stage.model)) },
    { title: 'Worker', task: (_, task) => stage.startWorker().then((pid) => retitle(task, `process ${pid}`)) },
  ]);

  run = await startRun(stage);
  console.log(`\nRun ${pc.bold(run.workflowId)}: “${run.request}”`);
  await accompany();

  process.exitCode = await printReport({ stage, run, keep: options.keep });
} catch (error) {
  console.error(`\n${pc.red('✖')} ${error.message}`);
  process.exitCode = signal.aborted ? 130 : 1;
} finally {
  await (options.keep && !signal.aborted ? leaveRunning() : stopEverything());
  // The client may still be waiting for a server that has gone.
  process.exit();
}

/** Handles one question after another until the run has ended; the worker is killed during the first approved action. */
async function accompany() {
  let killed = false;
  for (;;) {
    const request = await untilAskedOrEnded(killed ? 'The agent checks what happened' : 'The agent is working');
    if (!request) return;
    const message = await askPerson({ request, run, client: stage.client, server: stage.server, signal });
    if (message) await run.handle.signal(message.name, message.body);
    console.log();
    if (request.kind === 'confirmation' && !killed) killed = await killInFlight();
  }
}

async function untilAskedOrEnded(title) {
  let request;
  const task = async (_, task) => {
    const onProgress = (progress) => say(task, progressText(progress));
    request = await untilAsked({ run, processes, client: stage.client, onProgress, signal });
    retitle(task, request ? 'it needs a person' : 'its run has ended');
  };
  await phase([{ title, task }]);
  return request;
}

async function killInFlight() {
  let sent = false;
  await phase([
    {
      title: 'The order is on its way',
      task: async (_, task) => {
        sent = await untilOrdered();
        if (sent) retitle(task, 'the shop has it, the browser still waits for the answer');
        else task.skip('No order was sent');
      },
    },
    {
      title: 'The worker is killed with SIGKILL',
      task: async (_, task) => (sent ? retitle(task, `process ${await stage.killWorker()} is gone`) : task.skip()),
    },
    {
      title: 'A new worker is started',
      task: async (_, task) => (sent ? retitle(task, `process ${await stage.startWorker()}`) : task.skip()),
    },
  ]);
  return sent;
}

/** False when the run ended or asked something else instead: a person said no, or the screen had changed. */
async function untilOrdered() {
  const other = new AbortController();
  const otherwise = untilAsked({
    run,
    processes,
    client: stage.client,
    onProgress: () => {},
    signal: AbortSignal.any([signal, other.signal]),
  });
  const ordered = until(async () => (await stage.orders()).length > 0, {
    check: processes.check,
    everyMs: 40,
    signal: AbortSignal.any([signal, other.signal]),
  });
  try {
    return await Promise.race([ordered, otherwise.then(() => false)]);
  } finally {
    other.abort();
    await Promise.allSettled([ordered, otherwise]);
  }
}

function phase(tasks) {
  const options = {
    concurrent: false,
    registerSignalListeners: false,
    renderer: process.stdout.isTTY && process.stdout.columns > 0 ? 'default' : 'simple',
  };
  return new Listr(tasks, options).run();
}

/** Without a terminal each output is a line, so the same text is not repeated. */
function say(task, text) {
  if (task.output !== text) task.output = text;
}

function retitle(task, text) {
  task.title = `${task.title}: ${text}`;
}

function progressText({ status, application, step }) {
  return [`step ${step}`, status, application].filter(Boolean).join(' · ');
}

function introduce() {
  console.log(`${pc.bold('steadyhand demo')}: an agent orders something in a small shop, in a real browser.`);
  console.log(pc.dim('Its model is scripted: a local server that speaks the OpenAI API and answers by rules. Everything else is real.'));
  console.log(pc.dim(`Everything it writes: ${folder}\n`));
}

async function stopEverything() {
  await endRun(run, { hasWorker: processes.has('worker') });
  await processes.stop();
  await closeLeftBrowsers(folder, (error) => console.error(`A browser may be left: ${error.message}`));
  await stage.server?.stop();
  markInUse(folder, []);
}

async function leaveRunning() {
  const pids = [...processes.pids(), stage.server?.pid].filter(Boolean);
  markInUse(folder, pids);
  processes.release();
  stage.server.release();
  console.log(`\nEverything is left running. Look around: ${pc.bold(`STEADYHAND_HOME=${folder} npx steadyhand list`)}`);
  console.log(`To stop it: ${pc.bold(`kill ${pids.join(' ')}`)}`);
}
