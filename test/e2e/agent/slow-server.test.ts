import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LeaseUnconfirmedError } from '../../../src/host/lease-checks.js';
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { startLedger, type Ledger } from '../../support/ledger.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

describe('a server that answers a host too late', () => {
  let harness: Harness;
  let ledger: Ledger;
  let unanswered = 0;
  let asked = 0;

  beforeAll(async () => {
    ledger = await startLedger();
    const desk: NonNullable<NonNullable<Parameters<typeof startHarness>[0]['around']>['desk']> = (each) => ({
      ...each,
      confirm(token, details) {
        asked += 1;
        return unanswered-- > 0 ? Promise.reject(new LeaseUnconfirmedError('too late')) : each.confirm(token, details);
      },
    });
    harness = await startHarness({ address: sharedServerAddress(), around: { desk } });
  });
  afterAll(async () => {
    await harness?.close();
    await ledger?.close();
  });

  test('FL5: delays an action, which is sent once, and asks once each time; the device is the same', async () => {
    const run = await harness.run(
      { host: assignThenFinish, app: [click('Add'), say('FINISH')] },
      {
        request: 'count',
        device: memoryDevice({
          start: 'main',
          screens: { main: { title: 'Counter', controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url } } }] } },
        }),
      },
    );
    unanswered = 2;
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(ledger.entries).toHaveLength(1);
    expect(asked).toBe(3);
    const performed = (await harness.records(run)).filter(({ type }) => type === 'performed');
    expect(performed).toMatchObject([
      { data: { epoch: 1, recovery: [1, 2].map((attempt) => ({ attempt, evidence: 'lease-unconfirmed', decision: 'run-later' })) } },
    ]);
    const { events = [] } = await run.handle.fetchHistory();
    const sessions = events?.filter(
      (event) => event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowType?.name === 'deviceSession',
    );
    expect(sessions).toHaveLength(1);
  });
});
