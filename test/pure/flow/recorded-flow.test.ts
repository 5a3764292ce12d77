// A flow's run as its entries tell it (docs/design/flow.md §5).
import { flowEntryOf } from '../../../src/activities/flow/flow-activities.js';
import { flowRunOf, type FlowRun } from '../../../src/domain/flow/recorded-flow.js';
import { runName, type FlowEventType, type FlowRecord, type NodeVisit, type RecordPlace } from '../../../src/domain/flow/record.js';
import type { RecordedEntry } from '../../../src/domain/run/entry.js';
import { flowStory, pictureOf, storyEntries, storyStart } from '../../support/flow-story.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';

const run = runName('2026-02-03T14:05:06.789Z', '01a20073-7b5b-79f8-a3af-24261a2b3c4d');
const place: RecordPlace = { id: 'flow-1', flow: 'Log in', run };
const click: NodeVisit = { id: 'n1', name: 'Click', visit: 1 };

function record(seq: number, type: FlowEventType, payload: FlowRecord['payload'] = {}, node?: NodeVisit): RecordedEntry {
  return flowEntryOf(place, { seq, at: storyStart + seq * 1_000, type, payload, node });
}

const started = record(1, 'workflow_started', { workflow_id: 'flow-1', agent: 'large' });
const told = (...entries: readonly RecordedEntry[]): FlowRun | undefined => flowRunOf([started, ...entries], 'flow-1', '/runs/flow-1');

test('F200: a run is its events, its state, and its visits with what each of them kept', async () => {
  const artifacts = createMemoryArtifactStore();
  const kept = storyEntries(flowStory(4)).map((entry) => ({
    ...entry,
    artifacts: entry.artifacts?.map((artifact) => ({ ...artifact, path: artifact.name.join('/') })),
  }));
  const found = flowRunOf(kept, 'flow-1', '/runs/flow-1');
  expect(found).toMatchObject({ status: 'completed', workflowId: 'flow-1', folder: '/runs/flow-1', started: '2026-02-03T14:05:06.000Z' });
  const story = flowStory(4);
  expect(found?.events.map(({ seq }) => seq)).toEqual(story.filter(({ node }) => node === undefined).map(({ seq }) => seq));
  const folder = '/runs/flow-1/2026-02-03_14-05-06_1a2b3c4d_Log in';
  const results = story.filter(({ type }) => type === 'tool_result').map(({ seq }, index) => `${seq}-${index}.png`);
  expect(found?.visits.map(({ artifacts: paths }) => paths)).toEqual(
    ['Find field', 'Click', 'Type text', 'Find field-2'].map((name, index) => [`${folder}/${name}/${results[index]}`]),
  );
  expect(found?.visits.map(({ pictures }) => pictures)).toEqual(
    await Promise.all((found?.visits ?? []).map(async ({ node }) => [await artifacts.put(pictureOf(node), 'image/png')])),
  );
});

test('F202: the state of a visit: running, then how it ended, with its times, attempts and trace level', () => {
  const begun = record(2, 'node_started', { trace_level: 'Full' }, click);
  const again = record(3, 'retry', { attempt: 1 }, click);
  const error = 'tool-error: nothing there';
  const ended = record(4, 'node_finished', { status: 'failed', attempts: 2, error }, click);
  const running = { node: click, status: 'running', started: '2026-02-03T14:05:08.000Z', traceLevel: 'Full', attempts: 1 };
  expect(told(begun)?.visits).toMatchObject([running]);
  expect(told(begun, again)?.visits).toMatchObject([{ ...running, attempts: 2 }]);
  expect(told(begun, again, ended)?.visits).toMatchObject([
    { ...running, status: 'failed', attempts: 2, ended: '2026-02-03T14:05:10.000Z', error },
  ]);
  for (const status of ['ok', 'stopped'])
    expect(told(begun, record(3, 'node_finished', { status, attempts: 1 }, click))?.visits).toMatchObject([{ status, attempts: 1 }]);
});

test.each([
  ['workflow_completed', { outcome: 'completed' }, 'completed'],
  ['workflow_failed', { outcome: 'step-limit', message: 'too many' }, 'step-limit'],
  ['workflow_stopped', {}, 'stopped'],
] as const)('F203: a run ended by %s says so', (type, payload: FlowRecord['payload'], status) => {
  expect(told()).toMatchObject({ status: 'running', place });
  expect(told(record(2, type, payload))).toMatchObject({ status, ended: '2026-02-03T14:05:08.000Z', message: payload['message'] });
});

test('F201, F203: of the runs of one id the newest is told, and of its frames each by its name', () => {
  const later = { ...place, run: runName('2026-03-01T00:00:00Z', '99999999') };
  const frame = { ...place, id: 'flow-1/flow-1' };
  const entryOf = (where: RecordPlace) => flowEntryOf(where, { seq: 1, at: storyStart, type: 'workflow_started', payload: {} });
  const entries = [entryOf(later), started, entryOf(frame)];
  expect(flowRunOf(entries, 'flow-1', '')?.place).toEqual(later);
  expect(flowRunOf(entries, 'flow-1/flow-1', '')?.place).toEqual(frame);
  expect(flowRunOf(entries, 'flow', '')).toBeUndefined();
});

test('F211: the verdicts of a visit are its own, even when they come after its end', () => {
  const verdict = (seq: number, check: string, result: string) =>
    record(seq, 'verdict', { check, result, reason: `because ${check}` }, click);
  const end = record(2, 'node_finished', { status: 'ok', attempts: 1 }, click);
  expect(told(end, verdict(3, 'title', 'passed'), verdict(4, 'text', 'warned'), verdict(5, 'odd', 'strange'))?.visits).toMatchObject([
    {
      status: 'ok',
      verdicts: [
        { check: 'title', result: 'passed', reason: 'because title' },
        { check: 'text', result: 'warned', reason: 'because text' },
      ],
    },
  ]);
});
