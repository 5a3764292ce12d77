// The table of nodes, row by row; anything outside it does not compile.
import { describe, expect, test } from '@jest/globals';
import { nodes, type NodeName } from '../../../src/domain/explorer/agent-state.js';
import { leadsTo } from './world.js';

const names = Object.keys(nodes) as NodeName[];
const onTheWay = (from: NodeName, count: number): readonly NodeName[] => {
  const way: NodeName[] = [from];
  for (let node = from; way.length < count; way.push(node)) node = nodes[node].ok[0] ?? 'Stop';
  return way;
};

describe('the nodes of the explorer', () => {
  test('E3: are sixteen, five of which ask a model', () => {
    expect(names).toHaveLength(16);
    expect(names.filter((name) => 'asks' in nodes[name])).toEqual([
      'ChooseAction',
      'Verify',
      'DetectProgress',
      'ShouldContinue',
      'SwitchPolicy',
    ]);
  });

  test('E1: begin with the device, the application, its start and its settling', () => {
    expect(onTheWay('EnsureDevice', 5)).toEqual(['EnsureDevice', 'ProvisionApp', 'LaunchOrAttach', 'WaitIdle', 'Perceive']);
  });

  test('E2: run in order', () => {
    expect(onTheWay('Perceive', 9)).toEqual([
      'Perceive',
      'EnumerateActions',
      'ChooseAction',
      'Act',
      'Verify',
      'Persist',
      'DetectProgress',
      'ShouldContinue',
      'Perceive',
    ]);
  });

  const errors: readonly (readonly [string, NodeName, readonly NodeName[]])[] = [
    ['E4: no device', 'EnsureDevice', ['Stop']],
    ['E5: no application', 'ProvisionApp', ['Stop']],
    ['E6: an application that does not start', 'LaunchOrAttach', ['RestartApp']],
    ['E7: a screen that does not rest', 'WaitIdle', ['Perceive']],
    ['E8: a screen that cannot be seen', 'Perceive', ['RecoverFromError']],
    ['E9: nothing to do', 'EnumerateActions', ['ShouldContinue']],
    ['E10: a choice', 'ChooseAction', []],
    ['E11: an action that fails', 'Act', ['RecoverFromError']],
    ['E12: a doubtful outcome', 'Verify', ['Persist']],
    ['E13: a store that fails', 'Persist', ['RecoverFromError']],
    ['E14: progress', 'DetectProgress', []],
    ['E15: a change of policy', 'SwitchPolicy', []],
    ['E16: an application that does not start again', 'RestartApp', ['Stop']],
  ];
  test.each(errors)('%s: %s leads to %j', (_what, name, wanted) => {
    expect(nodes[name].error).toEqual(wanted);
  });

  test('reach each other, from first to last, and the last leads nowhere', () => {
    const reached = new Set<NodeName>(['EnsureDevice']);
    for (const from of reached) for (const to of names) if (leadsTo(from, to)) reached.add(to);
    expect([...reached].sort()).toEqual([...names].sort());
    expect(names.filter((to) => leadsTo('Stop', to))).toEqual([]);
  });
});
