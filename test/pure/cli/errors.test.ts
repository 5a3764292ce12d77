import { ServiceError, WorkflowFailedError, WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import {
  ApplicationFailure,
  NamespaceNotFoundError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/common';
import { InputError } from '../../../src/domain/errors/input-error.js';
import { CommandError, explainError } from '../../../src/cli/errors.js';

const surroundings = { address: '127.0.0.1:7233', isConfigured: false, program: 'npx steadyhand' };

function grpc(code: number, details: string): Error {
  return Object.assign(new Error(`${code} ${details}`), { code, details });
}

test.each<[string, unknown, number, string]>([
  [
    'an unknown run',
    new WorkflowNotFoundError('workflow not found', 'agent-1', undefined),
    1,
    "There is no run 'agent-1': `npx steadyhand list` shows the runs that exist.",
  ],
  [
    'an id that is taken',
    new WorkflowExecutionAlreadyStartedError('already started', 'agent-1', 'hostAgent'),
    1,
    "A run 'agent-1' is already open: choose another id, or look at it with `npx steadyhand show agent-1`.",
  ],
  [
    'an id with a blank that is taken',
    new WorkflowExecutionAlreadyStartedError('already started', 'order 1', 'hostAgent'),
    1,
    "A run 'order 1' is already open: choose another id, or look at it with `npx steadyhand show 'order 1'`.",
  ],
  [
    'a run with a blank in its id that has ended',
    new WorkflowNotFoundError('workflow execution already completed', 'order 1', undefined),
    1,
    "'order 1' has already ended: `npx steadyhand show 'order 1'` says how.",
  ],
  [
    'a server that is not there',
    new Error('Failed to connect before the deadline'),
    3,
    'No Temporal server answers at 127.0.0.1:7233: start one with `npx steadyhand up`, or set TEMPORAL_ADDRESS.',
  ],
  [
    'a server that went away',
    new ServiceError('Failed to list', { cause: grpc(14, 'No connection established. Last error: connect ECONNREFUSED') }),
    3,
    'No Temporal server answers at 127.0.0.1:7233: start one with `npx steadyhand up`, or set TEMPORAL_ADDRESS.',
  ],
  [
    'a query without an answer',
    new ServiceError('Failed to query Workflow', { cause: grpc(4, 'Deadline exceeded') }),
    3,
    'The run did not answer: no worker is polling its queue. Start one with `npx steadyhand up` or `npx steadyhand worker`.',
  ],
  [
    'a query whose deadline the server saw pass before us',
    new ServiceError('Failed to query Workflow', { cause: grpc(1, 'Call cancelled') }),
    3,
    'The run did not answer: no worker is polling its queue. Start one with `npx steadyhand up` or `npx steadyhand worker`.',
  ],
  [
    'an update whose deadline the server saw pass before us',
    new WorkflowUpdateRPCTimeoutOrCancelledError('Call cancelled', { cause: grpc(1, 'Call cancelled') }),
    3,
    'The run did not answer: no worker is polling its queue. Start one with `npx steadyhand up` or `npx steadyhand worker`.',
  ],
  [
    'any other call whose deadline the server saw pass before us',
    new ServiceError('Failed to describe workflow', { cause: grpc(1, 'Call cancelled') }),
    3,
    'No Temporal server answers at 127.0.0.1:7233: start one with `npx steadyhand up`, or set TEMPORAL_ADDRESS.',
  ],
  [
    'an update that the workflow code fails on, again and again',
    new ServiceError('Workflow Update failed', {
      cause: grpc(9, 'Unable to perform workflow execution update due to unexpected workflow task failure.'),
    }),
    1,
    'The run stands still: its workflow code fails on the worker, whose log says why. Once the worker is fixed, the run goes on by itself.',
  ],
  [
    'a server without our search attribute',
    new ServiceError('Failed to start', {
      cause: grpc(3, 'Namespace default has no mapping defined for search attribute SteadyhandState'),
    }),
    1,
    'The server at 127.0.0.1:7233 does not know the search attribute SteadyhandState: run `npx steadyhand temporal operator search-attribute create --name SteadyhandState --type Keyword`.',
  ],
  [
    'a refused answer',
    new WorkflowUpdateFailedError(
      'Workflow Update failed',
      ApplicationFailure.nonRetryable("'q1' is not what is asked now; pending is question 'q2' (Which size?)."),
    ),
    1,
    "'q1' is not what is asked now; pending is question 'q2' (Which size?).",
  ],
  [
    'a failed run',
    new WorkflowFailedError('Workflow execution failed', ApplicationFailure.nonRetryable('The device is lost'), 'NON_RETRYABLE_FAILURE'),
    1,
    'The device is lost',
  ],
  [
    'a namespace that the server lacks, in the words of the SDK',
    new NamespaceNotFoundError('nope'),
    3,
    "The Temporal server at 127.0.0.1:7233 has no namespace 'nope': correct TEMPORAL_NAMESPACE, or create it with `npx steadyhand temporal operator namespace create --namespace nope`.",
  ],
  [
    'a namespace that the server lacks, in its own words',
    grpc(5, 'Namespace nope is not found.'),
    3,
    "The Temporal server at 127.0.0.1:7233 has no namespace 'nope': correct TEMPORAL_NAMESPACE, or create it with `npx steadyhand temporal operator namespace create --namespace nope`.",
  ],
  ['a wrong input', new InputError('input.device.kind', 'tv', 'web, desktop'), 2, 'input.device.kind is "tv"; allowed: web, desktop.'],
  ['a wrong command', new CommandError('usage', 'No request given.'), 2, 'No request given.'],
  ['leaving', new CommandError('interrupted', 'Left; the run goes on.'), 130, 'Left; the run goes on.'],
  ['anything else, on one line', new Error('first\n  second'), 1, 'first second'],
])('%s is explained in one line', (_, error, exitCode, text) => {
  expect(explainError(error, surroundings)).toMatchObject({ text, exitCode });
});

test('a server that is configured and does not answer is not to be started beside it', () => {
  expect(explainError(grpc(14, 'No connection established'), { ...surroundings, isConfigured: true })).toMatchObject({
    code: 'server-unreachable',
    text: 'No Temporal server answers at 127.0.0.1:7233, which is configured: start that one, correct TEMPORAL_ADDRESS, or unset it to have one started here by `npx steadyhand up`.',
  });
});
