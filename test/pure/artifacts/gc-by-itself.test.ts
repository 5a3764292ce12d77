import { expect, test } from '@jest/globals';
import { createGcActivities } from '../../../src/activities/index.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createMemoryRunRecords } from '../../support/memory-stores.js';
import { loadConfig } from '../../../src/config/config.js';
import { collectsByItself } from '../../../src/domain/artifacts/gc-workflow.js';
import { createCollecting } from '../../../src/worker/gc.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

test('FL6: off unless an age or a size is configured', () => {
  expect(collectsByItself(loadConfig({}, folder()).gc)).toBe(false);
  expect(collectsByItself(loadConfig({ STEADYHAND_GC_EVERY: '6h' }, folder()).gc)).toBe(false);
  const gc = loadConfig({ STEADYHAND_GC_OLDER_THAN: '30d', STEADYHAND_GC_MAX_SIZE: '20GB', STEADYHAND_GC_EVERY: '6h' }, folder()).gc;
  expect(gc).toEqual({ olderThan: 30 * 86_400_000, maxSize: 20e9, every: 6 * 3_600_000 });
  expect(collectsByItself(loadConfig({ STEADYHAND_GC_MAX_SIZE: '20GB' }, folder()).gc)).toBe(true);
});

test.each([
  ['STEADYHAND_GC_OLDER_THAN', '59m', 'STEADYHAND_GC_OLDER_THAN is "59m"; expected an age such as 30d: at least 1h.'],
  ['STEADYHAND_GC_MAX_SIZE', '20', 'STEADYHAND_GC_MAX_SIZE is "20"; expected a size such as 500MB or 20GB.'],
  ['STEADYHAND_GC_EVERY', 'daily', 'STEADYHAND_GC_EVERY is "daily"; expected an interval such as 6h or 1d: at least 1m.'],
])('FL6: %s=%s is refused in a sentence', (name, value, message) => {
  expect(() => loadConfig({ [name]: value }, folder())).toThrow(message);
});

test('FL6: a worker without rules collects nothing, whoever asks, and says what to do', async () => {
  const nothing = createCollecting({
    gc: { every: 1 },
    tell: () => undefined,
    meter: () => undefined,
    client: () => Promise.reject(new Error('not asked')),
    records: createMemoryRunRecords,
    library: () => {
      throw new Error('not asked');
    },
    artifacts: createMemoryArtifactStore,
  });
  expect(nothing).toBeUndefined();
  await expect(createGcActivities({ collectArtifacts: nothing }).collectGarbage()).rejects.toMatchObject({
    type: 'gc-not-configured',
    message: expect.stringMatching(/set STEADYHAND_GC_OLDER_THAN .* or delete the schedule/) as unknown,
  });
});
