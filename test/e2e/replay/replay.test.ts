// Recorded histories against the current workflow code. A change that breaks one needs `patched()`, or a new recording (`npm run replay:record`) that the CHANGELOG mentions.
// STEADYHAND_RECORD=holds records those of one family (record-histories.ts).
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { quietRuntime } from '../../support/quiet-runtime.mjs';
import { recordHistories } from '../../support/record-histories.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = fileURLToPath(new URL('../../replay', import.meta.url));
const bundle = fileURLToPath(new URL('../../../dist/workflow-bundle.js', import.meta.url));

interface HistoryJson {
  readonly events: { eventType?: string; activityTaskScheduledEventAttributes?: { activityType: { name: string } } }[];
}

/** Ids are part of it: a child's requests are named after its workflow. */
async function recorded(file: string): Promise<{ readonly workflowId: string; readonly history: HistoryJson }> {
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as { workflowId: string; history: HistoryJson };
}

/** Where and by whom it was recorded must not show. */
const anonymous: Readonly<Record<string, string>> = { identity: 'recorded', stackTrace: '' };

function anonymized(json: string): string {
  return JSON.stringify(JSON.parse(json, (key, value: unknown) => anonymous[key] ?? value));
}

describe('recorded histories', () => {
  let files: readonly string[] = [];
  beforeAll(async () => {
    quietRuntime();
    const record = process.env['STEADYHAND_RECORD'];
    if (record !== undefined) {
      await mkdir(folder, { recursive: true });
      for (const { name, workflowId, history } of await recordHistories(record === '1' ? undefined : record))
        await writeFile(
          join(folder, `${name}.json`),
          `{"workflowId":${JSON.stringify(workflowId)},"history":${anonymized(historyToJSON(history))}}\n`,
        );
    }
    files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  }, 300_000);

  test('A70: replay without nondeterminism: the same replies lead to the same decisions', async () => {
    expect(files.length).toBeGreaterThanOrEqual(9);
    const histories = await Promise.all(files.map(recorded));
    const failed: string[] = [];
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { codePath: bundle } }, histories))
      if (error) failed.push(`${workflowId}: ${error.message}`);
    expect(failed).toEqual([]);
    console.log(`${files.length} histories replayed`);
  });

  test('reveal nothing about the machine that recorded them', async () => {
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8');
      expect({ file, identities: new Set(text.match(/"identity":"[^"]*"/g)) }).toEqual({
        file,
        identities: new Set(['"identity":"recorded"']),
      });
      expect({ file, traces: text.match(/"stackTrace":"[^"]+"/g) }).toEqual({ file, traces: null });
      expect(text.includes(root)).toBe(false);
    }
  });

  test('a history with reordered activities is caught', async () => {
    const { workflowId, history } = await recorded(files.find((file) => file.startsWith('host-agent')) ?? '');
    const [first] = history.events.flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
    if (first) first.activityType.name = 'perform';
    await expect(Worker.runReplayHistory({ workflowBundle: { codePath: bundle } }, history, workflowId)).rejects.toThrow(/nondeterminism/i);
  });
});
