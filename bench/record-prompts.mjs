// Makes a recording of what the calls of runs were told and cost, for the part `prompts`: what the prompts of a later version would cost in the same
// situations can then be counted without a server, a browser or a model.
//
// node bench/record-prompts.mjs TEMPORAL_ADDRESS DATA_FOLDER OUT.json.gz [RUN …]     runs that have ended; all of the folder by default
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client, Connection, defaultPayloadConverter } from '@temporalio/client';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

const [address, folder, out, ...only] = process.argv.slice(2);
if (out === undefined) throw new Error('node bench/record-prompts.mjs TEMPORAL_ADDRESS DATA_FOLDER OUT.json.gz [RUN …]');
const client = new Client({ connection: await Connection.connect({ address }) });
const names = only.length > 0 ? only : readdirSync(join(folder, 'runs')).filter((name) => !name.startsWith('.'));

const runs = [];
for (const id of names) {
  const calls = [];
  for (const workflowId of await workflowsOf(id)) calls.push(...(await callsOf(workflowId)));
  if (calls.some(({ agent }) => agent === 'app'))
    runs.push({ name: id, calls: calls.sort((one, other) => one.at - other.at).map(({ at: _, ...call }) => call) });
}
writeFileSync(out, gzipSync(JSON.stringify({ version: 1, runs }), { level: 9 }));
console.log(`${runs.length} runs, ${runs.reduce((sum, { calls }) => sum + calls.length, 0)} calls`);
await client.connection.close();

async function workflowsOf(id) {
  const found = [];
  for await (const { workflowId } of client.workflow.list({ query: `WorkflowId STARTS_WITH "${id}"` })) found.push(workflowId);
  return found.filter((each) => each === id || each.startsWith(`${id}/app-`));
}

async function callsOf(workflowId) {
  const { events = [] } = await client.workflow.getHandle(workflowId).fetchHistory();
  const asked = new Map();
  const calls = [];
  for (const event of events) {
    const scheduled = event.activityTaskScheduledEventAttributes;
    const kind = scheduled?.activityType?.name;
    if (kind === 'decideApp' || kind === 'decideHost') asked.set(String(event.eventId), { kind, input: valueOf(scheduled.input) });
    const done = event.activityTaskCompletedEventAttributes;
    const question = done && asked.get(String(done.scheduledEventId));
    if (question) calls.push(callOf(question, valueOf(done.result), Number(event.eventTime.seconds) + event.eventTime.nanos / 1e9));
  }
  return calls;
}

function valueOf({ payloads: [payload] }) {
  return defaultPayloadConverter.fromPayload(payload);
}

function callOf({ kind, input }, decision, at) {
  const prompt = JSON.parse(artifact(decision.refs.prompt));
  const told = {
    text: tokensOf(prompt.messages.map(({ text }) => text).join('\n')),
    pictures: prompt.images.map(({ ref }) => sizeOf(ref)),
    schema: prompt.schema,
  };
  if (kind === 'decideHost') return { at, agent: 'host', told };
  const { actions, status } = decision;
  return {
    at,
    agent: 'app',
    told,
    input: { ...input, models: undefined, lastScreenshot: undefined, lastTarget: undefined },
    controls: JSON.parse(artifact(input.observation.controls)).controls.map(withoutDigests),
    screen: sizeOf(input.observation.screenshot),
    decided: { status, targets: actions.flatMap(({ target }) => (target ? [target] : [])) },
  };
}

/** What no prompt tells. */
function withoutDigests({ roots: _, leads: __, carries: ___, destination: ____, id: _____, ...control }) {
  return control;
}

function artifact(ref) {
  const hash = ref.slice('sha256:'.length);
  const place = join(folder, 'artifacts', hash.slice(0, 2));
  return readFileSync(
    join(
      place,
      readdirSync(place).find((name) => name.startsWith(hash)),
    ),
  );
}

function sizeOf(ref) {
  const png = artifact(ref);
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function tokensOf(text) {
  return encode(text).length;
}
