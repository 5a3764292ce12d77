import { describe, expect, test } from '@jest/globals';
import { activity, checkpoint, offersOf, option, procedureOf, Run, work, type CheckpointInput } from '../../support/procedures.js';

describe('P28: a checkpoint that does not block is answered when its time is up', () => {
  const timed = (): Run => {
    const run = new Run(
      procedureOf([
        activity('a', {
          steps: [work('s')],
          checkpoints: [
            checkpoint('c', [option('yes', { setVariable: { x: 1 } }), option('no')], {
              defaultOption: 'yes',
              autoAdvanceMs: 1_000,
              blocking: false,
            }),
          ],
          transitions: [{ to: 'b' }],
        }),
        activity('b', { steps: [work('t')] }),
      ]),
    );
    run.complete('s');
    return run;
  };

  test('not a moment earlier, and with its default', () => {
    const run = timed();
    expect(run.view().position.checkpoint).toMatchObject({ autoAdvanceAt: run.now + 1_000 });
    run.wait(999);
    expect(run.at()).toBe('a?c');
    run.wait(1);
    expect([run.at(), run.state.variables]).toEqual(['b/t', { x: 1 }]);
    expect(run.entries.find(({ happening }) => happening.type === 'checkpoint-answered')).toMatchObject({ by: 'time', at: run.now });
  });

  test('a later call finds it answered, and so does a read, which changes nothing', () => {
    const run = timed();
    run.now += 5_000;
    expect(run.at()).toBe('b/t');
    expect(run.state.activity).toBe('a');
    expect(run.complete('t')).toBe('ok');
    expect(run.at()).toBe('complete');
  });

  test('an answer after its time is too late', () => {
    const run = timed();
    run.now += 5_000;
    expect(run.answer('c', 'no')).toBe('CHECKPOINT_NOT_ACTIVE');
    expect(run.state.variables).toEqual({ x: 1 });
  });

  test('an answer before its time decides', () => {
    const run = timed();
    run.wait(500);
    expect(run.answer('c', 'no')).toBe('ok');
    run.wait(5_000);
    expect([run.at(), run.state.variables]).toEqual(['b/t', {}]);
  });

  test.each<[string, Partial<CheckpointInput>]>([
    ['a blocking one', { blocking: true, defaultOption: 'yes', autoAdvanceMs: 1_000 }],
    ['one without a default', { blocking: false, autoAdvanceMs: 1_000 }],
    ['one without a time', { blocking: false, defaultOption: 'yes' }],
    ['one whose default leads nowhere', { blocking: false, defaultOption: 'lost', autoAdvanceMs: 1_000 }],
  ])('%s never does', (_, more) => {
    const run = new Run(
      procedureOf([activity('a', { checkpoints: [checkpoint('c', [option('yes'), option('lost', { transitionTo: 'z' })], more)] })]),
    );
    expect(run.view().position.checkpoint?.autoAdvanceAt).toBeUndefined();
    run.wait(10_000_000_000);
    expect(run.at()).toBe('a?c');
  });

  test('one after the other, each at its own time', () => {
    const quick = { blocking: false, defaultOption: 'yes', autoAdvanceMs: 1_000 };
    const run = new Run(
      procedureOf([activity('a', { checkpoints: ['c', 'd', 'e'].map((id) => checkpoint(id, [option('yes')], quick)), steps: [] })]),
    );
    run.wait(2_500);
    expect(run.at()).toBe('a?e');
    run.wait(500);
    expect(run.at()).toBe('complete');
    const times = run.entries.filter(({ by }) => by === 'time').map(({ at }) => at - 1_000_000);
    expect(times).toEqual([1_000, 2_000, 3_000]);
  });
});

describe('P29: a minimum reading time', () => {
  const slow = procedureOf([activity('a', { checkpoints: [checkpoint('c', [option('yes')], { minReadMs: 60_000 })] })]);

  test('holds back an answer until it has passed', () => {
    const run = new Run(slow);
    expect(run.view().position.checkpoint).toMatchObject({ readableAt: run.now + 60_000 });
    run.now += 59_999;
    expect(offersOf(run.view())).toMatchObject({
      required: [],
      blocked: ['respond_to_checkpoint c: CHECKPOINT_TOO_EARLY', 'abort_workflow: CHECKPOINT_BLOCKING'],
    });
    expect(run.answer('c', 'yes')).toBe('CHECKPOINT_TOO_EARLY');
    run.now += 1;
    expect(offersOf(run.view()).required).toEqual(['respond_to_checkpoint c']);
    expect(run.answer('c', 'yes')).toBe('ok');
  });

  test('applies to a person, too', () => {
    expect(new Run(slow, { answers: 'human' }).answer('c', 'yes', 'human')).toBe('CHECKPOINT_TOO_EARLY');
  });
});
