// The records of a flow run as the walk makes them: a loop over a few nodes, an artifact for each visit. The same length gives the same records.
import { createHash } from 'node:crypto';
import { flowEntryOf } from '../../src/activities/flow/flow-activities.js';
import type { FlowEventType, FlowRecord, NodeVisit, RecordPlace } from '../../src/domain/flow/record.js';
import type { FlowEntry } from '../../src/domain/run/entry.js';

export const storyPlace: RecordPlace = { id: 'flow-1', flow: 'Log in', run: '2026-02-03_14-05-06_1a2b3c4d' };
export const storyEntries = (records: readonly FlowRecord[]): readonly FlowEntry[] =>
  records.map((record) => flowEntryOf(storyPlace, record));
export const storyStart = Date.UTC(2026, 1, 3, 14, 5, 6);

/** Content of a visit's artifact. */
export function pictureOf({ id, visit }: NodeVisit): Buffer {
  return Buffer.from(`picture of ${id}, ${visit}`);
}

/** Three records per visit and three per call, one of the run at every third visit, and two around all of them. */
export function flowStory(visits: number, calls = 1): readonly FlowRecord[] {
  const records: FlowRecord[] = [];
  const add = (type: FlowEventType, payload: FlowRecord['payload'], rest: Pick<FlowRecord, 'node' | 'artifacts'> = {}): void => {
    records.push({ seq: records.length + 1, at: storyStart + records.length * 10, type, payload, ...rest });
  };
  add('workflow_started', { workflow_id: 'flow-1', agent: 'large', vlm: undefined });
  for (let index = 0; index < visits; index++) {
    const name = ['Find field', 'Click', 'Type text'][index % 3] ?? '';
    const node: NodeVisit = { id: `n${index % 3}`, name, visit: Math.floor(index / 3) + 1 };
    if (index % 3 === 0) add('loop_iteration', { node: 'Loop', iteration: index / 3 });
    const ref = `sha256:${createHash('sha256').update(pictureOf(node)).digest('hex')}` as const;
    add('node_started', { type: 'Click', trace_level: 'Minimal' }, { node });
    for (let call = 0; call < calls; call++) {
      add('tool_call', { name: 'click', args: { text: 'Größe', x: 12.5 } }, { node });
      add('tool_result', { text: `clicked\nat ${index}`, image_count: 1 }, { node, artifacts: [{ name: `${index}.png`, ref }] });
      add('variable_set', { name: 'click.success', value: true }, { node });
    }
    add('node_finished', { status: 'ok', attempts: 1 }, { node });
    add('verdict', { check: 'title', result: 'passed', reason: 'as it is' }, { node });
  }
  add('workflow_completed', { outcome: 'completed' });
  return records;
}
