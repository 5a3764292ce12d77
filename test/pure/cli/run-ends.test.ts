// What a run that was followed prints at its end: each command can be copied as it is.
import { renderRunEnd } from '../../../src/cli/commands/run.js';
import { renderExplorerEnd } from '../../../src/cli/commands/explore.js';
import { renderFlowEnd } from '../../../src/cli/commands/flow-run.js';
import { createContextDouble } from './context-double.js';

const { context } = createContextDouble();
const unsure = { outcome: 'completed', result: { unknownOutcomes: 2 } };

test('an agent with unknown outcomes names the command that shows them, with its id', () => {
  expect(renderRunEnd(context, 'agent-1', unsure)).toContain('`steadyhand show agent-1` says which.');
  expect(renderRunEnd(context, 'order 1', unsure)).toContain("`steadyhand show 'order 1'` says which.");
});

test('a flow with unknown outcomes names the command that shows them, with its id', () => {
  expect(renderFlowEnd(context, 'order 1', unsure)).toContain("`steadyhand flow show 'order 1'` says which.");
});

test('an explorer names the command that shows its map', () => {
  const summary = { stop_reason: 'success', steps: 3, time_ms: 1_000 } as const;
  expect(renderExplorerEnd(context, { outcome: 'completed', result: { ...summary, app_id: 'My shop' } })).toMatch(
    /\nsteadyhand graph 'My shop'$/,
  );
  expect(renderExplorerEnd(context, { outcome: 'completed', result: summary })).not.toContain('steadyhand graph');
});
