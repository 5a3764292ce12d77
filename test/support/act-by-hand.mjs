// The program of a person who has taken over, as a process that can be killed: node act-by-hand.mjs <folder> <run> <x> <y> clicks there, once.
// Says `acting` when it is about to send, and the outcome.
import { connect } from '../../dist/client.js';

const [folder, id, x, y] = process.argv.slice(2);
const steadyhand = await connect({ folder });
const run = steadyhand.run(id);
const { held } = await run.progress();
process.stdout.write('acting\n');
const { outcome } = await run.act({ type: 'click', at: { x: Number(x), y: Number(y) } }, held?.by);
process.stdout.write(`${JSON.stringify(outcome)}\n`);
await steadyhand.close();
