import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { connect } from '../../dist/client.js';
import { cardText } from '../../dist/domain/report/card-lines.js';

/** Prints what happened, and returns the exit code: 0 only when the shop has exactly one order. */
export async function printReport({ stage, run, keep }) {
  const orders = await stage.orders();
  const { folder, client, server } = stage;
  const steadyhand = await connect({ client, env: { STEADYHAND_HOME: folder, TEMPORAL_ADDRESS: server.address }, folder });
  const { cards } = await steadyhand.run(run.workflowId).report();
  const heading = (text) => console.log(`\n${pc.bold(text)}`);

  heading('The steps');
  for (const line of cards.flatMap((card) => cardText(card).split('\n'))) console.log(`  ${line}`);

  heading('Who knew what became of the order');
  for (const line of knownBy(cards)) console.log(`  ${line}`);

  heading("The shop's own ledger");
  for (const order of orders) console.log(`  ${JSON.stringify(order)}`);
  if (orders.length === 0) console.log('  (no order)');

  heading('The run');
  console.log(`  ${run.ended.error ? pc.red(run.ended.error.cause?.message ?? run.ended.error.message) : outcomeText(run.ended.result)}`);

  heading('To look at');
  console.log(`  screenshots  ${await copyScreenshots({ artifacts: steadyhand.artifacts, folder, cards })}`);
  console.log(`  Web UI       ${server.ui}/namespaces/default/workflows/${run.workflowId}`);
  if (!keep) console.log(pc.dim('               (it ends with the demo; npm run demo -- --keep leaves everything running)'));

  const once = orders.length === 1;
  if (once)
    console.log(`\n${pc.green('✔')} ${pc.bold('One order, once')}, although the worker was killed while the shop was processing it.`);
  else console.log(`\n${pc.red('✖')} ${orders.length === 0 ? 'Nothing was ordered.' : `${orders.length} orders instead of one.`}`);
  console.log(
    pc.dim(
      '\nThis model was scripted. With a real one: set OPENAI_API_KEY and STEADYHAND_MODEL (and OPENAI_BASE_URL for another provider) in .env, then',
    ),
  );
  console.log(pc.dim('  npx steadyhand up      and, in a second terminal,      npx steadyhand run "…" --url https://… --follow'));
  return once ? 0 : 1;
}

/** The recoveries of actions, which name the witness. */
function knownBy(cards) {
  const recoveries = cards.flatMap(({ recovery }) => recovery).filter((text) => /perform-\d+/.test(text));
  return recoveries.length > 0 ? recoveries : ['nobody had to be asked'];
}

function outcomeText({ outcome, rounds, unknownOutcomes }) {
  const steps = rounds.reduce((sum, round) => sum + round.steps, 0);
  const unknown = `; ${unknownOutcomes} ${unknownOutcomes === 1 ? 'action' : 'actions'} with an unknown outcome: looked at, not repeated`;
  return `${outcome} after ${steps} steps${unknownOutcomes > 0 ? unknown : ''}`;
}

/** Artifacts are named by their content; the copies are named in the order of their steps. Returns the folder. */
async function copyScreenshots({ artifacts, folder, cards }) {
  const target = join(folder, 'screenshots');
  mkdirSync(target, { recursive: true });
  for (const [index, { status, pictures }] of cards.entries()) {
    const name = `${String(index + 1).padStart(2, '0')}-${status.toLowerCase()}.png`;
    if (pictures.before) copyFileSync(await artifacts.locate(pictures.before), join(target, name));
  }
  return target;
}
