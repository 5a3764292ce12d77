// Baseline (b). `node process.mjs <folder> <run> <attachment as JSON>`: starts the thread of that name, or resumes it from its last checkpoint.
import { join } from 'node:path';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { attachAgent } from '../lib/agent.mjs';
import { endWithParent } from '../lib/child.mjs';

const [folder, run, attachment] = process.argv.slice(2);
endWithParent();
const agent = await attachAgent({ folder, run, attachment: JSON.parse(attachment) });

const State = Annotation.Root({
  decision: Annotation(),
  pressed: Annotation({ reducer: (before, more) => [...before, ...more], default: () => [] }),
});
let pressing;
const graph = new StateGraph(State)
  .addNode('decide', async () => ({ decision: await agent.decide() }))
  .addNode('press', async ({ decision: { control } }) => {
    pressing = control;
    await agent.press(control);
    return { pressed: [control] };
  })
  .addEdge(START, 'decide')
  .addConditionalEdges('decide', ({ decision: { done } }) => (done ? END : 'press'))
  .addEdge('press', 'decide')
  .compile({ checkpointer: SqliteSaver.fromConnString(join(folder, 'threads', `${run}.db`)) });

const config = { configurable: { thread_id: run }, durability: 'sync' };
const { next, values } = await graph.getState(config);
console.log('ready');
const isNew = next.length === 0 && values.decision === undefined;
try {
  const { pressed } = isNew || next.length > 0 ? await graph.invoke(isNew ? {} : null, config) : values;
  console.log(JSON.stringify({ completed: true, pressed }));
} catch (error) {
  const { pressed } = (await graph.getState(config)).values;
  console.log(JSON.stringify({ completed: false, pressed, failedAt: pressing, words: String(error) }));
}
process.exit(0);
