// HE32: what saves tokens loses no task. For each recorded call, what was needed to decide is in the prompt that would be written today, or in its picture:
// the instruction, the target that was acted on with its label and state, and what the last action changed.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { usedPart, wantsPicture } from '../../../src/domain/agent/pictures.js';
import { isShownBefore, type DecideAppInput } from '../../../src/domain/agent/decision.js';
import type { LabelledControl } from '../../../src/domain/ui/control-list.js';
import type { ControlRef } from '../../../src/domain/ui/control.js';
import { contains, type Size } from '../../../src/domain/ui/geometry.js';
import { observationText } from '../../../src/domain/ui/observation-text.js';
import { appUserPrompt } from '../../../src/prompts/app-agent.js';

interface Call {
  readonly agent: 'app' | 'host';
  readonly input: DecideAppInput;
  readonly controls: readonly LabelledControl[];
  readonly screen: Size;
  readonly decided: { readonly status: string; readonly targets: readonly ControlRef[] };
}
interface Recorded {
  readonly runs: readonly { readonly name: string; readonly calls: readonly Call[] }[];
}

const file = new URL('../../support/recordings/prompts/runs.json.gz', import.meta.url);
const { runs } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Recorded;

function promptOf({ input, controls }: Call, last: Call | undefined): string {
  const before = last && isShownBefore(last.input.observation, input.observation, input.record.step) ? last.controls : [];
  return appUserPrompt({ input, screen: observationText(controls, { before }), images: false });
}

function lineOf(prompt: string, label: string): string | undefined {
  return prompt.split('\n').find((line) => new RegExp(`^ *${label} `).test(line));
}

test('HE32: there are twenty runs of MiniWoB, three of the shop, six of gentelella', () => {
  const of = (site: string): number => runs.filter(({ name }) => name.startsWith(`${site}-`)).length;
  expect({ shop: of('shop'), gentelella: of('gentelella'), others: runs.length - of('shop') - of('gentelella') }).toEqual({
    shop: 3,
    gentelella: 6,
    others: 20,
  });
});

describe.each(runs)('$name', ({ calls }) => {
  const own = calls.filter(({ agent }) => agent === 'app');

  test('HE32: instruction, targets with their states, and the last change are told', () => {
    own.forEach((call, index) => {
      const prompt = promptOf(call, own[index - 1]);
      expect(prompt).toContain(call.input.request);
      for (const { label, name } of call.decided.targets) {
        const control = call.controls.find((each) => each.label === label);
        const line = lineOf(prompt, label);
        expect(line).toBeDefined();
        expect(line).toContain(name.replace(/\s+/g, ' ').slice(0, 50).trim());
        for (const state of control?.states ?? []) expect(line).toContain(state);
      }
      const result = call.input.memory.at(-1)?.result;
      if (result !== undefined) expect(prompt).toContain(result);
    });
  });

  test('HE30, HE32: a control without words is in a picture', () => {
    for (const { controls, screen, decided } of own) {
      const nameless = decided.targets.filter(({ name }) => name.trim() === '');
      const targets = controls.filter(({ label, value = '' }) => nameless.some((ref) => ref.label === label) && value === '');
      if (targets.length === 0) continue;
      expect(wantsPicture({ setting: 'when-needed', asked: false, unclear: false, pressed: false }, controls)).toBe(true);
      const part = usedPart(controls, screen, undefined) ?? { x: 0, y: 0, ...screen };
      expect(targets.filter(({ bounds }) => !contains(part, bounds))).toEqual([]);
    }
  });
});
