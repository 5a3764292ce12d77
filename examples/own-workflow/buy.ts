// node buy.js http://127.0.0.1:5050/    while `node worker.js` (worker.ts, compiled) runs: starts a purchase, approves it, and answers what its agent asks.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'steadyhand';
import { decide, type purchase } from './workflows.js';

// Finds the server where `npx steadyhand up` started it, or where TEMPORAL_ADDRESS says.
const steadyhand = await connect().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

const client = await steadyhand.temporal();
const handle = await client.workflow.start<typeof purchase>('purchase', {
  taskQueue: 'purchases',
  workflowId: `purchase-${Date.now()}`,
  args: [{ request: 'Order two blue notebooks for Ada Lovelace', price: 48, shop: process.argv[2] ?? '' }],
});
await handle.signal(decide, { approved: true, by: 'Grace' });

const result = handle.result().finally(() => (isOver = true));
let isOver = false;
while (!isOver) {
  for (const { run, asker, request } of await steadyhand.inbox()) {
    if (run !== handle.workflowId || !request) continue;
    if (request.kind === 'question') await steadyhand.run(asker).answer(request, ['Friday']);
    else await steadyhand.run(asker).confirm(request, true);
  }
  await Promise.race([result, delay(500)]);
}
console.log(await result);
await steadyhand.close();
