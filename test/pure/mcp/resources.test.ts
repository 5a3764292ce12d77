// What a client may read of runs, as a real client of the protocol sees it.
import { afterEach, describe, expect, test } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { WorkflowNotFoundError, type Client as Temporal } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { ClientError } from '../../../src/client/errors.js';
import type { Steadyhand } from '../../../src/client/steadyhand.js';
import type { Report } from '../../../src/domain/report/report.schema.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import { offerResources } from '../../../src/mcp/resources.js';
import { ArtifactMissingError } from '../../../src/ports/artifact-store.js';
import { sampleCard, sampleReport } from '../../support/sample-report.js';

const kept: ArtifactRef = `sha256:${'a'.repeat(64)}`;
const collected: ArtifactRef = `sha256:${'b'.repeat(64)}`;
const awkward = "order 7/app-1 ä?#%25&'(1)!*,;:@=+$";
const cards = [
  sampleCard({ id: 'step-app-1-1', pictures: { before: kept, after: kept } }),
  sampleCard({ id: awkward, pictures: { before: kept } }),
  sampleCard({ id: 'none' }),
];

/** `run-1` and one with an awkward name; `old` has lost its picture. */
const reports = new Map<string, Report>([
  ['run-1', sampleReport({ cards })],
  [awkward, sampleReport({ run: awkward, cards })],
  ['old', sampleReport({ run: 'old', cards: [sampleCard({ id: 'gone', pictures: { after: collected } })] })],
]);

function reportOf(id: string): Promise<Report> {
  const report = reports.get(id);
  if (report) return Promise.resolve(report);
  if (id === 'broken') return Promise.reject(new ClientError('server-unreachable', 'No Temporal server answers.'));
  return Promise.reject(new ClientError('run-not-found', `There is no run '${id}': list shows the runs that exist.`));
}

function mapOf(app: string): Promise<unknown> {
  if (app === 'shop') return Promise.resolve({ app, screens: [] });
  if (app === 'away') return Promise.reject(new ClientError('no-worker', 'No worker polls the queue.'));
  const cause = ApplicationFailure.nonRetryable(`Nobody has explored '${app}'.`, 'no-such-application');
  return Promise.reject(new ClientError('refused', cause.message, { cause }));
}

const temporal = {
  withDeadline: (_: number, call: () => unknown) => call(),
  workflow: { getHandle: (id: string) => ({ describe: () => Promise.reject(new WorkflowNotFoundError('not found', id, undefined)) }) },
} as unknown as Temporal;

const steadyhand = {
  temporal: () => Promise.resolve(temporal),
  list: () => Promise.resolve([...reports.keys()].map((id) => ({ id, state: 'COMPLETED' }))),
  run: (id: string) => ({ report: () => reportOf(id) }),
  map: mapOf,
  artifacts: {
    get: (ref: ArtifactRef) => (ref === kept ? Promise.resolve(Buffer.from('png')) : Promise.reject(new ArtifactMissingError(ref))),
  },
} as unknown as Steadyhand;

describe('FL20: resources', () => {
  const closing: Client[] = [];
  afterEach(async () => {
    for (const client of closing.splice(0)) await client.close();
  });

  async function connected(): Promise<Client> {
    const server = new McpServer({ name: 'steadyhand', version: '1' });
    offerResources(server, steadyhand, (error) => (error as Error).message);
    const client = new Client({ name: 'test', version: '1' });
    closing.push(client);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(theirs), client.connect(ours)]);
    return client;
  }

  test('FL20: every address that is handed out can be read: of the list, of what is read, and of the pictures', async () => {
    const client = await connected();
    const { resources } = await client.listResources();
    const seen = new Set<string>();
    const waiting = resources.map(({ uri }) => uri).filter((uri) => !uri.includes('/old/'));
    for (let uri = waiting.pop(); uri !== undefined; uri = waiting.pop()) {
      if (seen.has(uri)) continue;
      seen.add(uri);
      const { contents } = await client.readResource({ uri });
      expect(contents.map((content) => content.uri)).toContain(uri);
      for (const content of contents) {
        waiting.push(content.uri);
        if (content.mimeType === 'text/uri-list' && 'text' in content) waiting.push(...content.text.split('\r\n'));
      }
    }
    // Of two runs: the report, the list of pictures, two pictures.
    expect(seen.size).toBe(8);
  });

  test.each([
    ['steadyhand://runs/nobody/report', 'list shows the runs that exist'],
    ['steadyhand://runs/nobody/pictures', 'list shows the runs that exist'],
    ['steadyhand://runs/nobody/pictures/1', 'list shows the runs that exist'],
    ['steadyhand://runs/%E0%A4/report', 'malformed'],
    ['steadyhand://runs/run-1/pictures/none', 'steadyhand://runs/run-1/pictures lists those that the run has'],
    ['steadyhand://runs/old/pictures/gone', 'it was removed by gc'],
    ['steadyhand://maps/nowhere', "Nobody has explored 'nowhere'"],
  ])('FL20: %s does not exist, which is told as an invalid parameter, with the way out', async (uri, wayOut) => {
    const refused = (await connected()).readResource({ uri });
    await expect(refused).rejects.toMatchObject({ code: -32602, data: { uri }, message: expect.stringContaining(`There is no ${uri}: `) });
    await expect(refused).rejects.toThrow(wayOut);
  });

  test.each(['steadyhand://maps/away', 'steadyhand://runs/broken/report'])(
    'FL20: %s that is away is not said to be missing',
    async (uri) => {
      await expect((await connected()).readResource({ uri })).rejects.toMatchObject({ code: -32603 });
    },
  );
});
