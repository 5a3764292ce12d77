// What the calls do, with either carrier of the state (docs/design/procedure.md §2, §4).
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { canonicalJson } from '../../src/domain/run/json.js';
import type { ArtifactRef } from '../../src/domain/ui/observation.js';
import type { Loaded, ProcedureCalls, Reply } from '../../src/client/procedures/calls.js';
import { activity, checkpoint, is, option, prepared, documentOf, work } from '../support/procedures.js';

const release = documentOf(
  [
    activity('plan', {
      steps: [work('read'), work('note', { required: false })],
      checkpoints: [checkpoint('go', [option('yes', { setVariable: { approved: true } }), option('no', { transitionTo: 'end' })])],
      transitions: [{ to: 'ship', condition: is('approved') }],
    }),
    activity('ship', { steps: [work('tag'), work('publish')], transitions: [{ to: 'end' }] }),
    activity('end', { steps: [work('tell')] }),
  ],
  {
    variables: [
      { name: 'version', type: 'string', required: true },
      { name: 'channel', type: 'string', defaultValue: 'stable' },
      { name: 'approved', type: 'boolean', defaultValue: false },
    ],
  },
);
const other = documentOf([activity('only', { steps: [work('one')] })], { id: 'other' });

export interface Side {
  readonly calls: ProcedureCalls;
  /** The same runs, after the definitions have changed. */
  changed(): ProcedureCalls;
}

/** `open`: calls over these definitions, in which an agent answers checkpoints, and the same calls over changed definitions. */
export function describeProcedureCalls(
  name: string,
  open: (loaded: ReadonlyMap<string, Loaded>, later: ReadonlyMap<string, Loaded>) => Promise<Side>,
): void {
  describe(`calls of a ${name} carrier`, () => {
    let side: Side;
    let calls: ProcedureCalls;
    const loadedOf = (documents: Readonly<Record<string, unknown>>): ReadonlyMap<string, Loaded> =>
      new Map(Object.entries(documents).map(([id, document]) => [id, loadedDocument(document)]));
    beforeAll(async () => {
      const changed = { ...release, version: '2.0.0' };
      side = await open(loadedOf({ release, other }), loadedOf({ release: changed, other }));
      calls = side.calls;
    });

    const workflow_id = 'release';
    const begun = async (): Promise<string> => stateOf(await calls.start_workflow({ workflow_id, initial_variables: { version: '1.2' } }));
    const completed = async (state: string, step_id: string): Promise<Reply> =>
      calls.complete_step({ workflow_id, state, step_id, summary: `did ${step_id}` });

    test('P1, P3, P4: a start returns position, actions and a state; given variables take effect', async () => {
      const started = await calls.start_workflow({ workflow_id, initial_variables: { version: '1.2' } });
      expect(started).toMatchObject({
        success: true,
        position: { workflow: 'release', activity: 'plan', step: 'read' },
        actions: { required: [{ call: 'complete_step', step_id: 'read' }] },
        state: expect.any(String),
      });
      expect(await calls.start_workflow({ workflow_id })).toMatchObject({
        success: false,
        error: { code: 'OUTPUT_TYPE', expected: ['version'] },
      });
      expect(await calls.start_workflow({ workflow_id, initial_variables: { version: 3 } })).toMatchObject({
        error: { code: 'OUTPUT_TYPE' },
      });
    });

    test('P2: every call refuses an unknown id and lists the known ones', async () => {
      const state = await begun();
      const asked = { workflow_id: 'releese', state };
      const told = await Promise.all([
        calls.start_workflow(asked),
        calls.describe_workflow(asked),
        calls.get_position(asked),
        calls.complete_step({ ...asked, step_id: 'read', summary: 'x' }),
      ]);
      for (const reply of told)
        expect(reply).toMatchObject({ success: false, error: { code: 'WORKFLOW_NOT_FOUND', expected: ['release', 'other'] } });
    });

    test('P5, P6: reads are repeatable and change nothing', async () => {
      const state = await begun();
      const first = await calls.get_position({ workflow_id, state });
      for (let times = 0; times < 3; times += 1) {
        expect(await calls.get_position({ workflow_id, state })).toEqual(first);
        expect(await calls.get_available_actions({ workflow_id, state })).toEqual(first);
      }
      expect(await completed(state, 'read')).toMatchObject({ success: true, position: { step: 'note' } });
    });

    test('P11, P45: a run advances through the states that calls return, to its end', async () => {
      let state = stateOf(await completed(await begun(), 'read'));
      state = stateOf(await calls.skip_step({ workflow_id, state, step_id: 'note' }));
      state = stateOf(await calls.respond_to_checkpoint({ workflow_id, state, checkpoint_id: 'go', option_id: 'yes' }));
      for (const step of ['tag', 'publish']) state = stateOf(await completed(state, step));
      const ended = await completed(state, 'tell');
      expect(ended).toMatchObject({ success: true, complete: true, actions: { required: [], optional: [], blocked: [] } });
      expect(await completed(stateOf(ended), 'tell')).toMatchObject({ success: false, error: { code: 'WORKFLOW_COMPLETED' } });
    });

    test('P54: an accepted call that is repeated gets its first answer to the letter, also once the run has moved on; another one does not', async () => {
      const state = await begun();
      const [first, atOnce] = await Promise.all([completed(state, 'read'), completed(state, 'read')]);
      expect(atOnce).toEqual(first);
      await calls.skip_step({ workflow_id, state: stateOf(first), step_id: 'note' });
      expect(await completed(state, 'read')).toEqual(first);
      expect(await calls.complete_step({ workflow_id, state, step_id: 'read', summary: 'otherwise' })).not.toEqual(first);
    });

    test('a refusal returns the state it was given, and says what can be done', async () => {
      const state = await begun();
      expect(await completed(state, 'publish')).toMatchObject({
        success: false,
        state,
        error: { code: 'STEP_OUT_OF_ORDER' },
        actions: { required: [{ step_id: 'read' }] },
      });
      expect(await completed(state, 'read')).toMatchObject({ success: true });
    });

    test('P10: the effect of an option is not disclosed', async () => {
      let state = stateOf(await completed(await begun(), 'read'));
      const asked = await calls.skip_step({ workflow_id, state, step_id: 'note' });
      state = stateOf(asked);
      expect(asked).toMatchObject({
        position: {
          checkpoint: {
            options: [
              { id: 'yes', label: 'Choose yes' },
              { id: 'no', label: 'Choose no' },
            ],
          },
        },
      });
      expect(JSON.stringify(asked)).not.toMatch(/setVariable|transitionTo|"approved"/);
    });

    test('P51: a state of another procedure is refused', async () => {
      const state = await begun();
      expect(await calls.get_position({ workflow_id: 'other', state })).toMatchObject({
        success: false,
        error: { code: 'WORKFLOW_MISMATCH', expected: ['release'] },
      });
      expect(await calls.complete_step({ workflow_id: 'other', state, step_id: 'one', summary: 'x' })).toMatchObject({
        error: { code: 'WORKFLOW_MISMATCH' },
      });
    });

    test.each(['', 'nav1', '{"activity":"end"}', 'nav1.none.AAAA'])('P49, P50: the state %j is refused by every call', async (state) => {
      for (const reply of [await calls.get_position({ workflow_id, state }), await completed(state, 'read')])
        expect(reply).toMatchObject({ success: false, error: { code: expect.stringMatching(/^STATE_/) } });
    });

    test('P57: a run whose definition has changed is refused, naming both definitions', async () => {
      const state = await begun();
      const reply = await side.changed().complete_step({ workflow_id, state, step_id: 'read', summary: 'x' });
      expect(reply).toMatchObject({ success: false, error: { code: 'DEFINITION_MISMATCH' } });
      expect(reply.message).toContain(digestOf(release));
      expect(reply.message).toContain(digestOf({ ...release, version: '2.0.0' }));
      expect(await calls.get_position({ workflow_id, state })).toMatchObject({ success: true });
    });

    test('lists the procedures, and what an agent learns about one before it starts', async () => {
      expect(await calls.list_workflows()).toEqual([
        { id: 'release', version: '1.0.0', title: 'Release' },
        { id: 'other', version: '1.0.0', title: 'Release' },
      ]);
      expect(await calls.describe_workflow({ workflow_id })).toEqual({
        id: 'release',
        version: '1.0.0',
        title: 'Release',
        rules: [],
        activities: ['Activity plan', 'Activity ship', 'Activity end'],
      });
    });
  });
}

export function stateOf(reply: Reply): string {
  if (!('state' in reply)) throw new Error(`${reply.error.code}: ${reply.message}`);
  return reply.state;
}

export function loadedDocument(document: unknown): Loaded {
  return { procedure: prepared(document), digest: digestOf(document), document: document as Loaded['document'] };
}

export function digestOf(document: unknown): ArtifactRef {
  return `sha256:${createHash('sha256').update(canonicalJson(document)).digest('hex')}`;
}
