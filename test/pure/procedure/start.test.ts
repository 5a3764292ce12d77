import { describe, expect, test } from '@jest/globals';
import { describeProcedure, findProcedure, listProcedures } from '../../../src/domain/procedure/catalogue.js';
import { start } from '../../../src/domain/procedure/step.js';
import { told } from '../../../src/domain/procedure/view.js';
import { activity, checkpoint, is, offersOf, option, procedureOf, Run, work } from '../../support/procedures.js';

const release = procedureOf(
  [
    activity('build', {
      steps: [work('compile'), work('measure', { required: false, description: 'How large is it?' }), work('sign')],
      checkpoints: [
        checkpoint('sign-off', [option('ship', { setVariable: { approved: true } }), option('redo', { transitionTo: 'build' })]),
      ],
      transitions: [{ to: 'publish', condition: is('approved') }, { to: 'nowhere' }],
    }),
    activity('publish', { steps: [work('upload')] }),
  ],
  {
    rules: ['Ask before you publish.'],
    variables: [
      { name: 'channel', type: 'string', defaultValue: 'stable' },
      { name: 'attempts', type: 'number', defaultValue: 1 },
      { name: 'approved', type: 'boolean' },
    ],
  },
);
const now = 5;

test('P1: a start returns position, actions and a state that is plain JSON', () => {
  const run = new Run(release);
  const { success, position, actions, message, error } = told(release, run.state, { by: 'agent', now });
  expect({ success, error }).toEqual({ success: true, error: undefined });
  expect(position).toEqual({ workflow: 'release', activity: 'build', step: 'compile' });
  expect(actions.required).toHaveLength(1);
  expect(message).toContain("Do step 'compile'");
  expect(JSON.parse(JSON.stringify(run.state))).toEqual(run.state);
});

test('P2: an unknown id is refused, naming the known ones', () => {
  const catalogue = new Map([['release', release]]);
  expect(findProcedure(catalogue, 'release')).toBe(release);
  expect(findProcedure(catalogue, 'deploy')).toMatchObject({ code: 'WORKFLOW_NOT_FOUND', expected: ['release'] });
  expect(findProcedure(new Map(), 'deploy')).toMatchObject({ code: 'WORKFLOW_NOT_FOUND', expected: [] });
  expect(findProcedure(catalogue, '__proto__')).toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
});

test('P2: a procedure is described by its title, its rules and the names of its activities only', () => {
  expect(describeProcedure(release)).toEqual({
    id: 'release',
    version: '1.0.0',
    title: 'Release',
    rules: ['Ask before you publish.'],
    activities: ['Activity build', 'Activity publish'],
  });
  expect(listProcedures(new Map([['release', release]]))).toEqual([{ id: 'release', version: '1.0.0', title: 'Release' }]);
});

test('P3: the first position is the first thing to do, however much is skipped before it', () => {
  const procedure = procedureOf([
    activity('idle', { steps: [work('never', { condition: is('flag') })], transitions: [{ to: 'ready' }] }),
    activity('ready', {
      steps: [work('neither', { condition: is('flag') }), work('go', { checkpoint: 'sure' })],
      checkpoints: [checkpoint('sure', [option('yes')])],
    }),
  ]);
  const run = new Run(procedure);
  expect(run.view().position).toEqual({
    workflow: 'release',
    activity: 'ready',
    checkpoint: {
      id: 'sure',
      name: 'Check sure',
      message: 'Is sure right?',
      options: [{ id: 'yes', label: 'Choose yes' }],
      answeredBy: 'agent',
    },
  });
  expect(run.told('step-passed').map(({ step }) => step)).toEqual(['never', 'neither']);
});

describe('P4: variables begin with their defaults, overridden by those of the start', () => {
  test('a given value overrides the default', () => {
    expect(new Run(release).state.variables).toEqual({ channel: 'stable', attempts: 1 });
    expect(new Run(release, { variables: { channel: 'beta' } }).state.variables).toEqual({ channel: 'beta', attempts: 1 });
  });

  test.each([
    ['of a wrong type', { attempts: 'two' }, 'OUTPUT_TYPE'],
    ['that the procedure does not have', { colour: 'red' }, 'OUTPUT_NOT_ALLOWED'],
    ['that a checkpoint decides', { approved: true }, 'OUTPUT_NOT_ALLOWED'],
    ['called __proto__', JSON.parse('{"__proto__": {"approved": true}}'), 'OUTPUT_NOT_ALLOWED'],
  ])('an agent cannot start with a variable %s', (_, variables, code) => {
    expect(start(release, { variables, by: 'agent', answers: 'agent' }, now)).toMatchObject({ refused: { code } });
  });

  test('a person can set a variable that a checkpoint decides', () => {
    expect(new Run(release, { variables: { approved: true }, by: 'human' }).state.variables['approved']).toBe(true);
  });

  test('a required variable must be given', () => {
    const strict = procedureOf([activity('a', { steps: [work('s')] })], {
      variables: [{ name: 'ticket', type: 'string', required: true }],
    });
    expect(start(strict, { by: 'agent', answers: 'agent' }, now)).toMatchObject({ refused: { code: 'OUTPUT_TYPE', expected: ['ticket'] } });
    expect(new Run(strict, { variables: { ticket: 'T-1' } }).at()).toBe('a/s');
  });
});

test('P5: the position is the same however often it is read', () => {
  const run = new Run(release);
  run.complete('compile');
  const first = run.view();
  run.now += 86_400_000;
  expect(run.view()).toEqual(first);
});

test('P6: reading changes nothing', () => {
  const run = new Run(release);
  const before = JSON.stringify(run.state);
  const frozen = JSON.parse(before) as typeof run.state;
  deepFreeze(frozen);
  run.state = frozen;
  run.view();
  run.view('human');
  expect(JSON.stringify(run.state)).toBe(before);
});

test('P7: offered actions are required or optional', () => {
  const run = new Run(release);
  run.complete('compile');
  expect(offersOf(run.view())).toMatchObject({ required: [], optional: ['complete_step measure', 'skip_step measure', 'abort_workflow'] });
});

test('P9: the rest of the activity is blocked, with a reason each', () => {
  const view = new Run(release).view();
  expect(offersOf(view).blocked).toEqual([
    'complete_step measure: STEP_OUT_OF_ORDER',
    'complete_step sign: STEP_OUT_OF_ORDER',
    'respond_to_checkpoint sign-off: CHECKPOINT_NOT_ACTIVE',
    'transition nowhere: DEFINITION_INVALID',
  ]);
  expect(view.actions.blocked[0]?.reason).toBe("Step 'measure' is not due yet; step 'compile' is next.");
  for (const { reason } of view.actions.blocked) expect(reason).toMatch(/\.$/);
});

test('P10: the effect of an option is not disclosed', () => {
  const run = new Run(release);
  run.complete('compile');
  run.skip('measure');
  run.complete('sign');
  expect(run.at()).toBe('build?sign-off');
  const shown = JSON.stringify(told(release, run.state, { by: 'agent', now }));
  expect(shown).toContain('Choose ship');
  expect(shown).not.toMatch(/setVariable|transitionTo|approved/);
});

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}
