import { expect, test } from '@jest/globals';
import { createDeviceActivities } from '../../../src/activities/device/device-activities.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createMemoryRunRecords } from '../../support/memory-stores.js';
import { activityContext } from '../../support/activity-context.js';
import { lexicon } from '../../support/lexicon.js';
import { createMemoryHost, holdInput, neverAborted, newHold } from '../../support/memory-host.js';
import { unpainted } from '../../support/unpainted.js';

const refused = { status: 'failed', code: 'control-gone', message: 'gone' } as const;

/** In one `perform`: an action that the driver executed, one that it refused, one that was begun, one that was not. */
async function performed() {
  const { host, desk, journal } = createMemoryHost();
  await host.take(holdInput(), newHold(), neverAborted);
  const entry = { deviceId: 'd1', epoch: 1, function: 'click_input' };
  for (const key of ['run:1:0', 'run:1:1', 'run:1:2']) await journal.intended({ ...entry, key });
  await journal.done('run:1:0', { status: 'done' });
  await journal.done('run:1:1', refused);
  const ports = {
    host,
    desk,
    journal,
    artifacts: createMemoryArtifactStore(),
    records: createMemoryRunRecords(),
    images: unpainted,
    lexicon,
    carriedSeals: () => Promise.reject(new Error('nothing is held here')),
  };
  const { outcomeOf } = createDeviceActivities(ports);
  const ask = (epoch: number) => activityContext().run(() => outcomeOf({ deviceId: 'd1', epoch, key: 'run:1', count: 4 }));
  return { host, ask, journal };
}

const asJournalled = [
  { verdict: 'done', outcome: { status: 'done' } },
  { verdict: 'done', outcome: refused },
  { verdict: 'unknown' },
  { verdict: 'fenced' },
];
const unseen = [{ verdict: 'unseen' }, ...asJournalled.slice(1)];

test("while the interface exists, its driver's report counts", async () => {
  const { ask } = await performed();
  expect(await ask(1)).toEqual(asJournalled);
});

test('D18: if the interface is gone or replaced, nobody saw the result of what its driver executed', async () => {
  const { host, ask } = await performed();
  expect(await ask(2)).toEqual(unseen);
  await host.close('d1', { epoch: 1 });
  expect(await ask(1)).toEqual(unseen);
});

test('D18: what was done before the interface became quiet counts, also when it is gone', async () => {
  const { ask, journal } = await performed();
  for (const key of ['run:1:0', 'run:1:1', 'run:1:2']) await journal.settled('d1', key);
  const [first, second, ...others] = asJournalled;
  expect(await ask(2)).toEqual([{ ...first, settled: true }, { ...second, settled: true }, ...others]);
});
