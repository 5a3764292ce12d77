import { type CommandLine, commandLine } from '../../support/command-line.js';
import { assignThenFinish, memoryDevice, say, startHarness, until, type Harness } from '../../support/agent-harness.js';
import { sharedServerAddress, temporalCli } from '../../support/temporal-server.js';

let harness: Harness;
let steadyhand: CommandLine;

beforeAll(async () => {
  harness = await startHarness({ address: sharedServerAddress() });
  const env = { STEADYHAND_KINDS: 'memory', TEMPORAL_CLI_PATH: temporalCli() };
  steadyhand = commandLine({ address: sharedServerAddress(), folder: harness.home, env });
});

afterAll(() => harness?.close());

const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Delete' }] } } });
const asksOnce = { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), say('FINISH')] };

async function lines<T>(...args: readonly string[]): Promise<readonly T[]> {
  const { code, stdout, stderr } = await steadyhand(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

test('a run that the bare Temporal CLI started is listed and shown with its request', async () => {
  const id = harness.expect(asksOnce);
  const input = JSON.stringify({ request: `Delete the note of ${id}`, device });
  await steadyhand(
    ...['temporal', 'workflow', 'start', '--type', 'hostAgent', '--task-queue', 'steadyhand', '--workflow-id', id, '--input', input],
  );
  const listed = await until(
    async () => (await lines<{ id: string; request?: string }>('list')).find((run) => run.id === id),
    'the run in the list',
  );
  expect(listed.request).toBe(`Delete the note of ${id}`);
  expect((await lines<{ request?: string }>('show', id))[0]?.request).toBe(`Delete the note of ${id}`);
}, 60_000);

test('show counts the tokens of the agent that works below a run', async () => {
  const run = await harness.run(asksOnce, { request: 'which', device });
  const { asker } = await run.asks('question');
  const used = async (id: string): Promise<{ modelCalls: number; inputTokens: number }> =>
    (await lines<{ usage: { modelCalls: number; inputTokens: number } }>('show', id))[0]?.usage ?? { modelCalls: 0, inputTokens: 0 };
  const [whole, child, host] = [await used(run.id), await used(asker), (await run.progress()).usage];
  expect(child.inputTokens).toBeGreaterThan(0);
  expect(whole).toMatchObject({
    modelCalls: child.modelCalls + host.modelCalls,
    inputTokens: child.inputTokens + host.inputTokens,
  });
}, 60_000);
