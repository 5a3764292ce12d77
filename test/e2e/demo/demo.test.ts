import { test } from '@jest/globals';
import { demoMs, expectOneOrder } from '../../support/demo-run.js';

// Replayed from the start, and interrupted: in test/faults/demo.test.ts.
test(
  'the demo ends with one order, once, although the worker is killed while it is on its way, and leaves no process behind',
  () => expectOneOrder({ env: {} }),
  demoMs,
);
