// AI steps of recorded flows as fixed nodes, or why they stay.
import { expect, test } from '@jest/globals';
import { compileFlowRuns, type FlowStory, type StepCallMade } from '../../../src/domain/compile/compile-flow.js';
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
  return { run, document, visits: [{ node: 'step', calls }], cost: { usd: 0, calls: 1, tokens: 1, ms: 1 }, application: 'app' };
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
  expect(leftOut).toEqual(['"step", click {"text":"Ad"}: it failed', '"step", find_text {"text":"Add"}: it only looked']);
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
    'has no AI step: it runs without a model as it is',
  );
});
