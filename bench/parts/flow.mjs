// The cost of a flow: validating a document, a thousand decisions in one workflow task, and a node on the device against a loop of one activity per node.
import { flowTransition } from '../../dist/domain/flow/walk.js';
import { startFlow } from '../../dist/domain/flow/walk-state.js';
import { createGraph } from '../../dist/domain/flow/graph.js';
import { parseFlow } from '../../dist/domain/flow/parse-flow.schema.js';
import { runFlow } from '../lib/agent-side.mjs';
import { startBothSides } from '../lib/both-sides.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { clicks, decisions, loopOfChoices, manyNodes } from '../lib/flow-documents.mjs';
import { runLoop } from '../lib/loop-side.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';

const nodes = 5_000;
const documents = 20;
const walks = 200;
const runs = 20;
const warmUps = 3;
/** Clicks of the shorter and of the longer flow: the difference gives the cost of one more. */
const [few, many] = [50, 150];

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureFlow(say) {
  return withScope(async (scope) => {
    // First, because it also measures the first validation in the process.
    const judging = measureJudging(say);
    const walking = measureWalk(say);
    const client = await startBothSides(scope);
    return [...(await measureTask(client, say)), ...walking, ...(await measureNodes(client, say)), ...judging];
  });
}

// ── A thousand decisions ──

/** The task that makes them also records them and sends the records off: all of the workflow's part. */
async function measureTask(client, say) {
  const flows = { with: loopOfChoices({ enabled: true }), without: loopOfChoices({ enabled: false }) };
  const visits = { with: decisions + 2, without: 3 };
  const tasks = { with: [], without: [] };
  const whole = { with: [], without: [] };
  for (let round = -warmUps; round < runs; round += 1)
    for (const name of turned(Object.keys(flows), Math.abs(round))) {
      const { milliseconds, workflowId } = await runFlow(client, flows[name], visits[name]);
      const task = await taskAfterFirstNode(client, workflowId);
      if (round === -warmUps) say(`the first task ${name} decisions: ${task.toFixed(1)} ms`);
      if (round < 0) continue;
      tasks[name].push(task);
      whole[name].push(milliseconds);
    }
  for (const name of Object.keys(flows)) say(`${runs} tasks ${name} decisions: ${range(tasks[name])}`);
  const [ours, bare] = [median(tasks.with), median(tasks.without)];
  return [
    plain(`${decisions - 1} decisions in one workflow task: added time`, 'ms', ours - bare, { atMost: 50 }),
    compared('… the task with them : the task with one', 'ms', ours, bare),
    compared('… the whole run, from its start to its result', 'ms', median(whole.with), median(whole.without)),
  ];
}

/** By the server's clock: from handing the task to the worker until its response. */
async function taskAfterFirstNode(client, workflowId) {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const scheduled = events.find(({ activityTaskScheduledEventAttributes: of }) => of?.activityType.name === 'actTool');
  const since = events.findIndex(({ activityTaskCompletedEventAttributes: of }) => of?.scheduledEventId.eq(scheduled.eventId));
  const after = events.slice(since + 1);
  const started = after.find(({ workflowTaskStartedEventAttributes: of }) => of);
  const completed = after.find(({ workflowTaskCompletedEventAttributes: of }) => of);
  if (!completed?.workflowTaskCompletedEventAttributes.startedEventId.eq(started.eventId))
    throw new Error('That workflow task needed more than one attempt.');
  return millisecondsOf(completed) - millisecondsOf(started);
}

function millisecondsOf({ eventTime: { seconds, nanos } }) {
  return Number(seconds) * 1e3 + nanos / 1e6;
}

/** The transition alone, in this process. */
function measureWalk(say) {
  const graph = createGraph(parseFlow(loopOfChoices({ enabled: true })).flow);
  const rules = { budget: {}, vision: false };
  const begun = startFlow(graph, {}, { workflowId: 'bench', agent: 'none' }, 0);
  const clicked = flowTransition(graph, rules, begun, { type: 'advance' }, 0);
  const outcome = { status: 'done', variables: { 'first.success': true, 'first.result': '' }, text: 'null', images: [], isError: false };
  const times = timesOf(walks, () => {
    const { visits, next } = flowTransition(graph, rules, clicked, { type: 'called', outcome }, 1);
    if (visits !== decisions + 2 || next.type !== 'call') throw new Error(`${visits} visits, then ${next.type}.`);
  });
  say(`${walks} transitions: ${range(times)}`);
  return [plain('… the transition alone, outside a workflow', 'ms', median(times))];
}

// ── A node ──

async function measureNodes(client, say) {
  const sides = {
    flow: async (count) => (await runFlow(client, clicks(count), count)).milliseconds,
    loop: (count) => runLoop(client, count, ['lease', 'fsync'], 'bareNodes'),
  };
  const measurements = Object.entries(sides).flatMap(([side, run]) => [few, many].map((count) => [`${side} ${count}`, () => run(count)]));
  const times = await rounds({ fewest: 3, most: 7, budgetMs: 150_000 }, say, async (round) => {
    const took = {};
    for (const [name, run] of turned(measurements, round)) {
      const before = process.cpuUsage();
      took[name] = await run();
      const { user, system } = process.cpuUsage(before);
      took[`${name} busy`] = (user + system) / 1e3;
    }
    return took;
  });
  const more = (side, what = '') =>
    median(times[`${side} ${many}${what}`].map((longer, round) => (longer - times[`${side} ${few}${what}`][round]) / (many - few)));
  const whole = (count) => [median(times[`flow ${count}`]), median(times[`loop ${count}`])];
  return [
    compared(`one more node, of ${few} to ${many} : loop with lease call and two fsyncs per node`, 'ms', more('flow'), more('loop'), {
      atMost: 1.25,
    }),
    // Most of the time is spent waiting, which is the same on both sides.
    compared('… processor time of the process with worker and client', 'ms', more('flow', ' busy'), more('loop', ' busy')),
    compared(`… a whole run of ${few} nodes : such a loop`, 'ms', ...whole(few)),
    compared(`… a whole run of ${many} nodes : such a loop`, 'ms', ...whole(many)),
  ];
}

// ── A document ──

/** From its text to a flow that can run. */
function measureJudging(say) {
  const known = JSON.stringify(manyNodes(nodes));
  const unknown = JSON.stringify(manyNodes(nodes), (key, value) => (key === 'node_type' ? { ...value, colour: 'blue' } : value));
  const judge = (text, warnings) => {
    const { flow, problems } = parseFlow(JSON.parse(text));
    if (flow?.nodes.length !== nodes || problems.length !== warnings)
      throw new Error(`${problems.length} problems: ${problems[0]?.message}`);
  };
  const from = performance.now();
  judge(known, 0);
  const first = performance.now() - from;
  const times = timesOf(documents, () => judge(known, 0));
  const strange = timesOf(documents, () => judge(unknown, nodes));
  say(
    `${documents} documents of ${Math.round(known.length / 1e3)} kB: ${range(times)}; with an unknown field in each node: ${range(strange)}`,
  );
  return [
    plain(`a document of ${nodes} nodes parsed and validated`, 'ms', median(times), { atMost: 100 }),
    plain('… the first in the process', 'ms', first),
    plain('… with an unknown field in each node', 'ms', median(strange)),
  ];
}

// ── Times ──

function timesOf(count, work) {
  return Array.from({ length: warmUps + count }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  }).slice(warmUps);
}

function range(times) {
  return `${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} ms`;
}
