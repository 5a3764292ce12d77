// RP1, RP3, RP4: an explorer maps a site in a real browser; a way through its map becomes a flow, which goes that way again when everything on the site has moved.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FlowInputDocument } from '../../src/domain/flow/document.schema.js';
import { startHarness, type Harness } from '../support/agent-harness.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { startDriftingSite, type DriftingSite } from '../support/drifting-site.js';
import { explore } from '../support/explorers.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { browserPrograms } from '../support/webdriver.js';

let folder: string;
let site: DriftingSite;
let harness: Harness;
let steadyhand: CommandLine;
let device: { readonly kind: 'web'; readonly url: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-from-map-'));
  site = await startDriftingSite();
  device = { kind: 'web', url: `${site.origin}/` };
  harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
  steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: harness.config.shared } });
  await (await explore(harness.client, { device, budget: { max_steps: 14 } })).result();
});
afterAll(async () => {
  await harness?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

test('RP1, RP3, RP4: a way through the map is a flow that finds everything again on the site of tomorrow', async () => {
  const file = join(folder, 'way.flow.json');
  const { code, stderr } = await steadyhand('graph', site.origin, 'export', 'Start', 'Begun', '--flow', file);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const flow = JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument;
  const types = flow.nodes.map(({ node_type: type }) => (type.type === 'Act' ? type.deed.type : type.type));
  expect(types).toEqual(['Click', 'Click', 'SetText', 'SetText', 'Click', 'Expect']);
  expect(flow.nodes[1]).toMatchObject({ node_type: { target: { name: 'Cook', row: ['Tea'] } } });
  expect(flow.form?.map(({ name }) => name).sort()).toEqual(['portions', 'remark']);

  const before = site.begun.length;
  site.drift();
  const again = await harness.flow(() => flow, { device, variables: { portions: '4', remark: 'hot' } });
  expect(await again.handle.result()).toMatchObject({ outcome: 'completed', usage: { modelCalls: 0 } });
  expect(site.begun.slice(before)).toEqual(['tea, 4, hot']);
});
