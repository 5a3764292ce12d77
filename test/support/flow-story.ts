// The records of a flow run as the walk makes them: a loop over a few nodes, an artifact for each visit. The same for everybody who asks for the same length.
import { createHash } from 'node:crypto';
import type { FlowEventType, FlowRecord, NodeVisit, RecordPlace } from '../../src/domain/flow/record.js';

export const storyPlace: RecordPlace = { id: 'flow-1', flow: 'Log in', run: '2026-02-03_14-05-06_1a2b3c4d' };
export const storyStart = Date.UTC(2026, 1, 3, 14, 5, 6);

/** What the artifact of a visit holds. */
export function pictureOf({ id, visit }: NodeVisit): Buffer {
  return Buffer.from(`picture of ${id}, ${visit}`);
}

/** For each visit of a node three records and three for each of its calls, one of the run at every third, two around it all. */
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
