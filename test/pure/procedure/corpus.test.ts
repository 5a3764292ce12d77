// Third-party definitions: loaded, linted and walked to their ends.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { findingText, loadProcedures } from '../../../src/adapters/procedures/load-procedures.js';
import { createProcedure } from '../../../src/domain/procedure/procedure.js';
import { reachable, waysOf } from '../../../src/domain/procedure/reachable.js';
import { start, step } from '../../../src/domain/procedure/step.js';
import { view } from '../../../src/domain/procedure/view.js';
import { corpus } from '../../support/corpus.js';
import { cover } from '../../support/procedure-robot.js';

const loaded = corpus === undefined ? [] : await loadProcedures(corpus, 'compat');
const withCorpus = corpus !== undefined ? describe : describe.skip;

withCorpus('P59: the definitions that others wrote, in the folder STEADYHAND_CORPUS,', () => {
  test('load with the profile compat, and everything doubtful in them is listed', () => {
    expect(loaded.map(({ definition }) => definition?.id)).toEqual(['meta', 'work-package', 'work-packages']);
    const findings = loaded.flatMap((each) => each.findings);
    console.log(
      findings
        .filter(({ severity }) => severity !== 'note')
        .map(findingText)
        .join('\n'),
    );
    const counts = Object.fromEntries(
      [...new Set(findings.map(({ code }) => code))].map((code) => [code, findings.filter((each) => each.code === code).length]),
    );
    expect(counts).toEqual({
      'unknown-field': 164,
      'unplaced-checkpoint': 1,
      'left-to-agent': 2,
      'option-transition': 13,
      'missing-target': 14,
      'unset-variable': 12,
      unreachable: 2,
      'loop-activities': 2,
      'empty-loop': 2,
      trap: 1,
      'never-taken': 1,
      'end-inferred': 1,
    });
  });

  test('are refused with the profile strict', async () => {
    const strict = await loadProcedures(corpus ?? '', 'strict');
    expect(strict.map(({ definition }) => definition)).toEqual([undefined, undefined, undefined]);
  });

  test('are walked to their ends by offered actions alone, and every reachable option is taken', () => {
    for (const { definition } of loaded) {
      if (!definition) continue;
      const procedure = createProcedure(definition);
      const reached = reachable(procedure.initial, (id) => {
        const prepared = procedure.activities.get(id);
        return prepared ? waysOf(procedure, prepared.activity).to : [];
      });
      const { walks, actions, taken, open, unfinished } = cover(procedure, { walks: 200, longest: 5_000, seed: 7 });
      const lines = open.map(
        (option) => `  not taken: ${option}${reached.has(option.split('/')[0] ?? '') ? '' : ': nothing leads to its activity'}`,
      );
      console.log(
        [`${definition.id}: ${walks} walks, ${actions} actions, ${taken.size} options taken, ${open.length} not`, ...lines].join('\n'),
      );
      expect(unfinished).toEqual([]);
      expect(open.filter((option) => reached.has(option.split('/')[0] ?? ''))).toEqual([]);
    }
  });

  test('make a transition in well under a millisecond', () => {
    const { definition } = loaded.find((each) => each.definition?.id === 'work-package') ?? {};
    if (!definition) throw new Error('there is no work-package');
    const procedure = createProcedure(definition);
    const begun = start(procedure, { by: 'agent', answers: 'agent' }, 0);
    if (!('state' in begun)) throw new Error('not started');
    const stepTimes: number[] = [];
    const viewTimes: number[] = [];
    for (let { state } = begun, moves = 0; moves < 3_000; moves += 1) {
      const before = performance.now();
      const { position } = view(procedure, state, { by: 'agent', now: moves });
      viewTimes.push(performance.now() - before);
      if (state.ended) ({ state } = begun);
      const { step: id, checkpoint, waiting } = position;
      const began = performance.now();
      const outcome = step(
        procedure,
        state,
        id !== undefined
          ? { call: 'complete_step', step_id: id, summary: 'done', outputs: { validation_passed: true }, by: 'agent' }
          : checkpoint
            ? { call: 'respond_to_checkpoint', checkpoint_id: checkpoint.id, option_id: checkpoint.options[0]?.id ?? '', by: 'agent' }
            : { call: 'report_variables', outputs: { [waiting?.variables[0] ?? '']: ['one', 'two'] }, by: 'agent' },
        moves,
      );
      if (!outcome.refused) stepTimes.push(performance.now() - began);
      state = outcome.state;
    }
    const median = (times: readonly number[]): number => (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) * 1_000;
    console.log(
      `work-package: median of ${stepTimes.length} transitions ${median(stepTimes).toFixed(1)} µs, of a view ${median(viewTimes).toFixed(1)} µs`,
    );
    expect(median(stepTimes)).toBeLessThan(1_000);
  });
});

describe("P59: the project's examples", () => {
  test('are valid by the strict rules, and a robot takes every option of them on its walks to their ends', async () => {
    const own = await loadProcedures(fileURLToPath(new URL('../../../examples/procedures', import.meta.url)), 'strict');
    expect(own.map(({ definition, findings }) => [definition?.id, findings.length])).toEqual([
      ['release', 0],
      ['shop-order', 0],
    ]);
    for (const { definition } of own) {
      if (!definition) continue;
      const { open, unfinished } = cover(createProcedure(definition), { walks: 200, longest: 500, seed: 7 });
      expect({ open, unfinished }).toEqual({ open: [], unfinished: [] });
    }
  });
});
