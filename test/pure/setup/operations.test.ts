import { expect, test } from '@jest/globals';
import { operationsTable, rowsOf, type ToldCounts } from '../../../scripts/lib/operations.mjs';
import { judge } from '../../support/operations.js';

const press = (run: string, number: number) => ({ run, press: number });
const completed = { outcome: 'completed', unknownOutcomes: 0 };

test('a press is twice that the ledger has twice, and lost that it does not have; unknown and failed are what runs say', () => {
  const entries = [press('a', 1), press('a', 2), press('a', 2), press('b', 1)];
  const wanted = [press('a', 1), press('a', 2), press('b', 1), press('b', 2)];
  const results = [completed, { outcome: 'failed', unknownOutcomes: 2 }];
  expect(judge({ entries, wanted, results, struck: { 'worker killed': 1 }, seed: 7 })).toEqual({
    ...{ runs: 2, pressed: 4, twice: 1, lost: 1, unknown: 2, failed: 1 },
    ...{ struck: { 'worker killed': 1 }, seed: 7 },
  });
});

test('what several tests tell of a scene is one row, and the last row is all of them', () => {
  const told = { runs: 1, pressed: 3, twice: 0, lost: 0, unknown: 1, failed: 0 };
  const all: readonly ToldCounts[] = [
    { scene: 'hosts', ...told, struck: { 'host killed': 1 }, seed: 1 },
    { scene: 'slots', ...told, struck: {} },
    { scene: 'hosts', ...told, struck: { 'host killed': 1, 'host frozen': 2 }, seed: 1 },
  ];
  expect(rowsOf(all).map(({ scene, runs, struck, seeds }) => ({ scene, runs, struck, seeds: [...seeds] }))).toEqual([
    { scene: 'hosts', runs: 2, struck: { 'host killed': 2, 'host frozen': 2 }, seeds: [1] },
    { scene: 'slots', runs: 1, struck: {}, seeds: [] },
  ]);
  const lines = operationsTable(all).split('\n');
  expect(lines.at(-2)).toMatch(/│ all +│ +3 │ +9 │ +0 │ +0 │ +3 │ +0 │/);
});
