// A run kept in one place with several callers (docs/design/procedure.md §4).
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Action } from '../../../src/domain/procedure/state.js';
import { advance, answerCall, openRegister, readRegister, type Called, type Register } from '../../../src/domain/procedure/register.js';
import { start } from '../../../src/domain/procedure/step.js';
import { activity, checkpoint, option, procedureOf, work } from '../../support/procedures.js';
import { seeded, walksOfEach } from '../../support/properties.js';

const steps = [...'abcdefgh'];
const procedure = procedureOf([activity('only', { steps: steps.map((id) => work(id)) })]);
const complete = (step_id: string, by: 'agent' | 'human' = 'agent'): Action => ({
  call: 'complete_step',
  step_id,
  summary: `did ${step_id}`,
  by,
});

function opened(of = procedure): Register {
  const started = start(of, { by: 'agent', answers: 'agent' }, 0);
  if (!('state' in started)) throw new Error('not started');
  return openRegister(started.state);
}

/** The answers to successive calls. */
function calling(called: readonly Called[], register = opened(), of = procedure) {
  let now = register;
  const replies = called.map((each) => {
    const { register: next, reply } = answerCall(of, now, each, 1);
    now = next;
    return reply;
  });
  return { register: now, replies };
}

test('P53: a call with an old revision is stale: it is told the current position and changes nothing', () => {
  const { register, replies } = calling([
    { action: complete('a'), revision: 0 },
    { action: complete('b'), revision: 0 },
    { action: complete('b'), revision: 1 },
  ]);
  expect(replies).toMatchObject([
    { success: true, revision: 1, position: { step: 'b' } },
    { success: false, revision: 1, position: { step: 'b' }, error: { code: 'STALE_STATE', expected: ['1'] } },
    { success: true, revision: 2, position: { step: 'c' } },
  ]);
  expect(register).toMatchObject({ revision: 2, refusals: 1 });
});

test('P54: an accepted call that is repeated gets its first answer, however far the run is; a refused one is judged again', () => {
  const first = { action: complete('a'), revision: 0, name: 'first' };
  const { register, replies } = calling([
    { action: complete('b'), revision: 0, name: 'early' },
    first,
    { action: complete('b'), revision: 1, name: 'early' },
    first,
  ]);
  expect(replies).toMatchObject([
    { success: false, error: { code: 'STEP_OUT_OF_ORDER' } },
    { success: true, revision: 1 },
    { success: true, revision: 2 },
    { success: true, revision: 1, position: { step: 'b' } },
  ]);
  expect(replies[3]).toEqual(replies[1]);
  expect(register).toMatchObject({ revision: 2, refusals: 1 });
});

test('P54: the last hundred are remembered', () => {
  const long = procedureOf(
    Array.from({ length: 60 }, (_, part) =>
      activity(`a${part}`, {
        steps: [work(`s${part * 2}`), work(`s${part * 2 + 1}`)],
        transitions: part < 59 ? [{ to: `a${part + 1}` }] : [],
      }),
    ),
  );
  const calls = Array.from({ length: 110 }, (_, index) => ({ action: complete(`s${index}`), revision: index, name: `call ${index}` }));
  const { register } = calling(calls, opened(long), long);
  expect(register.answered.map(({ name }) => name)).toEqual(calls.slice(10).map(({ name }) => name));
});

test('P54: as many are remembered as a payload has room for, and always the last one', () => {
  const wide = procedureOf([activity('only', { steps: Array.from({ length: 400 }, (_, index) => work(`s${index}`)) })]);
  const calls = Array.from({ length: 10 }, (_, index) => ({ action: complete(`s${index}`), revision: index, name: `call ${index}` }));
  const { register, replies } = calling(calls, opened(wide), wide);
  const { answered } = register;
  expect(JSON.stringify(answered).length).toBeLessThan(500_000);
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.length).toBeLessThan(10);
  expect(answered.at(-1)).toMatchObject({ name: 'call 9', reply: replies.at(-1) });
});

describe('P55: of racing callers', () => {
  test('one wins each revision, whichever comes first, and the others learn of it', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ who: fc.nat(3), again: fc.boolean() }), { minLength: 1, maxLength: 60 }), (turns) => {
        let register = opened();
        /** What each caller knows, and its last call. */
        const knows = [0, 0, 0, 0];
        const last: (Called | undefined)[] = [];
        let accepted = 0;
        for (const { who, again } of turns) {
          const revision = knows[who] ?? 0;
          const repeated = again ? last[who] : undefined;
          const called = repeated ?? { action: complete(steps[revision] ?? 'h'), revision, name: `${who} ${revision}` };
          const wasThere = register.answered.some(({ name }) => name === called.name);
          const { register: next, reply } = answerCall(procedure, register, called, 1);
          if (reply.success && !wasThere) accepted += 1;
          if (wasThere) expect(next).toBe(register);
          else expect(next.revision).toBe(register.revision + (reply.success ? 1 : 0));
          if (!reply.success && reply.error?.code === 'STALE_STATE') expect(called.revision).not.toBe(register.revision);
          [register, knows[who], last[who]] = [next, reply.revision, called];
        }
        expect(register.revision).toBe(accepted);
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
  });
});

test('P56: reads report the current position, whatever revision the caller knows, and change nothing', () => {
  const { register } = calling([{ action: complete('a'), revision: 0 }]);
  const read = readRegister(procedure, register, { by: 'agent', now: 1 });
  expect(read).toMatchObject({ success: true, revision: 1, position: { step: 'b' } });
  expect(readRegister(procedure, register, { by: 'agent', now: 1 })).toEqual(read);
});

test('P28: an answer by time is a separate revision, without any call', () => {
  const waiting = procedureOf([
    activity('one', {
      checkpoints: [
        checkpoint('go', [option('yes', { transitionTo: 'two' })], { blocking: false, defaultOption: 'yes', autoAdvanceMs: 1_000 }),
      ],
    }),
    activity('two', { steps: [work('end')] }),
  ]);
  const register = opened(waiting);
  expect(advance(waiting, register, 999)).toEqual({ register, entries: [] });
  const { register: later, entries } = advance(waiting, register, 1_000);
  expect(later).toMatchObject({ revision: 1, state: { activity: 'two' } });
  expect(entries.map(({ by }) => by)).toContain('time');
  const answer: Action = { call: 'respond_to_checkpoint', checkpoint_id: 'go', option_id: 'yes', by: 'agent' };
  expect(answerCall(waiting, register, { action: answer, revision: 0 }, 1_000)).toMatchObject({
    register: { revision: 1, refusals: 1 },
    reply: { success: false, error: { code: 'STALE_STATE' }, position: { activity: 'two' } },
  });
});
