import { test } from '@jest/globals';
import { demoMs, expectOneOrder } from '../../support/demo-run.js';

// Replayed from the start, and interrupted: see test/faults/demo.test.ts.
test(
  'the demo ends with exactly one order, although the worker is killed midway, and leaves no process behind',
  () => expectOneOrder({ env: {} }),
  demoMs,
);
