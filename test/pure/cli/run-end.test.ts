import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure, TerminatedFailure } from '@temporalio/common';
import { runEnd } from '../../../src/client/run-end.js';

const failedWith = (cause: Error) => ({
  result: () => Promise.reject(new WorkflowFailedError('Workflow execution failed', cause, 'NON_RETRYABLE_FAILURE')),
});

test('a result has its outcome', async () => {
  const result = { outcome: 'step-limit', unknownOutcomes: 1 };
  expect(await runEnd({ result: () => Promise.resolve(result) })).toEqual({ outcome: 'step-limit', result });
});

test('a failure carries the result in its details', async () => {
  const result = { outcome: 'error', rounds: [] };
  expect(await runEnd(failedWith(ApplicationFailure.nonRetryable('The device is lost', 'device-lost', result)))).toEqual({
    outcome: 'error',
    result,
    message: 'The device is lost',
  });
});

test('cancelled and terminated are distinct from failures', async () => {
  expect(await runEnd(failedWith(new CancelledFailure('cancelled')))).toEqual({ outcome: 'cancelled' });
  expect(await runEnd(failedWith(new TerminatedFailure('terminated')))).toEqual({ outcome: 'terminated' });
});

test('a run that cannot be queried is a separate error', async () => {
  await expect(runEnd({ result: () => Promise.reject(new Error('connection lost')) })).rejects.toThrow('connection lost');
});
