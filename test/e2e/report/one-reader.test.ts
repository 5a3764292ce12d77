// One run in the words of every reader: the terminal while it goes on and afterwards, the report, programs, an MCP client.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cardText } from '../../../src/domain/report/card-lines.js';
import { reportSchema, type Report, type ReportCard } from '../../../src/domain/report/report.schema.js';
import { assignThenFinish, click, say, type Brain } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { asClient } from '../../support/as-client.js';
import { commandLine, printed, type CommandLine } from '../../support/command-line.js';
import { kettleDevice } from '../../support/kettle-run.js';
import { sharedServerAddress, temporalEnvironment } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { toldByTool } from '../../support/task-client.js';

const program = fileURLToPath(new URL('../../../bin/steadyhand.mjs', import.meta.url));

const brain: Brain = {
  host: assignThenFinish,
  app: [
    say('PENDING', { Questions: ['Which colour?'] }),
    ({ find }) => ({
      ...{ Status: 'CONTINUE', Function: 'set_edit_text', ControlLabel: find('box', /Colour/)?.label, ControlText: 'Colour' },
      Args: { text: 'red', clear_current_text: false },
    }),
    click('Order'),
    say('FINISH', { Result: 'ordered' }),
  ],
};

describe('one reader', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  let mcp: Client;
  const env = () => ({ STEADYHAND_SHARED: world.harness.config.shared, STEADYHAND_KINDS: 'memory' });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-reader-'));
    await writeFile(join(folder, 'input.json'), JSON.stringify({ device: kettleDevice }));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: env() });
    mcp = new Client({ name: 'test', version: '1' });
    await mcp.connect(
      new StdioClientTransport({
        ...{ command: process.execPath, args: [program, 'mcp'], cwd: folder, stderr: 'pipe' },
        env: { ...temporalEnvironment(sharedServerAddress()), STEADYHAND_HOME: folder, ...env() } as Record<string, string>,
      }),
    );
  });
  afterAll(async () => {
    await mcp?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const told = (...args: readonly string[]): Promise<string> => printed(steadyhand)(...args);
  const reportOf = async (id: string): Promise<Report> => reportSchema.parse(JSON.parse(await told('report', id, '--json')));
  const getRun = async (id: string): Promise<{ readonly cards: readonly string[]; readonly asking?: { readonly words: string } }> =>
    toldByTool(await mcp.callTool({ name: 'get_run', arguments: { id } }));

  /** Its lines stand together, and all cards in this order; below one may stand where its pictures are. */
  function expectCards(text: string, cards: readonly ReportCard[]): void {
    const shown = text.split('\n').filter((line) => !/^ {4}\S*\.png$/.test(line));
    expect(shown.filter((line) => cards.some((card) => cardText(card).split('\n').includes(line)))).toEqual(
      cards.flatMap((card) => cardText(card).split('\n')),
    );
  }

  async function expectOneStory(id: string, followed: string | undefined): Promise<Report> {
    const report = await reportOf(id);
    const texts = report.cards.map(cardText);
    const ofProgram: ReportCard[] = [];
    await asClient(world.harness, id, async (run) => {
      for await (const card of run.cards({ everyMs: 50 })) ofProgram.push(card);
    });
    expect(ofProgram.map(cardText)).toEqual(texts);
    expect((await getRun(id)).cards).toEqual(texts);
    const { cards: json } = JSON.parse(await told('show', id, '--json')) as { readonly cards: readonly ReportCard[] };
    expect(json.map(cardText)).toEqual(texts);
    expectCards(await told('show', id), report.cards);
    if (followed !== undefined) expectCards(followed, report.cards);
    for (const { title } of report.cards) expect((await told('report', id, '--markdown')).replaceAll('\\', '')).toContain(title);
    return report;
  }

  test('EV3, EV22: an agent that asks and is approved', async () => {
    const id = world.harness.expect(brain);
    const follow = steadyhand.start('run', `Order a kettle (${id})`, '--input', 'input.json', '--id', id, '--follow');
    await until(() => follow.stdout().includes('The run asks\n  Which colour?'), 'the question');
    await told('answer', id, 'red');
    await until(() => follow.stdout().includes('The run wants approval'), 'the approval');
    const words = ['pays or orders something', 'Click “Order”', 'fields: Colour = red'];
    const { asking } = await getRun(id);
    for (const place of [follow.stdout(), await told('inbox'), await told('show', id), asking?.words])
      for (const word of words) expect(place).toContain(word);
    await told('confirm', id, 'yes', '--by', 'ann');
    const { stdout } = await follow.ended;
    const { cards, asks } = await expectOneStory(id, stdout);
    expect(cards.map(({ title }) => title)).toEqual(expect.arrayContaining(['Which colour?', 'Type “red” into “Colour”', 'Click “Order”']));
    expect(asks.map(({ actions }) => actions)).toEqual([[], ['Click “Order”']]);
    expect(JSON.stringify([cards, stdout])).not.toMatch(/click_input|set_edit_text/);
  });

  test('EV3, F236: a flow with rounds and a click that is approved', async () => {
    const id = world.harness.expect({});
    const document = {
      name: 'colours',
      nodes: [
        { id: 'fill', name: 'Fill in', node_type: { type: 'Click', target: 'Colour' } },
        { id: 'typed', name: 'Type it', node_type: { type: 'TypeText', text: 'green' } },
        { id: 'order', name: 'Order it', node_type: { type: 'Click', target: 'Order' } },
      ],
      edges: [
        { from: 'fill', to: 'typed' },
        { from: 'typed', to: 'order' },
      ],
    };
    await writeFile(join(folder, 'colours.flow.json'), JSON.stringify(document));
    const follow = steadyhand.start('flow', 'run', 'colours.flow.json', '--input', 'input.json', '--id', id, '--follow');
    await until(() => follow.stdout().includes('The run wants approval'), 'the approval');
    await told('confirm', id, 'yes', '--by', 'ann');
    const { stdout } = await follow.ended;
    const { cards } = await expectOneStory(id, stdout);
    expectCards(await told('flow', 'show', id), cards);
    expect(cards.flatMap(({ actions }) => actions.map(({ text }) => text))).toEqual(['Click “Colour”', 'Type “green”', 'Click “Order”']);
  });
});
