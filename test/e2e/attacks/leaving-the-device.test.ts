// A secret that is typed into a real page, which repeats it in every form: in texts, pictures, errors, names of files; and a tool that knows it. It is nowhere in what the runs leave.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTesseractTextReader } from '../../../src/adapters/tesseract/tesseract-text-reader.js';
import { assignThenFinish, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { startCollector, type Collector } from '../../support/collector.js';
import { commandLine } from '../../support/command-line.js';
import { formsOf, tracesIn } from '../../support/disguises.js';
import { startObeyingSite, type ObeyingSite } from '../../support/obeying-site.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { filesBelow, historiesOf } from '../../support/what-a-run-wrote.js';

const canary = 'Kanarie-7/vogel geel';
const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

let site: ObeyingSite;
let harness: Harness;
let collector: Collector;
beforeAll(async () => {
  site = await startObeyingSite();
  collector = await startCollector();
  harness = await startHarness({
    address: sharedServerAddress(),
    env: { STEADYHAND_SECRET_BIRD: canary, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    config: {
      kinds: ['web'],
      slots: 1,
      traceTexts: true,
      secrets: { BIRD: { origins: [site.url] } },
      toolServers: { everything: { command: process.execPath, args: [everything], env: { BIRD_NOTE: `it is ${canary}` } } },
    },
  });
});
afterAll(async () => {
  await harness?.close();
  await collector?.close();
  await site?.close();
});

const repeats = `{
  const add = (text) => { const p = document.createElement('p'); p.textContent = text; document.body.append(p); };
  for (const said of ${JSON.stringify(Object.values(formsOf(canary)))}) add('You typed ' + said);
  const row = document.createElement('table'); row.innerHTML = '<tr><td>Kana</td><td>rie-7/</td><td>vogel</td><td>geel</td></tr>'; document.body.append(row);
  document.title = 'Bird ' + bird.value;
  history.replaceState(null, '', '/?bird=' + encodeURIComponent(bird.value));
  const link = document.createElement('a');
  link.href = 'data:text/plain,hello'; link.download = ${JSON.stringify(`${Buffer.from(canary).toString('hex')}.txt`)}; document.body.append(link); link.click();
}`;

test('LK20, LK21, LK61: histories, records, files, pictures, reports, prompts and spans have nothing of it', async () => {
  site.serve(`<title>Bird</title><label>Bird <input id="bird"></label><label>Day <input type="date"></label>
    <button id="go" onclick='${repeats.replaceAll("'", '&#39;')}'>Repeat</button>`);
  const type =
    (role: string, name: string) =>
    ({ find }: { find(kind: string, name: RegExp): { label?: string } | undefined }) => ({
      Function: 'set_edit_text',
      Args: { text: '{{secret:BIRD}}', clear_current_text: true },
      ControlLabel: find(role, new RegExp(`^${name}$`))?.label ?? '',
      ControlText: name,
      Status: 'CONTINUE',
      Comment: 'type',
    });
  const run = await harness.run(
    {
      host: assignThenFinish,
      app: [
        type('box', 'Bird') as never,
        type('box', 'Day') as never,
        ({ find }) => ({
          Function: 'click_input',
          Args: {},
          ControlLabel: find('btn', /^Repeat$/)?.label ?? '',
          ControlText: 'Repeat',
          Status: 'CONTINUE',
        }),
        { Function: 'texts', Args: {}, Status: 'CONTINUE', Comment: 'read' },
        say('FINISH', { Result: 'typed' }),
      ],
    },
    { request: 'type it', device: { kind: 'web', url: site.url } },
  );
  const result = await run.handle.result();
  expect(result.outcome).toBe('completed');
  const flow = await harness.flow(
    () => ({
      name: 'tool',
      nodes: [{ id: 'env', name: 'env', node_type: { type: 'McpToolCall', tool_name: 'get-env', arguments: {} } }],
      edges: [],
    }),
    { device: { kind: 'web', url: site.url } },
  );
  expect(JSON.stringify((await flow.handle.result()).variables)).toContain('it is •••');
  const prompts = harness
    .asked(run)
    .map(({ text }) => text)
    .join('\n');
  expect(prompts).toContain('You typed •••');
  const steadyhand = commandLine({
    address: sharedServerAddress(),
    folder: harness.home,
    env: { STEADYHAND_SHARED: harness.config.shared },
  });
  const reports = await Promise.all([run.id, flow.id].map((id) => steadyhand('report', id, '--markdown')));
  await harness.worker.stop();
  const files = [...(await filesBelow(harness.home))].filter(
    ([place]) => place !== join(harness.home, 'steadyhand.config.json') && !/user-data|browser/.test(place),
  );
  const written = new Map([
    ...(await historiesOf(harness.client, run.id)),
    ...(await historiesOf(harness.client, flow.id)),
    ...files,
    ['prompts', Buffer.from(prompts)],
    ['reports', Buffer.from(JSON.stringify(reports))],
    ['spans', Buffer.from(collector.bodies().join('\n'))],
    ['names of files', Buffer.from(files.map(([place]) => place).join('\n'))],
  ]);
  expect(collector.bodies().length).toBeGreaterThan(0);
  const hits = [...written].flatMap(([where, bytes]) => tracesIn(bytes.toString('latin1'), canary).map((trace) => `${trace} in ${where}`));
  expect(hits).toEqual([]);
  const reader = createTesseractTextReader();
  try {
    for (const [, bytes] of files)
      if (bytes.subarray(1, 4).toString() === 'PNG')
        expect((await reader.read(bytes)).map(({ text }) => text).join(' ')).not.toMatch(/Kanarie|vogel|geel/i);
  } finally {
    await reader.close();
  }
});
