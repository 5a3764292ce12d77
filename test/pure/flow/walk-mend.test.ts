// What a walk does when a node of a compiled flow does not find its place (domain/flow/walk-mend.ts).
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noUsage } from '../../../src/domain/budget/usage.js';
import type { Broken, CallOutcome, FlowEffect, FlowEvent, FlowRules, FlowState } from '../../../src/domain/flow/flow-state.js';
import { createGraph, type FlowGraph } from '../../../src/domain/flow/graph.js';
import type { Heal } from '../../../src/domain/flow/heal.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { startFlow } from '../../../src/domain/flow/walk-state.js';
import { flowTransition } from '../../../src/domain/flow/walk.js';
import { healedElsewhere } from '../../../src/domain/flow/walk-mend.js';
import { advance, childEnded, done, unknown, walkOf, type Walk, type WalkOptions } from '../../support/flows.js';
import { count, same, seeded, walksOfEach } from '../../support/properties.js';

const ref = `sha256:${'0'.repeat(64)}` as const;
const seen = { controls: ref, screenshot: ref, title: 'Cart' };
const noTarget: Broken = { ...seen, kind: 'target', target: 0 };
const noScreen: Broken = { ...seen, kind: 'screen' };
const noRow: Broken = { ...seen, kind: 'certain', target: 0 };
const onNextPage: Broken = { ...noRow, nextPage: { role: 'link', name: '2' } };
const otherThing: Broken = { ...seen, kind: 'text' };
const login: Broken = { ...noScreen, isLogin: true };
const survey: Broken = { ...seen, kind: 'interrupted', name: 'Survey' };

const broken = (at: Broken): FlowEvent => ({
  type: 'called',
  outcome: { status: 'failed', code: 'target-not-found', message: 'not there', broken: at },
});
const seenDone = { status: 'done', variables: {}, text: '', images: [], isError: false } as const;
const target = { role: 'button', name: 'Pay' };
const close = { role: 'button', name: 'No, thanks' };
const heal: Heal = { kind: 'target', node: 'pay', at: 0, was: target, now: { role: 'button', name: 'Buy now' } };
const answer = (given: Heal): FlowEvent => ({ type: 'healed', answer: { kind: 'heal', heal: given, question: 'Is it?' }, usage: noUsage });
const nothing: FlowEvent = { type: 'healed', answer: { kind: 'none', because: 'none is like it' }, usage: noUsage };

function graphOf(
  more: object = {},
  then: readonly { readonly id: string; readonly name: string; readonly node_type: object }[] = [],
): FlowGraph {
  const { flow } = parseFlow({
    name: 'order',
    interruptions: [{ name: 'Survey', close, texts: [] }],
    compiled: { run: 'first', request: 'Order "tea" for Ann' },
    form: [{ name: 'what', default: 'tea' }],
    nodes: [
      { id: 'add', name: 'Add it', node_type: { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Add' } } },
      { id: 'pay', name: 'Pay', node_type: { type: 'Act', deed: { type: 'Click' }, target }, ...more },
      ...then,
    ],
    edges: [{ from: 'add', to: 'pay' }, ...then.map(({ id }) => ({ from: 'pay', to: id }))],
  });
  if (!flow) throw new Error('the flow is not valid');
  return createGraph(flow);
}

/** At the second node, whose call is due. */
function atPay(options: WalkOptions = {}, more: object = {}): Walk {
  return walkOf(graphOf(more), options).tell(done());
}

test('RP14: R2: a list is turned page by page, twenty times at most, and the node looks again after each', () => {
  let walk = atPay({ heal: 'never' });
  let turned = 0;
  for (; turned < 30; turned += 1) {
    const looked = walk.tell(broken(onNextPage));
    if (looked.state.ended) break;
    expect(looked.state.next).toMatchObject({ call: { name: 'flow:act', arguments: { target: { name: '2' }, deed: { type: 'Click' } } } });
    walk = looked.tell(done());
    expect(walk.state.next).toMatchObject({ call: { arguments: { target } } });
  }
  expect(turned).toBe(20);
  expect(atPay({ heal: 'never' }).tell(broken(onNextPage), unknown).state.ended).toMatchObject({ outcome: 'failed' });
});

describe('a node that does not find its place', () => {
  const cases: readonly (readonly [string, Broken, WalkOptions, Partial<FlowEffect>])[] = [
    ['RP10: asks nobody where it may not', noTarget, { heal: 'never' }, { type: 'end' }],
    ['RP10: asks a model for the target', noTarget, { heal: 'ask' }, { type: 'heal', broken: noTarget }],
    ['RP10: asks a model for a screen that is another', noScreen, { heal: 'auto' }, { type: 'heal', broken: noScreen }],
    ['RP10: halts where its row is not there: nothing else can be meant', noRow, { heal: 'auto' }, { type: 'end' }],
    ['RP4: halts on a screen about something else', otherThing, { heal: 'auto' }, { type: 'end' }],
    ['RP11: closes what is known to come in front', survey, { heal: 'never' }, { type: 'call' }],
    ['RP11: has somebody log in', login, { heal: 'never' }, { type: 'log-in' }],
    [
      'RP11: R2: also where the place is as ever, but for its control',
      { ...noTarget, isLogin: true },
      { heal: 'auto' },
      { type: 'log-in' },
    ],
    ['RP11: R2: or but for its row', { ...noRow, isLogin: true }, { heal: 'never' }, { type: 'log-in' }],
    ['RP12: lets an agent take over', noRow, { heal: 'never', fallback: 'agent' }, { type: 'take-over' }],
    ['RP12: asks the model before it lets an agent take over', noTarget, { heal: 'ask', fallback: 'agent' }, { type: 'heal' }],
  ];

  test.each(cases)('%s', (_, at, options, next) => {
    expect(atPay(options).tell(broken(at)).next).toMatchObject(next);
  });

  test.each([
    ['tea', {}],
    ['Tea', {}],
    ['milk', { given_name: true }],
  ])('RP2, RP10: a name that is given, %s, is told to be one where it is another than the recorded one', (what, told) => {
    const given = { target: { role: 'button', name: '{{var:what}}' }, type: 'Act', deed: { type: 'Click' } };
    const { next } = atPay({ variables: { what } }, { node_type: given });
    const { given_name: flag } = next.type === 'call' ? (next.call.arguments as { given_name?: boolean }) : {};
    expect(flag === undefined ? {} : { given_name: flag }).toEqual(told);
  });

  test('RP4: R2: what stands in front may be left there until something was done, then only what stood there before it', () => {
    const asideOf = ({ next }: Walk): unknown => (next.type === 'call' ? next.call.arguments['aside'] : undefined);
    const leaving: FlowEvent = { type: 'called', outcome: { ...seenDone, aside: ['banner'] } };
    expect(asideOf(walkOf(graphOf()))).toBe('any');
    expect(asideOf(walkOf(graphOf()).tell(leaving))).toEqual(['banner']);
    expect(asideOf(atPay())).toEqual([]);
    expect(asideOf(walkOf(graphOf(), { heal: 'auto' }).tell(broken(noTarget), answer({ ...heal, node: 'add' })))).toBe('any');
    const called = startFlow(graphOf(), {}, { workflowId: 'flow-1', agent: 'model', isCalled: true }, 0);
    expect(called.aside).toEqual([]);
  });

  test('RP10: one question a visit: a heal that does not help is the end of it', () => {
    const walk = atPay({ heal: 'auto' }).tell(broken(noTarget), answer(heal));
    expect(walk.next).toMatchObject({ type: 'call', call: { arguments: { target: { name: 'Buy now' } } } });
    expect(walk.tell(broken(noTarget)).state.ended).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('not there') as unknown,
    });
  });

  describe('the heal of a control that two nodes have', () => {
    const screen = { title: 'Cart', place: '/cart' };
    const elsewhere = { ...heal, screen: { title: 'Basket', headings: [], controls: [], structure: [], texts: [] } };
    const toldPaid = (from: Walk, other: object): Walk =>
      from.tell(broken(noTarget), answer(heal), done(), broken({ ...noTarget, ...other }));
    const next = { role: 'button', name: 'Pay' };
    const graphWith = (again: object): FlowGraph =>
      graphOf({ node_type: { type: 'Act', deed: { type: 'Click' }, target, screen } }, [
        { id: 'again', name: 'Pay again', node_type: { type: 'Act', deed: { type: 'Click' }, target: next, screen, ...again } },
      ]);
    const twice = (again: object = {}): Walk => walkOf(graphWith(again), { heal: 'auto' }).tell(done());

    test('RP10: is carried over to the second without a question, and proposed for both', () => {
      const walk = toldPaid(twice(), {});
      expect(walk.next).toMatchObject({ type: 'call', call: { arguments: { target: { name: 'Buy now' } } } });
      expect(walk.state.heals).toEqual([heal, { ...heal, node: 'again' }]);
      expect(walk.tell(broken(noTarget)).next.type).toBe('heal');
    });

    test('RP10: with its screen, where that is another one too', () => {
      const walk = twice().tell(broken(noScreen), answer(elsewhere), done(), broken(noScreen));
      expect(walk.next).toMatchObject({ type: 'call', call: { arguments: { screen: { title: 'Basket' } } } });
    });

    test.each([
      ['another control', { target: { role: 'button', name: 'Pay later' } }, {}],
      ['the same control of another screen', { screen: { title: 'Orders', place: '/orders' } }, {}],
      ['the same one, on a screen that is another', {}, noScreen],
    ])('RP10: is not carried over to %s', (_, again, other) => {
      expect(toldPaid(twice(again), other).next.type).toBe('heal');
    });

    test('RP10: is not carried over to the node that it was made for, which has it already', () => {
      const { visit, ...healed } = atPay({ heal: 'auto' }).tell(broken(noTarget), answer(heal)).state;
      const again: FlowState = { ...healed, ...(visit ? { visit: { ...visit, mended: {} } } : {}) };
      expect(again.heals).toEqual([heal]);
      expect(healedElsewhere({ graph: graphOf(), state: again }, noTarget)).toBeUndefined();
    });

    test('RP11: is not carried over to a login screen', () => {
      expect(twice().tell(broken(noScreen), answer(elsewhere), done(), broken(login)).next.type).toBe('log-in');
    });
  });

  describe('a reading after the last deed that finds nothing', () => {
    const reads = (id: string, more: object = {}) => ({
      id,
      name: id,
      node_type: { type: 'Read', target: { role: 'text', name: id, ...more } },
    });
    const last = { id: 'end', name: 'end', node_type: { type: 'Expect', screen: { title: 'Paid' } } };
    const chained = (...then: Parameters<typeof graphOf>[1] & object) => {
      const graph = graphOf({}, then.slice(0, 1));
      const edges = then.slice(1).map(({ id }, index) => ({ from: then[index]?.id ?? '', to: id }));
      const { flow } = parseFlow({ ...graph.flow, nodes: [...graph.flow.nodes, ...then.slice(1)], edges: [...graph.flow.edges, ...edges] });
      if (!flow) throw new Error('the flow is not valid');
      return walkOf(createGraph(flow), { heal: 'never' }).tell(done(), done());
    };

    test('RP13: R1: is told of, all the others are read, and the end is the screen that was expected', () => {
      const walk = chained(reads('number'), reads('total'), last).tell(broken(noTarget), done({ text: '7' }), done());
      expect(walk.state.ended).toMatchObject({
        outcome: 'result-not-read',
        message: expect.stringMatching(/^all was done, but .*"number".*not there$/) as unknown,
      });
      expect(walk.state.records.findLast(({ type }) => type.startsWith('workflow_'))).toMatchObject({ type: 'workflow_completed' });
    });

    test.each<[string, Walk]>([
      ['the last screen is another', chained(reads('number'), last).tell(broken(noTarget), broken(noScreen))],
      ['it is a condition', chained(reads('box', { checked: true })).tell(broken(noTarget))],
    ])('RP13: R1: the flow has failed where %s, and says that all was done before', (_what, walk) => {
      expect(walk.state.ended).toMatchObject({
        outcome: 'failed',
        message: expect.stringContaining('look there before you run it again') as unknown,
      });
    });

    test('RP13: R1: the flow has failed where something is to be done yet, or nothing was', () => {
      const pays = { id: 'again', name: 'again', node_type: { type: 'Act', deed: { type: 'Click' }, target } };
      expect(chained(reads('number'), pays).tell(broken(noTarget)).state.ended).toMatchObject({
        outcome: 'failed',
        message: expect.not.stringContaining('before you run it again') as unknown,
      });
      const { flow } = parseFlow({ name: 'look', nodes: [reads('number')], edges: [] });
      expect(flow && walkOf(createGraph(flow)).tell(broken(noTarget)).state.ended).toMatchObject({ outcome: 'failed' });
    });
  });

  test('RP10: nothing is pressed before a person has consented, and a heal says who did', () => {
    const asked = atPay({ heal: 'ask' }).tell(broken(noTarget), answer(heal));
    expect(asked.next).toMatchObject({ type: 'consent', question: 'Is it?' });
    const agreed = asked.tell({ type: 'confirmed', approved: true, note: '', by: 'ann' });
    expect([agreed.next.type, agreed.state.heals]).toEqual(['call', [{ ...heal, by: 'ann' }]]);
    const refused = asked.tell({ type: 'confirmed', approved: false, note: 'too dear' });
    expect([refused.state.ended?.message, refused.state.heals]).toEqual([
      '"Pay" (pay): target-not-found: a person said that it is not meant: too dear',
      undefined,
    ]);
    expect(asked.tell({ type: 'timed-out' }).state.ended?.message).toContain('nobody said in time');
  });

  test('RP10: a model that names nothing, and one that fails, end the node and are told', () => {
    expect(atPay({ heal: 'auto' }).tell(broken(noTarget), nothing).state.ended?.message).toContain('none is like it');
    expect(
      atPay({ heal: 'auto' }).tell(broken(noTarget), { type: 'failed', code: 'model-unavailable', message: 'x' }).state.ended?.message,
    ).toContain('model-unavailable');
  });

  test('RP11: what keeps coming in front is closed five times, no more', () => {
    let walk = atPay();
    for (let times = 0; times < 5; times += 1) walk = walk.tell(broken(survey), done());
    expect(walk.tell(broken(survey)).state.ended?.message).toContain('target-not-found');
  });

  test('RP11: a click on what closes it whose outcome nobody knows is not followed by the node’s own', () => {
    expect(atPay().tell(broken(survey), unknown).state).toMatchObject({ ended: { outcome: 'failed' }, unknownOutcomes: 1 });
  });

  describe('RP11: R2: a dialog that came after the flow’s own deed', () => {
    const question = { name: 'Really?', close: { role: 'button', name: 'Yes' }, texts: ['Really add this?'] };
    const asking: Broken = { ...noScreen, came: { question } };
    const unclear: Broken = { ...noScreen, came: {} };
    const confirmed = (approved: boolean): FlowEvent => ({ type: 'confirmed', approved, note: '', by: 'ann' });
    const closing = answer({ kind: 'interruption', node: 'pay', interruption: question });

    test.each(['ask', 'auto'] as const)('is put to a person (%s): approved, its button is pressed once, the node looks again', (heal) => {
      const asked = atPay({ heal }, { retries: 3 }).tell(broken(asking));
      expect(asked.next).toMatchObject({ type: 'consent', question: expect.stringMatching(/Really add this\?.*Press "Yes"/) as unknown });
      const pressed = asked.tell(confirmed(true));
      expect(pressed.next).toMatchObject({ type: 'call', call: { arguments: { target: question.close } } });
      expect(pressed.state.heals).toMatchObject([{ kind: 'interruption', by: 'ann' }]);
      const again = pressed.tell(done());
      expect(again.next).toMatchObject({ call: { arguments: { target, interruptions: [{ name: 'Survey' }] } } });
      expect(again.tell(broken(asking), broken(asking), broken(asking), broken(asking)).state.ended?.outcome).toBe('failed');
      expect(pressed.tell(unknown).state).toMatchObject({ ended: { outcome: 'failed' }, unknownOutcomes: 1 });
      expect(again.tell(done()).state.ended?.outcome).toBe('completed');
    });

    test('is asked about by nobody where nothing may be healed; refused or without an answer it halts, and no agent takes over', () => {
      expect(atPay({ heal: 'never' }).tell(broken(asking)).state.ended?.outcome).toBe('failed');
      const asked = atPay({ heal: 'ask', fallback: 'agent' }, { retries: 3 }).tell(broken(asking));
      for (const no of [confirmed(false), { type: 'timed-out' } as const]) {
        const { ended, heals } = asked.tell(no).state;
        expect(ended?.message).toContain('"Really?" came in front, and "Yes" was not pressed');
        expect(heals).toBeUndefined();
      }
    });

    test('is closed, or taken for what is meant, by no model alone; what was there before anything was done is', () => {
      const told = atPay({ heal: 'auto' }).tell(broken(unclear));
      expect([told.tell(closing).next.type, told.tell(answer(heal)).next.type]).toEqual(['consent', 'consent']);
      expect(atPay({ heal: 'auto' }).tell(broken(noTarget), closing).next.type).toBe('consent');
      const first = walkOf(graphOf(), { heal: 'auto' }).tell(
        broken(noScreen),
        answer({ kind: 'interruption', node: 'add', interruption: question }),
      );
      expect(first.next.type).toBe('call');
    });
  });

  test('RP11: R2: nobody logs in, and no model is asked, where the form that was begun would be empty after it', () => {
    const fillIn = { type: 'Act', deed: { type: 'SetText', text: 'tea' }, target: { role: 'textbox', name: 'What' } };
    const graph = graphOf({ node_type: fillIn }, [
      { id: 'send', name: 'Send', node_type: { type: 'Act', deed: { type: 'Click' }, target } },
    ]);
    const walk = walkOf(graph, { heal: 'auto' }).tell(done(), done(), broken({ ...noTarget, isLogin: true }));
    expect(walk.state.ended).toMatchObject({ outcome: 'failed', message: expect.stringContaining('"Send"') as unknown });
  });

  test('RP11: one log-in a visit, and a flow that could not log in ends the node', () => {
    const walk = atPay().tell(broken(login));
    expect(walk.tell({ type: 'answered', answers: ['done'] }).next.type).toBe('call');
    expect(walk.tell({ type: 'answered', answers: ['done'] }, broken(login)).state.ended?.outcome).toBe('failed');
    expect(walk.tell(childEnded(null, { failure: 'wrong password' })).state.ended?.message).toContain('not-logged-in: wrong password');
  });

  test('RP12: what the agent says is the end of the flow, and its failure is the flow’s', () => {
    const walk = atPay({ fallback: 'agent' }).tell(broken(noRow));
    const ended = walk.tell(childEnded({ status: 'FINISH', text: 'Ordered' })).state;
    expect(ended).toMatchObject({ ended: { outcome: 'completed' }, tookOver: { text: 'Ordered' } });
    expect(walk.tell(childEnded(null, { failure: 'it gave up' })).state.ended?.outcome).toBe('failed');
  });

  describe('RP12: R7: an agent that says that all is done', () => {
    const last = { id: 'end', name: 'End', node_type: { type: 'Expect', screen: { title: 'Paid' } } };
    const said = walkOf(graphOf({}, [last]), { fallback: 'agent', heal: 'auto' }).tell(
      done(),
      broken(noRow),
      childEnded({ status: 'FINISH', text: 'Ordered' }),
    );

    test('is believed once the screen is there that the flow ends with', () => {
      expect(said.next).toMatchObject({ type: 'call', reads: true });
      expect(said.tell(done()).state).toMatchObject({ ended: { outcome: 'completed' }, tookOver: { text: 'Ordered' } });
    });

    test('is not where another one is: nobody mends that, and nothing is done again', () => {
      expect(said.tell(broken(noScreen)).state).toMatchObject({
        ended: {
          outcome: 'result-not-read',
          message: expect.stringMatching(/^the agent .* says that all is done, but "End" .*look there before you run it again$/) as unknown,
        },
        tookOver: { text: 'Ordered' },
      });
      expect(said.tell(broken(login)).state.ended?.outcome).toBe('result-not-read');
      expect(said.tell(broken(survey)).next).toMatchObject({ type: 'call', reads: false });
    });
  });

  test('RP4: retries come after mending, and never after an action whose outcome is not known', () => {
    const walk = atPay({ heal: 'never' }, { retries: 1 });
    expect(walk.tell(broken(noTarget)).next.type).toBe('call');
    expect(walk.tell(unknown).state.ended?.outcome).toBe('failed');
    const asked = atPay({ heal: 'auto' }, { retries: 2 }).tell(broken(noTarget), nothing, broken(noTarget));
    expect(asked.next.type).toBe('call');
  });
});

// ── Whatever happens ──

const outcome = fc.constantFrom<CallOutcome>(
  ...[noTarget, noScreen, noRow, otherThing, login, survey].map((at): CallOutcome => ({
    status: 'failed',
    code: 'x',
    message: 'x',
    broken: at,
  })),
  { status: 'unknown' },
  ...[done(), done()].flatMap((event) => (event.type === 'called' ? [event.outcome] : [])),
);

function eventFor(effect: FlowEffect, of: CallOutcome, chance: number): FlowEvent {
  switch (effect.type) {
    case 'call':
      return { type: 'called', outcome: of };
    case 'heal':
      return chance % 3 === 0 ? nothing : answer(heal);
    case 'consent':
      return chance % 3 === 0 ? { type: 'timed-out' } : { type: 'confirmed', approved: chance % 2 === 0, note: '' };
    case 'log-in':
      return chance % 2 === 0 ? { type: 'answered', answers: ['done'] } : childEnded(null, { failure: 'no' });
    case 'take-over':
      return childEnded({ status: 'FINISH', text: 'done' });
    default:
      return advance;
  }
}

const rules = fc.record({ heal: fc.constantFrom('never', 'ask', 'auto'), fallback: fc.constantFrom(undefined, 'agent') });

test('RP10, RP12: whatever becomes of it, no node acts again after it was done or may have been, a model is asked once a visit, and the walk ends', () => {
  let healed = 0;
  const walks = fc.tuple(rules, fc.array(fc.tuple(outcome, fc.nat(1_000)), { minLength: 5, maxLength: 40 }));
  const property = fc.property(walks, ([given, chances]) => {
    const graph = graphOf();
    const of: FlowRules = { budget: {}, vision: false, heal: given.heal, ...(given.fallback ? { fallback: given.fallback } : {}) };
    let state: FlowState | undefined = startFlow(graph, {}, { workflowId: 'flow-1', agent: 'm' }, 0);
    const settled = new Map<string, string>();
    const asked = new Map<string, number>();
    for (let turn = 0; state.next.type !== 'end'; turn += 1) {
      if (turn > 500) throw new Error('the walk does not end');
      const [called, chance] = chances[turn % chances.length] ?? [{ status: 'unknown' } as const, 0];
      const { next, visit } = state;
      const event = eventFor(next, called, chance);
      if (next.type === 'heal') asked.set(visit?.node ?? '', (asked.get(visit?.node ?? '') ?? 0) + 1);
      if (next.type === 'call' && !visit?.closing) {
        same(settled.get(visit?.node ?? ''), undefined);
        if (event.type === 'called' && event.outcome.status !== 'failed') settled.set(visit?.node ?? '', event.outcome.status);
      }
      state = flowTransition(graph, of, state, event, turn);
      if (!state) throw new Error(`${event.type} is refused while ${next.type} is due`);
    }
    for (const times of asked.values()) expect(times).toBe(1);
    healed += asked.size;
    count('walks');
  });
  fc.assert(property, { ...seeded, numRuns: 33 * walksOfEach });
  expect(healed).toBeGreaterThan(3 * walksOfEach);
});
