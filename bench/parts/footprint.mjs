// FL6: what a host needs: memory of the worker, of each open browser, and bytes of a step in history, records and artifacts. The
// worker is the program that users start; its runs go through the pages of an admin template in a real browser, its model is a script behind HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect } from '../../dist/client.js';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { plain } from '../lib/figures.mjs';
import { memoryOf, processesOf } from '../lib/processes.mjs';
import { withScope } from '../lib/scope.mjs';
import { scriptedEnvironment } from '../lib/scripted-worker.mjs';
import { serveFound } from '../lib/site.mjs';

const template = new URL('../../node_modules/gentelella/dist/', import.meta.url);
/** Each is seen once: equal bytes are stored once, which is not what is measured. */
const pages = readdirSync(new URL('production/', template)).filter((name) => name.endsWith('.html'));
const steps = 30;
const slots = 2;
const shortRuns = 60;
const patienceMs = 60_000;
const settledMs = 5_000;
const waitedMs = 30_000;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureFootprint(say) {
  return withScope(async (scope) => {
    const site = await serveWithNext(scope);
    const { home, worker, steadyhand } = await openHost(scope);
    const memory = async (what) => {
      await pause(settledMs);
      const devices = processesOf(join(home, 'devices')).filter(({ pid }) => pid !== worker.pid);
      const told = { worker: memoryOf(worker.pid).rss, devices: devices.reduce((sum, { pid }) => sum + memoryOf(pid).pss, 0) };
      say(`${what}: worker ${Math.round(told.worker)} MB resident, ${devices.length} processes of devices ${Math.round(told.devices)} MB`);
      return told;
    };
    const idle = await memory('idle');
    const device = { kind: 'web', url: `${site}/production/${pages[0]}` };
    const bytes = await bytesOfSteps({ steadyhand, home, device, say });
    const after = await memory('after that run, no device open');
    const held = await Promise.all(Array.from({ length: slots }, () => asking(steadyhand, device)));
    const open = await memory(`${slots} runs hold a browser`);
    await Promise.all(held.map((run) => run.cancel()));
    await ended(held);
    const waits = await waitingFor({ steadyhand, home, device, say });
    const most = await mostUnderChurn({ steadyhand, worker, device, say });
    return [
      plain('an idle worker, resident', 'MB', idle.worker),
      plain(`… after a run of ${steps} steps`, 'MB', after.worker),
      plain(`… at most, while ${shortRuns} short runs come and go`, 'MB', most),
      plain('an open browser with its processes (PSS)', 'MB', open.devices / slots),
      ...bytes,
      ...waits,
    ];
  });
}

/** Pages of the template with a link to the next one in front. */
function serveWithNext(scope) {
  return serveFound(scope, async (path) => {
    const body = readFileSync(new URL(`.${path}`, template));
    const at = pages.indexOf(path.replace('/production/', ''));
    if (at < 0) return { body, path };
    const link = `<a href="${pages[(at + 1) % pages.length]}" style="position:fixed;top:0;left:45%;z-index:2147483647;background:white;color:black">Next page</a>`;
    return { body: body.toString('utf8').replace('</body>', `${link}</body>`), path };
  });
}

/** The program that users start. */
async function openHost(scope) {
  const [home, server] = [await scope.folder(), await scope.temporal()];
  const model = await startScriptedModel({ script });
  scope.onEnd(() => model.close());
  const { chromium, chromedriver } = await ensureBrowser();
  await writeFile(
    join(home, 'steadyhand.config.json'),
    JSON.stringify({ kinds: ['web'], slots, browser: { chromium, chromedriver }, settings: { releaseDeviceAfter: 600_000 } }),
  );
  const env = scriptedEnvironment(home, server, model);
  const program = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));
  const worker = spawn(process.execPath, [program], { cwd: home, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(worker, 'exit');
  scope.onEnd(async () => {
    worker.kill('SIGTERM');
    const forced = setTimeout(() => worker.kill('SIGKILL'), 20_000);
    await exited;
    clearTimeout(forced);
    // Its devices outlive it.
    for (const { pid } of processesOf(home)) if (pid !== process.pid) process.kill(pid, 'SIGKILL');
  });
  let said = '';
  worker.stderr.on('data', (text) => (said += text));
  for (const deadline = Date.now() + patienceMs; !said.includes('worker ready'); await pause(100))
    if (Date.now() > deadline || worker.exitCode !== null) throw new Error(`The worker did not start: ${said}`);
  const steadyhand = await connect({ env, folder: home });
  scope.onEnd(() => steadyhand.close());
  return { home, worker, steadyhand };
}

let answered = 0;

function script({ text, fields }) {
  if (!fields.includes('Status')) return {};
  const { subtask, find, previousSubtasks } = readPrompt(text);
  if (fields.includes('CurrentSubtask')) {
    const isOver = previousSubtasks.length > 0;
    return { Status: isOver ? 'FINISH' : 'ASSIGN', CurrentSubtask: subtask, Result: 'Done.' };
  }
  if (subtask.startsWith('end')) return { Status: 'FINISH', Result: 'Done.' };
  if (subtask.startsWith('ask')) return { Status: 'PENDING', Questions: ['Which one?'] };
  const next = find('a', /^Next page$/);
  // On a busy machine the page may not be there yet.
  if (!next && answered < steps)
    return { Status: 'CONTINUE', Function: 'wait', Args: { seconds: 1 }, Thought: 'The page is not there yet.' };
  if ((answered += 1) > steps) return { Status: 'FINISH', Result: 'Done.' };
  return {
    Status: 'CONTINUE',
    Function: 'click_input',
    ControlLabel: next.label,
    ControlText: next.name,
    Args: {},
    Thought: 'On to the next page.',
  };
}

/** Resolves once it waits, with its browser open. */
async function asking(steadyhand, device, settings = {}) {
  const run = await steadyhand.startAgent({ request: 'ask which one', device, settings });
  for (const deadline = Date.now() + patienceMs; ; await pause(500)) {
    if ((await steadyhand.waiting()).some(({ run: id }) => id === run.id)) return run;
    if (Date.now() > deadline) throw new Error(`${run.id} does not ask.`);
  }
}

const ended = (runs) => Promise.all(runs.map((run) => run.result().catch(() => undefined)));

/** MB. What short runs leave behind is garbage until the worker collects it. */
async function mostUnderChurn({ steadyhand, worker, device, say }) {
  let most = 0;
  for (let begun = 0; begun < shortRuns; begun += slots) {
    const runs = Array.from({ length: slots }, () => steadyhand.startAgent({ request: 'end at once', device }));
    await ended(await Promise.all(runs));
    const { rss } = memoryOf(worker.pid);
    most = Math.max(most, rss);
    if ((begun / slots) % 5 === 4) say(`${begun + slots} short runs: worker ${Math.round(rss)} MB resident`);
  }
  return most;
}

/** One that has given its browser back. */
async function waitingFor({ steadyhand, home, device, say }) {
  const run = await asking(steadyhand, device, { releaseDeviceAfter: 1_000 });
  const devices = () => processesOf(join(home, 'devices'));
  for (const deadline = Date.now() + patienceMs; devices().length > 0; await pause(500))
    if (Date.now() > deadline) throw new Error('The browser of a run that waits is not given back.');
  await pause(settledMs);
  const before = await historyOf(steadyhand, run);
  await pause(waitedMs);
  const after = await historyOf(steadyhand, run);
  say(`a run that waits: ${before.events} events, ${before.bytes} bytes; ${waitedMs / 1_000} s later ${after.events} events`);
  return [
    plain('a run that waits for an answer, in history', 'KB', after.bytes / 1_000),
    plain(`… events that it gains in ${waitedMs / 1_000} s`, 'events', after.events - before.events, { atMost: 0 }),
  ];
}

/** Of the run and all workflows below it. */
async function historyOf(steadyhand, { id }) {
  const client = await steadyhand.temporal();
  const sum = { events: 0, bytes: 0 };
  for await (const { workflowId, runId } of client.workflow.list({ query: `WorkflowId STARTS_WITH "${id}"` })) {
    const { historyLength, raw } = await client.workflow.getHandle(workflowId, runId).describe();
    sum.events += Number(historyLength);
    sum.bytes += Number(raw.workflowExecutionInfo?.historySizeBytes ?? 0);
  }
  return sum;
}

async function bytesOfSteps({ steadyhand, home, device, say }) {
  const run = await steadyhand.startAgent({ request: 'walk on', device, settings: { maxStep: steps + 10 } });
  const { outcome, message, result } = await run.result();
  if (outcome !== 'completed' || answered <= steps)
    throw new Error(`The run ended with ${outcome} after ${answered} answers: ${message ?? result}`);
  const history = await historyOf(steadyhand, run);
  const artifacts = sizesBelow(join(home, 'artifacts'));
  const kinds = Object.entries(artifacts).map(([ending, { count, bytes }]) => `${count} × ${ending} ${Math.round(bytes / 1_000)} KB`);
  say(`artifacts of ${steps} steps: ${kinds.join(', ')}`);
  const total = (sizes) => Object.values(sizes).reduce((sum, { bytes }) => sum + bytes, 0);
  const pictures = artifacts['.png']?.bytes ?? 0;
  const perStep = (bytes) => bytes / steps / 1_000;
  return [
    plain('a step in history, of the run and its workflows', 'KB', perStep(history.bytes)),
    plain('… in records', 'KB', perStep(total(sizesBelow(join(home, 'runs'))))),
    plain('… in the journal of its host', 'KB', perStep(total(sizesBelow(join(home, 'journal'))))),
    plain('… in artifacts', 'KB', perStep(total(artifacts))),
    plain('… of which screenshots', 'KB', perStep(pictures)),
  ];
}

/** By the endings of names. */
function sizesBelow(folder) {
  const sizes = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const ending = /\.[^.]*$/.exec(entry.name)?.[0] ?? '';
    const { count, bytes } = sizes[ending] ?? { count: 0, bytes: 0 };
    sizes[ending] = { count: count + 1, bytes: bytes + statSync(join(entry.parentPath, entry.name)).size };
  }
  return sizes;
}
