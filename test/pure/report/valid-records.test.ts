import { agentCards } from '../../../src/domain/report/agent-cards.js';
import { resetOf, validRecords } from '../../../src/client/report/step-cards.js';
import type { StepEntry } from '../../../src/domain/run/entry.js';
import { activity as activityEntry, event, history } from '../../support/sample-report.js';

let activity = 0;

/** `host` or `app-1`, its step, and the execution that did it. */
function line(agent: string, step: number, execution: string, type: StepEntry['type'] = 'decided'): StepEntry {
  const id = agent === 'host' ? 'agent-1' : `agent-1/${agent}`;
  const seq = `${id}#${String(step).padStart(6, '0')}.1-${type}.${execution}-${++activity}`;
  return { seq, at: '2026-01-01T10:20:30.000Z', type, data: {} };
}

const first = [line('host', 0, 'aaaaaa'), line('app-1', 1, 'aaaaaa'), line('app-1', 2, 'aaaaaa'), line('host', 3, 'aaaaaa')];

test('a run that was reset to its start shows what it has done since', () => {
  const again = [line('host', 0, 'cccccc', 'observed'), line('host', 0, 'cccccc'), line('app-1', 1, 'cccccc')];
  expect(validRecords([...first, ...again])).toEqual(again);
  expect(agentCards('agent-1', validRecords([...first, ...again])).map(({ card }) => card.id)).toEqual(['step-host-0', 'step-app-1-1']);
});

test('a run that was reset to a later step keeps what came before it', () => {
  const again = [line('host', 3, 'cccccc'), line('app-2', 4, 'cccccc')];
  expect(validRecords([...first, ...again])).toEqual([...first.slice(0, 3), ...again]);
});

test('what an old execution writes after the reset does not count', () => {
  const again = line('host', 0, 'cccccc');
  expect(validRecords([...first, again, line('app-1', 2, 'aaaaaa', 'performed'), line('app-1', 1, 'cccccc')])).toEqual([
    again,
    expect.objectContaining({ seq: expect.stringContaining('cccccc') }),
  ]);
});

test('a run that is reset twice shows its third start', () => {
  const third = line('host', 0, 'eeeeee');
  expect(validRecords([...first, line('host', 0, 'cccccc'), line('app-1', 1, 'cccccc'), third])).toEqual([third]);
});

test('a run that continues as new keeps everything, including a step in progress', () => {
  const records = [
    line('host', 0, 'aaaaaa'),
    line('app-1', 1, 'aaaaaa'),
    line('app-1', 1, 'cccccc', 'observed'),
    line('app-1', 1, 'cccccc', 'performed'),
    line('app-1', 2, 'cccccc'),
    line('host', 3, 'dddddd'),
  ];
  expect(validRecords(records)).toEqual(records);
});

test('records of an unknown shape are kept', () => {
  const old = { seq: 'agent-1#000001.1-decide', at: '', type: 'decided' as const, data: {} };
  expect(validRecords([old, ...first])).toEqual([old, ...first]);
});

describe('a run that was reset and has decided nothing since', () => {
  // Records number their activities as they come: 1 to 4.
  const [zero, one, two, three] = [
    line('host', 0, 'aaaaaa'),
    line('app-1', 1, 'aaaaaa'),
    line('app-1', 2, 'aaaaaa'),
    line('host', 3, 'aaaaaa'),
  ];
  const before = [zero, one, two, three];
  const idOf = ({ seq }: StepEntry): string => seq.slice(seq.lastIndexOf('-') + 1);
  const reset = { replaced: ['0191-aaaaaa'], kept: new Set<string>() };

  test('to its start shows no step', () => {
    expect(validRecords(before, reset)).toEqual([]);
    expect(agentCards('agent-1', validRecords([...before, line('host', 0, 'cccccc', 'observed')], reset))).toEqual([]);
  });

  test('to a later step shows what came before it', () => {
    expect(validRecords(before, { ...reset, kept: new Set([zero, one].map(idOf)) })).toEqual([zero, one]);
  });

  test('keeps what the executions before the replaced one did', () => {
    const earlier = [line('host', 0, 'eeeeee'), line('app-1', 1, 'eeeeee')];
    const later = [line('host', 2, 'aaaaaa'), line('app-2', 3, 'aaaaaa')];
    expect(validRecords([...earlier, ...later], reset)).toEqual(earlier);
  });

  test('HE14: without decisions of its own, what its AppAgents do counts, also as it continues; what the replaced one did does not', () => {
    const look = line('host', 0, 'cccccc', 'observed');
    const [anew, onwards] = [line('app-1', 1, 'cccccc'), line('app-1', 2, 'gggggg')];
    const late = line('app-1', 3, 'aaaaaa');
    expect(validRecords([...before, look, anew, late, onwards], reset)).toEqual([look, anew, onwards]);
  });

  test('and one that has decided again is judged by its records', () => {
    const again = [line('host', 0, 'cccccc'), line('app-1', 1, 'cccccc')];
    expect(validRecords([...before, ...again], reset)).toEqual(again);
  });
});

test('what a reset replaced and kept is what the history of the current execution tells', () => {
  const reset = event('WorkflowTaskFailed', 20, '00:20');
  const entries = history({
    entries: [
      activityEntry({ id: '1', name: 'decideHost' }),
      { seq: 'x#20', at: reset.at, type: 'trouble', event: reset, data: { text: 'the run was reset here', replaced: '0191-bbbbbb' } },
      activityEntry({ id: '2', name: 'decideHost', scheduled: event('ActivityTaskScheduled', 21, '00:21') }),
    ],
  });
  expect(resetOf(entries)).toEqual({ replaced: ['run-1-x', '0191-bbbbbb'], kept: new Set(['1']) });
});
