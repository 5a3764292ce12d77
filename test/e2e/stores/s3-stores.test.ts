// FL2: the stores on a real S3 server, by the tables that those on files pass, and what happens while it is away.
import { createRunRecords } from '../../../src/adapters/objects/run-records.js';
import { createS3ArtifactStore } from '../../../src/adapters/s3/artifact-store.js';
import { createBucket, type Bucket } from '../../../src/adapters/s3/bucket.js';
import { createFlowLibrary } from '../../../src/adapters/library/flow-library.js';
import { createBucketFiles, createLineObjects } from '../../../src/adapters/s3/bucket-files.js';
import { openS3KeyRing } from '../../../src/adapters/objects/shared-stores.js';
import { artifactStoreConforms } from '../../conformance/artifact-store-conformance.js';
import { flowLibraryConforms } from '../../conformance/flow-library-conformance.js';
import { recordOfStep, runRecordsConform, type RecordsUnderTest } from '../../conformance/run-records-conformance.js';
import { hasS3Server, startS3, type S3Server } from '../../support/s3-server.js';

const suite = hasS3Server ? describe : describe.skip;

suite('On an S3 server', () => {
  let s3: S3Server;
  const opened: Bucket[] = [];
  let numbered = 0;

  beforeAll(async () => {
    s3 = await startS3();
    Object.assign(process.env, s3.env);
  });
  beforeEach(() => void (numbered += 1));
  afterAll(async () => {
    for (const bucket of opened) bucket.close();
    for (const variable of Object.keys(s3.env)) delete process.env[variable];
    await s3.close();
  });

  /** Another host's, of a prefix of this test alone. */
  function bucket(patienceMs = 10_000): Bucket {
    const one = createBucket({ address: `${s3.bucket}/test/${numbered}`, patienceMs });
    opened.push(one);
    return one;
  }

  describe('FL2: the artifact store', () => artifactStoreConforms(() => createS3ArtifactStore(bucket())));

  function recordsOf(own = bucket()): RecordsUnderTest {
    const artifacts = createS3ArtifactStore(own);
    return { artifacts, records: createRunRecords({ files: createBucketFiles(own, createLineObjects(own), 'runs'), artifacts }) };
  }

  describe('FL2: records of runs', () => runRecordsConform(recordsOf, { writers: 6, numRuns: 3 }));

  describe('the library of flows', () =>
    flowLibraryConforms(() => {
      const own = bucket();
      return createFlowLibrary(createBucketFiles(own, createLineObjects(own), 'flows'));
    }, 'FL2, RP12'));

  test('FL2: hosts that start at once have one ring of keys', async () => {
    const rings = await Promise.all(Array.from({ length: 8 }, () => openS3KeyRing(bucket(), 'runs')));
    expect(new Set(rings.map(([{ id }]) => id)).size).toBe(1);
  });

  test('FL2: of many who write one object on the condition that it is new, one has written', async () => {
    const written = await Promise.all(
      Array.from({ length: 16 }, (_, index) => bucket().put('one', Buffer.from(`of ${index}`), { when: { absent: true } })),
    );
    expect(written.filter((etag) => etag !== undefined)).toHaveLength(1);
  });

  test('FL2: what is written while the server is away is there when it is back, once', async () => {
    const own = bucket(30_000);
    const { records } = recordsOf(own);
    await records.append('run', [recordOfStep(1)]);
    await s3.stop();
    const written = records.append('run', [recordOfStep(2)]);
    await expect(recordsOf(bucket(200)).records.read('run')).rejects.toMatchObject({
      code: 'store-unavailable',
      message: expect.stringMatching(
        /^The store s3:\/\/fleet\/test\/\d+ cannot be used: it does not answer; check .*ECONNREFUSED/,
      ) as string,
    });
    await s3.start();
    await written;
    expect(await records.read('run')).toEqual([recordOfStep(1), recordOfStep(2)]);
  });

  test('FL2: a bucket that is not there is named, with the way out', async () => {
    const elsewhere = createBucket({ address: 's3://nowhere', patienceMs: 5_000 });
    opened.push(elsewhere);
    const refused = { code: 'store-unavailable', message: expect.stringContaining('s3://nowhere cannot be used: it refuses') as string };
    await expect(elsewhere.check()).rejects.toMatchObject(refused);
    await expect(elsewhere.put('x', Buffer.from('x'))).rejects.toMatchObject(refused);
  });
});
