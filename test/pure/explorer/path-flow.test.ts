// Paths through a map as flows: start → list → form → done, with what a flow cannot find on the way.
import { describe, expect, test } from '@jest/globals';
import type { Verb } from '../../../src/domain/explorer/actions.js';
import { flowOfPath, NoFlowError, type DrivenMap } from '../../../src/domain/explorer/path-flow.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';

const done = (verb: Verb, role: string, label: string, key = `${verb} ${label}`) => ({ key, verb, role, label, safety: 1 });
const tap = (label: string, role = 'link', key?: string) => done('tap', role, label, key);
const screen = (key: string, title: string, ...actions: readonly ReturnType<typeof done>[]) => ({
  key,
  name: title || key,
  title,
  headings: [] as readonly string[],
  address: '',
  actions,
});
const edge = (from: string, action: string, to: string, before: readonly string[] = [], seen = 1) => ({ from, action, to, before, seen });

const map: DrivenMap = {
  screens: [
    screen(
      'start',
      'Start',
      tap('List'),
      tap('Same', 'link', 'one'),
      tap('same ', 'button', 'two'),
      tap('Both', 'link', 'b1'),
      tap('Both', 'link', 'b2'),
      tap(''),
      tap('More', 'button'),
      tap('Settings', 'menuitem'),
      done('wait', '', ''),
    ),
    screen('list', 'List of 12', tap('Form'), done('type', 'searchbox', 'Search'), done('scroll', '', '')),
    screen(
      'form',
      'Form',
      done('type', 'textbox', 'E-mail'),
      done('type', 'password', 'Password'),
      tap('I agree', 'checkbox'),
      done('type', 'combobox', 'Country'),
      tap('Send', 'button'),
      tap('Help'),
      done('back', '', ''),
    ),
    ...['done', 'one', 'both', 'unnamed', 'settings', 'help', 'found', 'below', 'later', 'rare', 'country'].map((key) =>
      screen(key, key === 'done' ? '' : key),
    ),
  ],
  edges: [
    edge('start', 'tap List', 'list', [], 5),
    edge('start', 'tap List', 'rare', [], 1),
    edge('start', 'one', 'one'),
    edge('start', 'b1', 'both'),
    edge('start', 'b2', 'both'),
    edge('start', 'tap ', 'unnamed'),
    edge('start', 'tap Settings', 'settings', ['tap More']),
    edge('start', 'wait ', 'later'),
    edge('list', 'tap Form', 'form'),
    edge('list', 'type Search', 'found'),
    edge('list', 'scroll ', 'below'),
    edge('form', 'tap Send', 'done', ['type E-mail', 'type Password', 'tap I agree', 'type Country']),
    edge('form', 'tap Help', 'help', ['type E-mail']),
    edge('form', 'type Country', 'country'),
    edge('form', 'back ', 'start'),
  ],
};

const of = (key: string) => {
  const found = map.screens.find((one) => one.key === key);
  if (!found) throw new Error(key);
  return found;
};
const flowTo = (to: string, from = 'start') => flowOfPath(map, of(from), of(to));
const typesOf = (to: string, from?: string) => flowTo(to, from).flow.nodes.map(({ node_type: type }) => type);
const click = (target: string) => ({ type: 'Click', target });

describe('a path as a flow', () => {
  test('is a document that can run, node by node', () => {
    const { flow } = flowTo('done');
    expect(parseFlow(JSON.parse(JSON.stringify(flow)))).toMatchObject({ problems: [], flow: { name: 'From Start to done' } });
    expect((flow.edges ?? []).map(({ from, to }) => `${from} ${to}`)).toEqual(
      flow.nodes.slice(1).map(({ id }, index) => `${flow.nodes[index]?.id} ${id}`),
    );
  });

  test('fills in before a button what was filled in there, with samples and a secret, and lists what it cannot', () => {
    expect(typesOf('done', 'form')).toEqual([
      click('E-mail'),
      { type: 'TypeText', text: 'test@example.com' },
      click('Password'),
      { type: 'TypeText', text: '{{secret:PASSWORD}}' },
      click('I agree'),
      click('Send'),
    ]);
    expect(flowTo('done').leftOut).toEqual(['type "Country"']);
    expect(typesOf('help', 'form')).toEqual([click('Help')]);
  });

  test('first opens what revealed an action', () => {
    expect(typesOf('settings')).toEqual([click('More'), click('Settings')]);
  });

  test.each([
    ['found', [click('Search'), { type: 'TypeText', text: 'test' }, { type: 'PressKey', key: 'Enter' }]],
    ['below', [{ type: 'Scroll', delta_y: 600 }]],
  ])('%s: actions other than presses have nodes, too', (to, types) => {
    expect(typesOf(to, 'list')).toEqual(types);
  });

  test('waiting is a pause', () => {
    expect(flowTo('later').flow.nodes).toMatchObject([{ node_type: { type: 'ListWindows' }, settle_ms: 3_000 }]);
  });

  test('checks its destination by the title, which only warns if it has digits', () => {
    const checksTo = (to: string, from?: string) => flowTo(to, from).flow.nodes.at(-1)?.checks;
    expect(checksTo('form')).toMatchObject([{ params: { title: 'Form' }, on_fail: 'FailNode' }]);
    expect(checksTo('list')).toMatchObject([{ params: { title: 'List of 12' }, on_fail: 'WarnOnly' }]);
    expect(checksTo('done', 'form')).toBeUndefined();
  });

  test('accepts an ambiguous name if both controls lead there', () => {
    expect(typesOf('both')).toEqual([click('Both')]);
  });

  test.each([
    ['start', 'one', `tap "Same" on 'Start' is ambiguous: another control there has the same name`],
    ['start', 'unnamed', `tap on 'Start' is done to something without a name`],
    ['start', 'rare', 'every way that is known has an action that usually leads elsewhere'],
    ['form', 'country', 'chooses from a list'],
    ['form', 'start', "No way is known from 'Form' to 'Start'."],
    ['done', 'start', "No way is known from 'done' to 'Start'."],
    ['start', 'start', 'there is nothing to drive'],
  ])('%s to %s: none, with the reason', (from, to, why) => {
    expect(() => flowTo(to, from)).toThrow(NoFlowError);
    expect(() => flowTo(to, from)).toThrow(why);
  });
});
