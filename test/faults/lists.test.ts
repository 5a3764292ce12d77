// HE12 under kills: a list of five actions, its worker killed somewhere between two of them or within one.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { chanceOf } from '../support/chance.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { sampled } from '../support/sampled.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const names = [1, 2, 3, 4, 5];

/** Five drop-downs on one screen; each choice is an effect, and shows. */
function fiveChoices(url: string, delayAfterMs: number): DeviceScript {
  const controls = names.map((choice) => ({
    role: 'combobox',
    name: `Part ${choice}`,
    options: ['yes'],
    on: { post: { url, body: { choice } }, delayAfterMs },
  }));
  return { start: 'form', screens: { form: { title: 'Five parts', controls } } };
}

/** All that is left, at once. */
function chooseTheRest({ find }: PromptFacts) {
  const left = names.flatMap((choice) => {
    const control = find('combo', new RegExp(`^Part ${choice}$`));
    return control && control.value !== 'yes' ? [control] : [];
  });
  if (left.length === 0) return { Actions: [], Status: 'FINISH', Result: 'all chosen' };
  const Actions = left.map(({ label, name }) => ({
    Function: 'select_option',
    Args: { values: ['yes'] },
    ControlLabel: label,
    ControlText: name,
    Status: 'CONTINUE',
  }));
  return { Actions, Status: 'CONTINUE' };
}

describe('a list whose worker is killed', () => {
  let harness: FaultHarness;
  const counts = { runs: 0, unknown: 0, told: 0, calls: 0 };
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), app: chooseTheRest });
  });
  afterAll(async () => {
    await harness?.close();
    console.log(`lists: ${JSON.stringify(counts)}`);
  });

  const seeds = Array.from({ length: 25 }, (_, index) => index + 1);
  test.each(sampled(seeds, 6))('HE12, D1: seed %i: nothing twice, and what is left is told as not run', async (seed) => {
    const chance = chanceOf(seed);
    const before = harness.ledger.entries.length;
    const handle = await harness.start(fiveChoices(harness.ledger.url, chance(3) * 200), { host: 'when-needed' });
    const effects = 1 + chance(4);
    await until(async () => harness.ledger.entries.length >= before + effects, `effect ${effects}`);
    await new Promise((resolve) => setTimeout(resolve, chance(400)));
    await harness.restart('SIGKILL');
    const { outcome, unknownOutcomes, usage, blackboard } = await handle.result();
    expect(outcome).toBe('completed');
    expect(harness.ledger.entries.slice(before)).toEqual(names.map((choice) => ({ choice })));
    // Whatever nobody knows of ends its list, and the model is told what did not run.
    const results = blackboard.trajectories.map(({ result }) => result);
    const doubted = results.filter((result) => result.includes('unknown'));
    expect(doubted).toHaveLength(unknownOutcomes);
    for (const result of doubted) expect(result).toMatch(/unknown: [^;]*; [^;]*(?:; skipped: the list stopped before it)*$/);
    counts.runs += 1;
    counts.unknown += unknownOutcomes;
    counts.told += results.filter((result) => result.includes('skipped')).length;
    counts.calls += usage.modelCalls;
  });
});
