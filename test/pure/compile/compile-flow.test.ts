// AI steps of recorded flows as fixed nodes, or why they stay.
import { expect, test } from '@jest/globals';
import { compileFlowRuns, type FlowStory, type TaskVisit } from '../../../src/domain/compile/compile-flow.js';
import type { StepCallMade } from '../../../src/domain/compile/step-nodes.js';
import type { RunStory } from '../../../src/domain/compile/story.js';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { freshApp, record, type Move } from '../../support/simulated-app.js';
import type { FlowDocument } from '../../../src/domain/flow/document.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { edge, flow, node, text, variable, when } from '../flow/documents.js';

const step = node('step', { type: 'AiStep', prompt: 'add two' }, { expected_outcome: 'two are there' });
const nodes = [text('before'), step, text('after')];
const edges = [edge('before', 'step'), edge('step', 'after')];

function documentOf(more: object = {}): FlowDocument {
  const parsed = parseFlow({ ...flow(nodes, edges), ...more });
  if (!parsed.flow) throw new Error(JSON.stringify(parsed.problems));
  return parsed.flow;
}

const call = (name: string, args: StepCallMade['arguments'], more: Partial<StepCallMade> = {}): StepCallMade => ({
  ...{ name, arguments: args, outcome: 'done', reads: false, ...more },
});
const look = call('find_text', { text: 'Add' }, { reads: true });
const add = call('click', { text: 'Add' });

function storyOf(calls: readonly StepCallMade[], document = documentOf(), run = 'flow-1'): FlowStory {
  return { run, document, visits: [{ node: 'step', calls }], tasks: [], cost: { usd: 0, calls: 1, tokens: 1, ms: 1 }, application: 'app' };
}

test('RP1: the calls of a step become nodes in its place; what failed or only looked is told', () => {
  const failed = call('click', { text: 'Ad' }, { outcome: 'failed' });
  const { flow: made, leftOut } = compileFlowRuns([
    storyOf([look, failed, add, call('click', { x: 1, y: 2 }, { target: 'Add more' }), call('type_text', { text: 'x' })]),
  ]);
  const { flow: parsed, problems } = parseFlow(made);
  expect(problems).toEqual([]);
  expect(parsed?.nodes.map(({ id, name, node_type: type }) => [id, name, type.type])).toEqual([
    ['before', 'before', 'TypeText'],
    ['step', 'step: click Add', 'Click'],
    ['step-2', 'step: click Add more', 'Click'],
    ['step-3', 'step: type', 'TypeText'],
    ['after', 'after', 'TypeText'],
  ]);
  expect(parsed?.nodes.map(({ expected_outcome: expected }) => expected)).toEqual([
    undefined,
    undefined,
    undefined,
    'two are there',
    undefined,
  ]);
  expect(parsed?.edges.map(({ from, to }) => `${from} > ${to}`)).toEqual([
    'before > step',
    'step-3 > after',
    'step > step-2',
    'step-2 > step-3',
  ]);
  expect(leftOut.filter((line) => !line.includes('found by its text alone'))).toEqual([
    '"step", click {"text":"Ad"}: it failed',
    '"step", find_text {"text":"Add"}: it only looked',
  ]);
});

test('RP1: of several runs, the calls have to be the same', () => {
  expect(compileFlowRuns([storyOf([add]), storyOf([look, add], documentOf(), 'flow-2')]).flow.nodes).toHaveLength(3);
  expect(() => compileFlowRuns([storyOf([add]), storyOf([add, add], documentOf(), 'flow-2')])).toThrow(
    'the AI step "step" stays: its calls were not the same each time',
  );
});

test.each<[string, FlowStory, string]>([
  ['a call of which nobody knows', storyOf([call('click', { text: 'Add' }, { outcome: 'unknown' })]), 'nobody knows whether click'],
  ['a place without a name', storyOf([call('click', { x: 1, y: 2 })]), 'at a place that a node cannot name'],
  ['what the record hides', storyOf([call('type_text', { text: '•••' })]), 'a text that the record hides'],
  ['a step that only looked', storyOf([look]), 'it only looked'],
  ['a step that did not run', { ...storyOf([]), visits: [] }, 'the run did not come to it'],
  [
    'a result that needs it',
    storyOf([add], documentOf({ result: 'It says {{var:step.result}}' })),
    "the flow's result needs what it answers",
  ],
  [
    'a condition that needs it',
    storyOf(
      [add],
      documentOf({
        nodes: [...nodes, node('if', { type: 'If', condition: when(variable('step.total'), 'IsEmpty') }), text('z')],
        edges: [...edges, edge('after', 'if'), edge('if', 'z', 'IfTrue'), edge('if', 'z', 'IfFalse')],
      }),
    ),
    '"if" needs what it answers',
  ],
])('RP1: a step stays with %s', (_what, story, why) => {
  expect(() => compileFlowRuns([story])).toThrow(why);
});

test('RP1: runs of different flows, and a flow without AI steps, are refused', () => {
  expect(() => compileFlowRuns([storyOf([add]), storyOf([add], documentOf({ name: 'other' }), 'flow-2')])).toThrow(
    "'flow-1' and 'flow-2' are runs of different flows",
  );
  expect(() => compileFlowRuns([storyOf([], documentOf({ nodes: [text('a')], edges: [] }))])).toThrow(
    "has no AI step, and no agent's task: it runs without a model as it is",
  );
});

// ── Where the screens are in the record ──

const { deeds } = record([
  { type: 'click', role: 'link', name: 'New order' },
  { type: 'set-text', role: 'textbox', name: 'To', text: 'Ada' },
]);

/** As the tools of an AI step did it. */
const seenCalls = deeds.map(({ action, before, after }) =>
  action.type === 'set-text'
    ? call('type_text', { text: action.text }, { act: { action, before, after } })
    : call('click', { text: 'New order' }, { act: { action, before, after } }),
);
const typesIn = ({ nodes: made }: FlowInputDocument): readonly string[] =>
  made.map(({ node_type: type }) => (type.type === 'Act' ? type.deed.type : type.type));
const isValid = (flowMade: FlowInputDocument): void => expect(parseFlow(JSON.parse(JSON.stringify(flowMade))).problems).toEqual([]);

test('RP1, RP3, RP4: calls whose screens are in the record act on targets there, and what they led to is expected', () => {
  const { flow: made, leftOut } = compileFlowRuns([storyOf(seenCalls)]);
  isValid(made);
  expect(typesIn(made)).toEqual(['TypeText', 'Click', 'SetText', 'Expect', 'TypeText']);
  expect(leftOut).toEqual([]);
  expect(made.nodes[1]).toMatchObject({
    ...{ id: 'step', name: 'step: click New order', comment: 'add two' },
    node_type: { target: { role: 'link', name: 'New order', path: expect.any(String) }, screen: { place: '/list' } },
  });
  expect(made.nodes[3]).toMatchObject({ id: 'step-3', expected_outcome: 'two are there', node_type: { screen: { place: '/form' } } });
});

test('RP1, RP3: a call of a run that kept no list is found by its text between others, and that is told', () => {
  const [first, second] = seenCalls;
  if (!first || !second) throw new Error('two calls');
  const { act: _, ...blind } = first;
  const { flow: made, leftOut } = compileFlowRuns([storyOf([blind, second])]);
  isValid(made);
  expect(typesIn(made)).toEqual(['TypeText', 'Click', 'SetText', 'Expect', 'TypeText']);
  expect(made.nodes[1]?.node_type).toMatchObject({ type: 'Click', target: 'New order' });
  expect(leftOut).toEqual(['"step", click {"text":"New order"}: found by its text alone, since the run keeps no list of controls of it']);
});

// ── Agents' tasks ──

const order: readonly Move[] = [
  { type: 'click', role: 'link', name: 'New order' },
  { type: 'set-text', role: 'textbox', name: 'To', text: 'Ada' },
  { type: 'click', role: 'button', name: 'Place order' },
];
const agentOf = (moves: readonly Move[], result = 'Order 1001 for Ada confirmed'): RunStory => ({
  ...{ run: 'flow-1/app-1', request: 'Order for Ada', steps: record(moves, freshApp).deeds, result, application: '' },
  cost: { usd: 0, calls: 0, tokens: 0, ms: 0 },
});
const task = node('task', { type: 'AgentTask', request: 'Order for Ada' }, { expected_outcome: 'it is ordered' });

function taskStory(runs: readonly TaskVisit['run'][], more: object = {}): FlowStory {
  const document = documentOf({
    nodes: [text('before'), task, text('after')],
    edges: [edge('before', 'task'), edge('task', 'after')],
    ...more,
  });
  return { ...storyOf([], document), visits: [], tasks: runs.map((run) => ({ node: 'task', run })) };
}

test('RP1, RP2, RP5: an agent that did a part of the flow becomes the nodes of its run, with its values in the form', () => {
  const { flow: made } = compileFlowRuns([taskStory([agentOf(order)], { result: 'It says: {{var:task.text}}.' })]);
  isValid(made);
  expect(typesIn(made)).toEqual(['TypeText', 'Click', 'SetText', 'Click', 'Read', 'Expect', 'TypeText']);
  expect(made.nodes.map(({ id }) => id)).toEqual(['before', 'task', 'task-2', 'task-3', 'task-4', 'task-5', 'after']);
  expect(made.form).toMatchObject([{ name: 'to', default: 'Ada' }]);
  expect(made.result).toMatch(/^It says: Order \{\{var:.+\.text\}\} for \{\{var:to\}\} confirmed\.$/);
  expect(made.nodes[5]).toMatchObject({ expected_outcome: 'it is ordered' });
  expect((made.edges ?? []).map(({ from, to }) => `${from} > ${to}`)).toEqual(
    expect.arrayContaining(['before > task', 'task > task-2', 'task-5 > after']),
  );
});

test.each<[string, FlowStory, string]>([
  ['the run did not come to it', taskStory([]), 'the run did not come to it'],
  ['its agent did otherwise the second time', taskStory([agentOf(order), agentOf(order.slice(0, 2))]), 'did not do the same each time'],
  [
    'its agent failed',
    taskStory([{ why: 'an agent of it did not reach its goal, and nobody knows what that left' }]),
    'did not reach its goal',
  ],
  ['its agent did nothing', taskStory([agentOf([])]), "'flow-1/app-1' did nothing that had an effect"],
  ['something needs its answer', taskStory([agentOf(order)], { result: '{{var:task.status}}' }), "the flow's result needs what it answers"],
])("RP1: an agent's task stays where %s", (_what, story, why) => {
  expect(() => compileFlowRuns([story])).toThrow(`the agent's task "task" stays: `);
  expect(() => compileFlowRuns([story])).toThrow(why);
});
