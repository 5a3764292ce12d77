// The filters of the console's list of runs, as they stand in the address (EV21).
import { describe, expect, test } from '@jest/globals';
import { listFilter } from '../../../src/console/watches.js';
import { addressOf, attributesText, filterOf, readAttributes, topicOf, type RunFilter } from '../../../src/pages/console/run-filter.js';

describe('EV21: filters of runs', () => {
  test.each<[string, Pick<RunFilter, 'where' | 'query'>]>([
    ['', { where: [] }],
    ['Customer=acme', { where: ['Customer=acme'] }],
    [' Customer="The \'Acme\' Co"  Floor=3 ', { where: ["Customer=The 'Acme' Co", 'Floor=3'] }],
    ["Customer='a=b c'", { where: ['Customer=a=b c'] }],
    ["Customer = 'acme'", { where: [], query: "Customer = 'acme'" }],
    ["Customer='acme' AND Floor=3", { where: [], query: "Customer='acme' AND Floor=3" }],
    ['StartTime>"2026"', { where: [], query: 'StartTime>"2026"' }],
  ])('%s', (text, wanted) => {
    expect(readAttributes(text)).toEqual(wanted);
    expect(readAttributes(attributesText({ ...wanted }))).toEqual(wanted);
  });

  test('stand in the address, and the console is asked for the same', () => {
    const filter: RunFilter = { state: 'PENDING', engine: 'flow', words: 'two words', where: ['A=1&2', 'B=x=y'], query: "C = 'd'" };
    const address = addressOf(filter);
    expect(filterOf(new URL(address, 'http://console').searchParams)).toEqual(filter);
    expect(listFilter(topicOf(filter).slice('runs:'.length))).toEqual({
      ...{ state: 'PENDING', engine: 'flow', query: "C = 'd'" },
      where: { A: '1&2', B: 'x=y' },
    });
    expect([addressOf({ where: [] }), topicOf({ where: [], words: 'here' })]).toEqual(['/runs', 'runs']);
  });

  test.each([
    ['state=ASLEEP', 'state is "ASLEEP"; allowed: RUNNING,'],
    ['engine=toaster', 'engine is "toaster"; allowed: agent, flow, explorer, procedure.'],
    ['where=Customer', 'where is "Customer"; allowed: the name of a search attribute, = and its value.'],
  ])('%s is refused in one sentence', (text, told) => {
    expect(() => listFilter(text)).toThrow(told);
  });
});
