// FL1: the database under the Temporal server dies in the middle of runs (`npm run test:fleet`): they go on when it is back, and nothing happens twice.
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness } from '../support/agent-harness.js';
import { startLedger, type Ledger } from '../support/ledger.js';
import { judge, tellCounts } from '../support/operations.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const isPostgres = process.env['STEADYHAND_TEST_SERVER'] === 'postgres';
if (!isPostgres) console.warn('skipped: what needs a Temporal server on PostgreSQL (npm run test:fleet)');
const suite = isPostgres ? describe : describe.skip;

suite('A PostgreSQL server that is killed', () => {
  let server: DevServer;
  let harness: Harness;
  let ledger: Ledger;

  beforeAll(async () => {
    [server, ledger] = await Promise.all([startDevServer(), startLedger()]);
    harness = await startHarness({ address: server.address });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
    await ledger?.close();
  });

  // Each press shows: what is done in vain is not done a fourth time.
  const counter = (run: number) => {
    const screen = (title: string, goto: string) => ({
      title,
      controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url, body: { run } }, delayMs: 100, goto } }],
    });
    return memoryDevice({ start: 'even', screens: { even: screen('Even', 'odd'), odd: screen('Odd', 'even') } });
  };
  const pressesOf = (run: number) => ledger.entries.filter((entry) => (entry as { run?: number }).run === run).length;

  test('FL1: runs go on when it is started again, and each of their clicks happens once', async () => {
    const steps = 8;
    const runs = await Promise.all(
      [1, 2, 3].map((number) =>
        harness.run(
          { host: assignThenFinish, app: [...Array.from({ length: steps }, () => click('Add')), say('FINISH')] },
          { request: `count ${number}`, device: counter(number) },
        ),
      ),
    );
    for (const at of [2, 5]) {
      await until(() => pressesOf(1) >= at, `press ${at} of the first run`);
      await server.database?.kill();
      await server.database?.start();
    }
    const results = await Promise.all(runs.map(({ handle }) => handle.result()));
    expect(results.map(({ outcome, unknownOutcomes }) => ({ outcome, unknownOutcomes }))).toEqual(
      results.map(() => ({ outcome: 'completed', unknownOutcomes: 0 })),
    );
    // Equal presses, by their number: whatever is beyond the last wanted one counts as that once more.
    const numbered = ledger.entries.map((entry, index) => {
      const { run } = entry as { readonly run: number };
      const before = ledger.entries.slice(0, index).filter((other) => (other as { run: number }).run === run).length;
      return { run, press: Math.min(before + 1, steps) };
    });
    const wanted = [1, 2, 3].flatMap((run) => Array.from({ length: steps }, (_, index) => ({ run, press: index + 1 })));
    tellCounts(
      "a Temporal server's PostgreSQL that dies",
      judge({ entries: numbered, wanted, results, struck: { 'PostgreSQL killed': 2 } }),
    );
    expect([1, 2, 3].map(pressesOf)).toEqual([steps, steps, steps]);
  }, 300_000);
});
