// The activity that judges checks: it reads each picture once, and heartbeats however long that takes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFlowActivities, type FlowActivityPorts } from '../../../src/activities/flow/flow-activities.js';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import type { NodeEvidence } from '../../../src/domain/flow/flow-state.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import type { ArtifactStore } from '../../../src/ports/artifact-store.js';
import type { ReadLine } from '../../../src/ports/pictures.js';
import { activityContext } from '../../support/activity-context.js';
import { until } from '../../support/until.js';

let folder: string;
let artifacts: ArtifactStore;
let screens: readonly { readonly screenshot: ArtifactRef; readonly controls: ArtifactRef; readonly title: string }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-judge-'));
  artifacts = createFileArtifactStore({ folder });
  const controls = await artifacts.putJson({ version: 1, controls: [] });
  const shots = await Promise.all(['one', 'two'].map((text) => artifacts.put(Buffer.from(text), 'image/png')));
  screens = shots.map((screenshot) => ({ screenshot, controls, title: 'Page' }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const line = (text: string): ReadLine => ({ text, confidence: 1, bounds: { x: 0, y: 0, width: 1, height: 1 }, words: [] });

/** Only the ports that judging text needs. */
function activities(read: (png: Uint8Array) => Promise<readonly ReadLine[]>) {
  return createFlowActivities({ artifacts, reader: { read } } as unknown as FlowActivityPorts);
}

function evidence(index: number, ...texts: readonly string[]): NodeEvidence {
  const checks = texts.map((text) => ({ name: text, check_type: 'TextPresent' as const, params: { text }, on_fail: 'FailNode' as const }));
  const screen = screens[index];
  return { node: { id: `n${index}`, name: `n${index}`, visit: 1 }, checks, ...(screen ? { screen } : {}) };
}

describe('judging checks', () => {
  test('F215: reads each picture once, however many nodes and checks ask about it', async () => {
    const readings: string[] = [];
    const { judgeChecks } = activities(async (png) => {
      readings.push(Buffer.from(png).toString());
      return [line('Total'), line('5 Euro')];
    });
    const verdicts = await activityContext().run(() =>
      judgeChecks({ evidence: [evidence(0, 'Total', 'total 5 euro', 'Elsewhere'), evidence(1, 'Total'), evidence(0, 'Euro')] }),
    );
    expect(readings).toEqual(['one', 'two']);
    expect(verdicts.map(({ check, result }) => [check, result])).toEqual([
      ['Total', 'passed'],
      ['total 5 euro', 'passed'],
      ['Elsewhere', 'failed'],
      ['Total', 'passed'],
      ['Euro', 'passed'],
    ]);
  });

  test('F215: heartbeats while it reads', async () => {
    const context = activityContext({ heartbeatTimeoutMs: 3_000 });
    const { judgeChecks } = activities(async () => {
      await until(async () => context.heartbeats.length > 0, 'a heartbeat');
      return [line('Total')];
    });
    const verdicts = await context.run(() => judgeChecks({ evidence: [evidence(0, 'Total')] }));
    expect(verdicts).toMatchObject([{ result: 'passed' }]);
  });

  test('F215: a picture that cannot be read leaves its checks unjudged, and only those', async () => {
    const { judgeChecks } = activities(async (png) => {
      if (Buffer.from(png).toString() === 'one') throw new Error('no such language');
      return [line('Total')];
    });
    const verdicts = await activityContext().run(() => judgeChecks({ evidence: [evidence(0, 'Total', 'Euro'), evidence(1, 'Total')] }));
    expect(verdicts.map(({ result, reason }) => [result, reason])).toEqual([
      ['not-judged', expect.stringContaining('no such language')],
      ['not-judged', expect.stringContaining('no such language')],
      ['passed', expect.anything()],
    ]);
  });
});
