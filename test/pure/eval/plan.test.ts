import { createOracle } from '../../../bench/eval/oracle/oracle.js';
import { killAfterMs, planRuns } from '../../../bench/eval/plan.js';
import { solvers } from '../../../bench/eval/miniwob/solvers/index.js';
import { isPublic, miniwobPages } from '../../../bench/eval/miniwob/wheel.js';
import type { Suite } from '../../../bench/eval/suite.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const suite: Suite = {
  name: 'sums',
  tasks: [
    { id: 'add-two', isPublic: true },
    { id: 'add-three', isPublic: true },
    { id: 'draw', isPublic: true, needs: { what: 'pixels', why: 'it is drawn' } },
    { id: 'subtract', isPublic: false },
  ],
  oracle: createOracle([{ tasks: ['add-two', 'draw'], instruction: /./, solve: () => undefined }], { isOver: () => false }),
  open: () => Promise.reject(new Error('not opened')),
};
const folder = temporaryFolder();
const choice = { half: 'public', tasks: [], seeds: 2, byOracle: true } as const;
const tasksOf = (more: object): readonly string[] => [...new Set(planRuns(suite, { ...choice, ...more }).runs.map(({ task }) => task))];

test('HE50: the oracle does what it knows of a half; what needs pixels and what it does not know is left out, and told', () => {
  expect(planRuns(suite, choice)).toEqual({
    runs: [
      { task: 'add-two', seed: 1 },
      { task: 'add-two', seed: 2 },
    ],
    leftOut: [
      { task: 'add-three', why: 'no oracle' },
      { task: 'draw', why: 'needs pixels: it is drawn' },
    ],
  });
  expect(planRuns(suite, { ...choice, half: 'kept' })).toEqual({ runs: [], leftOut: [{ task: 'subtract', why: 'no oracle' }] });
});

test('HE52: a model of one’s own does all of them', () => {
  expect(tasksOf({ byOracle: false })).toEqual(['add-two', 'add-three', 'draw']);
  expect(tasksOf({ byOracle: false, half: 'all' })).toHaveLength(4);
});

test('HE50: tasks may be named, of either half, and by a beginning', () => {
  expect(tasksOf({ byOracle: false, tasks: ['add-*', 'subtract', 'add-two'] })).toEqual(['add-two', 'add-three', 'subtract']);
  expect(() => planRuns(suite, { ...choice, tasks: ['divide'] })).toThrow(
    "The suite sums has no task 'divide'. It has: add-two, add-three, draw, subtract.",
  );
});

test('HE51: the moment of the kill is the same for the same run, and spread over the others', () => {
  const moments = Array.from({ length: 300 }, (_, seed) => killAfterMs({ task: 'add-two', seed }));
  expect(killAfterMs({ task: 'add-two', seed: 7 })).toBe(moments[7]);
  expect(Math.min(...moments)).toBeLessThan(300);
  expect(Math.max(...moments)).toBeGreaterThan(2_700);
  expect(Math.max(...moments)).toBeLessThan(3_000);
});

test('HE50: without Python one sentence says that the pages are not here, and what to do', () => {
  expect(() => miniwobPages(folder(), { PATH: '/nowhere' })).toThrow(
    'The pages of MiniWoB (miniwob-1.1.0-py3-none-any.whl) are not here, and python3 is not on the PATH: install Python 3 with pip.',
  );
});

test('HE50: nothing is built for the half that is kept', () => {
  const tasks = solvers.flatMap(({ tasks: own }) => own);
  expect(tasks.filter((task) => !isPublic(task))).toEqual([]);
  expect(new Set(tasks).size).toBe(tasks.length);
});
