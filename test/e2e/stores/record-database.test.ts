// FL2: records of runs in a real PostgreSQL server, by the tables that those on files and in a bucket pass, and runs while it is away.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createObjectFlowRecords } from '../../../src/adapters/objects/flow-records.js';
import { createObjectRunEvents } from '../../../src/adapters/objects/run-events.js';
import { createObjectRunRecords } from '../../../src/adapters/objects/run-records.js';
import { createRecordDatabase, type RecordDatabase } from '../../../src/adapters/postgres/record-objects.js';
import { storeQuery } from '../../../src/workflows/messages.js';
import { flowRecordsConform } from '../../conformance/flow-records-conformance.js';
import { runEventsConform } from '../../conformance/run-events-conformance.js';
import { recordOfStep, runRecordsConform } from '../../conformance/run-records-conformance.js';
import { afterwards, assignThenFinish, click, memoryDevice, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { commandLine, printed, type CommandLine } from '../../support/command-line.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const server = await startPostgres();
if (!server) console.warn('FL2: records in a database are not tested here: there is no PostgreSQL server');
const suite = server ? describe : describe.skip;

suite('Records on a PostgreSQL server', () => {
  const postgres = server as PostgresServer;
  let folder: string;
  let url: string;
  let numbered = 0;
  const opened: RecordDatabase[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-record-database-'));
  });
  /** A database of this test alone. */
  beforeEach(async () => {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`create database records_${++numbered}`);
    await admin.end();
    url = postgres.url.replace(/\/postgres$/, `/records_${numbered}`);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  afterAll(async () => {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Another host's. */
  function database(address = url): RecordDatabase {
    const one = createRecordDatabase(address);
    opened.push(one);
    return one;
  }

  const runRecords = ({ objects, lines }: RecordDatabase) => createObjectRunRecords(objects, lines);

  describe('FL2: run records', () => runRecordsConform(() => runRecords(database()), { writers: 6 }));

  describe('records of flows', () =>
    flowRecordsConform(() => {
      const { objects, lines } = database();
      const artifacts = createFileArtifactStore({ folder: join(folder, `artifacts-${numbered}`) });
      return { artifacts, records: createObjectFlowRecords({ objects, lines, artifacts }) };
    }, 'FL2'));

  runEventsConform(() => createObjectRunEvents(database().lines), 'FL2');

  test('FL2: whoever is started or broken off while the server is away goes on when it is back; its password is told to nobody', async () => {
    const known = runRecords(database());
    await known.append('run', [recordOfStep(1)]);
    await postgres.stop();
    const late = runRecords(database(url.replace(/\/\/([^@]*@)?/, '//somebody:s3cret@')));
    for (const records of [known, late]) {
      const failure: unknown = await records.append('run', [recordOfStep(2)]).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'store-unavailable' });
      expect(String(failure)).toMatch(/The records in postgres(ql)?:\/\/[^@]+\/records_\d+ cannot be used: .*ECONN/);
      expect(String(failure)).not.toContain('s3cret');
    }
    await postgres.start();
    await known.append('run', [recordOfStep(2)]);
    expect(await known.read('run')).toEqual([recordOfStep(1), recordOfStep(2)]);
  });

  describe('with runs', () => {
    let harness: Harness;
    let steadyhand: CommandLine;

    beforeEach(async () => {
      const env = { STEADYHAND_RECORDS: 'database', DATABASE_URL: url };
      harness = await startHarness({ address: sharedServerAddress(), env });
      steadyhand = commandLine({
        address: sharedServerAddress(),
        folder,
        env: { ...env, STEADYHAND_SHARED: harness.home, STEADYHAND_HOME: harness.home },
      });
    });
    afterEach(async () => {
      await postgres.start();
      await harness?.close();
    });

    const twice = memoryDevice({ start: 'main', screens: { main: { title: 'Counter', controls: [{ role: 'button', name: 'Add' }] } } });

    test('FL2: agents and flows write no record to the disk, each command finds what they wrote, and while the database is away nothing is lost', async () => {
      const agent = await harness.run(
        { host: assignThenFinish, app: [click('Add'), afterwards(() => postgres.stop(), click('Add')), say('FINISH')] },
        { request: 'count', device: twice },
      );
      // What agents record waits on their host.
      expect(await agent.handle.result()).toMatchObject({ outcome: 'completed' });
      const waiting = () => readdir(join(harness.home, 'outbox'));
      expect(await waiting()).not.toEqual([]);
      await postgres.start();
      await until(async () => (await waiting()).length === 0, 'the records that waited are delivered');
      const recorded = await runRecords(database()).read(agent.id);
      expect(recorded.filter(({ type }) => type === 'performed')).toHaveLength(2);

      const node = (id: string, node_type: object) => ({ id, name: id, node_type });
      const flow = await harness.flow(() => ({ name: 'once', nodes: [node('one', { type: 'Click', target: 'Add' })] }), { device: twice });
      expect(await flow.handle.result()).toMatchObject({ outcome: 'completed' });
      expect(await readdir(harness.home)).not.toContain('runs');
      const command = printed(steadyhand);
      expect(await command('show', agent.id)).toContain('completed');
      expect(await command('flow', 'show', flow.id)).toMatch(/postgres(ql)?:\/\/[^ ]*\/records_\d+#runs\//);
      expect((await steadyhand('doctor')).stdout).toContain('records in the database');
      await command('report', flow.id, '--out', join(folder, 'report.html'));
    });

    test('FL2: a flow whose records cannot be written waits, says so, and goes on', async () => {
      const node = (id: string, node_type: object) => ({ id, name: id, node_type });
      await postgres.stop();
      const flow = await harness.flow(() => ({ name: 'once', nodes: [node('one', { type: 'Click', target: 'Add' })] }), { device: twice });
      await until(async () => (await flow.handle.query(storeQuery)) !== '', 'the flow says that it waits');
      await postgres.start();
      const result = await flow.handle.result();
      expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
      const { objects, lines } = database();
      const kept = createObjectFlowRecords({ objects, lines, artifacts: createFileArtifactStore({ folder }) });
      expect(await kept.read(result.records)).toMatchObject({ status: 'completed', visits: [{ status: 'ok' }] });
    });
  });
});
