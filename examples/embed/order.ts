// node order.ts http://127.0.0.1:5050/    (Node 22.18 and newer run TypeScript as it is) while `npx steadyhand up` runs.
import { connect } from 'steadyhand';

const steadyhand = await connect();
const run = await steadyhand.startAgent({ request: 'Order two blue notebooks for Ada Lovelace', device: { url: process.argv[2] ?? '' } });
for await (const event of run.events()) {
  if (event.type === 'card') console.log(event.card.title);
  if (event.type !== 'asked') continue;
  if (event.request.kind === 'question') await run.answer(event.request, ['Friday']);
  else await run.confirm(event.request, true);
}
const { outcome, result, cost } = await run.result();
console.log(outcome, result?.previousSubtasks.at(-1)?.result, `$${cost.toFixed(4)}`);
await steadyhand.close();
