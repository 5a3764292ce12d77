// RP2: a button that a request names is a variable of the flow: replayed with another name that is pressed, judged by the guard under that name, or nothing is.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FlowInputDocument } from '../../src/domain/flow/document.schema.js';
import { confirmUpdate } from '../../src/workflows/messages.js';
import { assignThenFinish, click, say, startHarness, type Harness } from '../support/agent-harness.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { impatient } from '../support/library.js';
import { startPageServer, type PageServer } from '../support/page-server.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { browserPrograms } from '../support/webdriver.js';

describe('a button that was named', () => {
  let folder: string;
  let pages: PageServer;
  let harness: Harness;
  let steadyhand: CommandLine;
  let device: { readonly kind: 'web'; readonly url: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-pressed-'));
    pages = await startPageServer();
    device = { kind: 'web', url: `${pages.origin}/named` };
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: harness.config.shared } });
  });
  afterAll(async () => {
    await harness?.close();
    await pages?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The flow of a run that presses it, and what the command said. */
  async function recorded(name: string, request: string): Promise<{ readonly flow: FlowInputDocument; readonly told: string }> {
    const app = [click(name), say('FINISH', { Result: `${name} is on.` })];
    const run = await harness.run({ host: assignThenFinish, app }, { request, device, settings: { pictures: 'never' } });
    await run.handle.result();
    const file = join(folder, `${name}.flow.json`);
    const { stdout } = await steadyhand('flow', 'from-run', run.id, '--out', file);
    return { flow: JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument, told: stdout };
  }

  const replay = (flow: FlowInputDocument, variables: object) => harness.flow(() => flow, { device, variables, heal: 'auto' });
  const endOf = async (run: Awaited<ReturnType<typeof replay>>): Promise<string> =>
    run.handle.result().then(
      ({ outcome, text }) => `${outcome}: ${text}`,
      (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
    );

  test('RP2, RP10: another button is pressed where the variable names it; one that is not there is none, and no model is asked for one', async () => {
    const { flow, told } = await recorded('Blue', 'Press the "Blue" button');
    expect(told).toContain('1 variable: button = "Blue"');
    expect(await endOf(await replay(flow, { button: 'Red' }))).toBe('completed: Red is on.');
    expect(await endOf(await replay(impatient(flow), { button: 'Green' }))).toContain('"Green" was not found');
    expect(pages.events.splice(0)).toEqual(['Blue', 'Red']);
  });

  test('RP2: the guard judges the name that is pressed: it is held where the recorded one was not', async () => {
    const { flow } = await recorded('Blue', 'Press the "Blue" button');
    expect(pages.events.splice(0)).toEqual(['Blue']);
    const run = await replay(flow, { button: 'Delete' });
    const { asker, requestId } = await run.asks('confirmation');
    expect(pages.events).toEqual([]);
    await harness.client.workflow.getHandle(asker).executeUpdate(confirmUpdate, { args: [{ requestId, approved: false }] });
    expect(await endOf(run)).toContain('did not approve');
    expect(pages.events).toEqual([]);
  });

  test('RP2, RP3: what is switched on already is not switched off', async () => {
    const { flow } = await recorded('Timer', 'Switch on the "Timer"');
    expect(await endOf(await replay(impatient(flow), { checkbox: 'Alarm' }))).toContain('it is checked already');
    expect(pages.events.splice(0)).toEqual(['timer true']);
  });

  test('RP4: what was asked for and stood there already has to stand there, or nothing is pressed', async () => {
    const { flow } = await recorded('Blue', 'With the Alarm on, and Kitchen as the room, press the "Blue" button');
    expect(pages.events.splice(0)).toEqual(['Blue']);
    const replayAt = async (query: string, document = impatient(flow)): Promise<string> =>
      endOf(await harness.flow(() => document, { device: { ...device, url: `${device.url}${query}` }, heal: 'auto' }));
    expect(await replayAt('?room=Cellar')).toContain('"Kitchen" is not what stands in it now');
    expect(await replayAt('?alarm=off')).toContain('it is not checked now');
    expect(pages.events).toEqual([]);
    expect(await replayAt('?other', flow)).toBe('completed: Blue is on.');
    expect(pages.events.splice(0)).toEqual(['Blue']);
  });
});
