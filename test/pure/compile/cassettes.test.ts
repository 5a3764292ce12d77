// The recorded runs of test/cassettes as flows.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { compileCassettes } from '../../../src/client/compile/compile-runs.js';
import { readStory } from '../../../src/client/compile/read-story.js';
import { fill } from '../../../src/domain/anchors/fill.js';
import { findTarget } from '../../../src/domain/anchors/find-target.js';
import { controlOf } from '../../../src/domain/compile/screens.js';
import { isDeed } from '../../../src/domain/compile/story.js';
import type { FlowDocument } from '../../../src/domain/flow/document.js';
import { drawMermaid } from '../../../src/domain/flow/mermaid.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { targetsOf } from '../../../src/domain/ui/ui-action.js';
import { readCassette } from '../../../src/rerun/cassette-file.js';

const folder = fileURLToPath(new URL('../../cassettes/', import.meta.url));
const read = (name: string) => readCassette(readFileSync(`${folder}${name}`), name);
const refused: Readonly<Record<string, RegExp>> = {
  'lost-device.cassette.json.gz': /^Nobody knows whether click_input "Crash" \(step 1 of app-1\) was done/,
  'rejected.cassette.json.gz': /did nothing that had an effect/,
  'told-fail.cassette.json.gz': /ended as 'failed': a flow is made from a run that reached its goal/,
};
const names = readdirSync(folder);
const compiled = names.filter((name) => refused[name] === undefined);

describe('a cassette', () => {
  test.each(compiled)('RP1, RP7: %s becomes a valid flow that finds on each recorded screen what was used there', async (name) => {
    const cassette = read(name);
    const { flow, leftOut } = await compileCassettes([cassette]);
    const parsed = parseFlow(flow);
    expect(parsed.problems).toEqual([]);
    const document = parsed.flow as FlowDocument;
    const deeds = readStory(cassette).steps.filter(isDeed);
    const kept = deeds.filter(({ step, words }) => !leftOut.some((sentence) => sentence.startsWith(`${step}, ${words}: `)));
    const acts = document.nodes.flatMap(({ node_type: type }) => (type.type === 'Act' ? [type] : []));
    expect(acts).toHaveLength(kept.length);
    const values = Object.fromEntries((document.form ?? []).map((field) => [field.name, field.default ?? '']));
    for (const [index, { before, action }] of kept.entries()) {
      const [used] = targetsOf(action);
      const { target } = acts[index] ?? {};
      if (!used || !('control' in used) || !target) continue;
      const filled = fill(target, values);
      const found = 'value' in filled ? findTarget(filled.value, before.controls) : filled;
      expect('control' in found && found.control).toBe(controlOf(before, used.control));
    }
    expect(drawMermaid(document)).toContain('flowchart');
  });

  test.each(names.filter((name) => refused[name] !== undefined))('RP1: %s is none, and the sentence says why', async (name) => {
    await expect(compileCassettes([read(name)])).rejects.toThrow(refused[name]);
  });

  test('RP2: what was typed and hidden is nowhere in the flow', async () => {
    const text = JSON.stringify(await compileCassettes([read('sealed.cassette.json.gz')]));
    expect(text).not.toMatch(/sealed:|•••/);
    expect(text).toContain('{{secret:CODE}}');
  });

  test('RP1: no run, or several of agents, are refused', async () => {
    const [one, other] = compiled.map(read);
    await expect(compileCassettes([])).rejects.toThrow('No run was given');
    await expect(compileCassettes(one && other ? [one, other] : [])).rejects.toThrow('Several runs make one flow only');
  });
});
