import { expect, test } from '@jest/globals';
import { judgeQueueHop } from '../../../src/cli/doctor/queue-hop.js';

test('FL5: doctor tells of a server whose tasks wait more than 25 ms, with the settings', () => {
  expect(judgeQueueHop(25)).toEqual({ name: 'Task queues', status: 'ok', detail: 'a task waits 25 ms in the server' });
  const slow = judgeQueueHop(44.2);
  expect(slow).toMatchObject({ status: 'warn', detail: 'a task waits 44 ms in the server; 25 ms and less is usual' });
  expect(slow.advice).toContain('history.transferProcessorMaxPollRPS: 1000, history.timerProcessorMaxPollRPS: 1000');
});
