import { expect, test } from '@jest/globals';
import { judgeQueueHop } from '../../../src/cli/doctor/server.js';

test('FL5: doctor tells of a server whose tasks wait more than 20 ms, with the settings', () => {
  expect(judgeQueueHop({ wait: 20, call: 9 })).toEqual({ name: 'Task queues', status: 'ok', detail: 'a task waits 20 ms in the server' });
  const slow = judgeQueueHop({ wait: 44.2, call: 9 });
  expect(slow).toMatchObject({ status: 'warn', detail: 'a task waits 44 ms in the server; 20 ms and less is usual' });
  expect(slow.advice).toContain('history.transferProcessorMaxPollRPS: 1000, history.timerProcessorMaxPollRPS: 1000');
});

test.each([
  ['a fast server', { wait: 22, call: 30 }],
  ['a slow one, which the trial does not exhaust', { wait: 13, call: 18 }],
])('FL5: on a busy machine %s is not judged, and that is said', (_, hop) => {
  expect(judgeQueueHop(hop)).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^not known: a call takes (30|18) ms from here/),
  });
});
