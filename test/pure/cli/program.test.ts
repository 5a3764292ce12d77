import { CommanderError } from 'commander';
import { createProgram } from '../../../src/cli/program.js';
import { brokenConfig, createContextDouble } from './context-double.js';

async function typed(double: ReturnType<typeof createContextDouble>, ...words: readonly string[]): Promise<number> {
  try {
    await (await createProgram(double.context, words)).parseAsync(words, { from: 'user' });
    return double.context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

const names = ['up', 'worker', 'run', 'list', 'show', 'inbox', 'answer', 'confirm', 'request', 'cancel', 'gc', 'doctor'];

test.each(names)('%s --help says what it does and gives an example', async (name) => {
  const double = createContextDouble();
  expect(await typed(double, name, '--help')).toBe(0);
  expect(double.printed.join('\n')).toMatch(/^Usage: steadyhand /);
  expect(double.printed.join('\n')).toMatch(new RegExp(`Example:\\n  .*steadyhand ${name}`));
});

test('a command is loaded alone by its name, and --help has them all', async () => {
  const { context } = createContextDouble();
  const all = (await createProgram(context, ['--help'])).commands.map((command) => command.name());
  expect(all).toEqual(expect.arrayContaining(names));
  for (const name of all) expect((await createProgram(context, [name])).commands.map((command) => command.name())).toEqual([name]);
});

test('--help documents the exit codes', async () => {
  const double = createContextDouble();
  await typed(double, '--help');
  expect(double.printed.join('\n')).toMatch(/0 +done\n +1 +failed, or refused\n +2 .*\n +3 .*\n +4 .*\n +5 .*\n +130 +interrupted/);
});

test.each([
  [['soar'], "error unknown command 'soar'. See `steadyhand --help`."],
  [['show'], "error missing required argument 'id'. See `steadyhand help show`."],
  [['confirm', 'a', 'maybe'], /argument 'decision'. Allowed choices are yes, no. See `steadyhand help confirm`.$/],
  [['list', '--state', 'LOST'], /'LOST' is invalid. Allowed choices are RUNNING, PENDING, CONFIRM, /],
  [['list', '--where', 'Customer'], /Give the name of a search attribute, = and its value./],
  [['list', '--engine', 'toaster'], /Allowed choices are agent, flow, explorer, procedure./],
  [['list', '--limit', '0'], /It must be a whole number above 0./],
  [['gc', '--older-than', 'long'], /An age is a number with a unit: 90m, 12h, 30d, 2w./],
  [['gc', '--older-than', '59m'], /An age is at least 1h/],
  [['gc', '--max-size', '0GB'], /A size is a number with a unit: 500MB, 20GB, 1.5TiB./],
  [['gc', '--max-size', 'huge'], /A size is a number with a unit: 500MB, 20GB, 1.5TiB./],
  [['gc'], 'error Say what may go: --older-than 30d, --max-size 20GB, or both.'],
  [['run'], /^error No request given/],
  [
    ['eval', '--model', 'x'],
    'error The command eval is gone; in a clone of the repository `npm run eval` measures the same (docs/eval.md).',
  ],
  [['deploy', '--help'], /^error The command deploy is gone; the Temporal CLI .*\.$/],
  [['approvals', 'drop', '3'], /^error The command approvals is gone; .*`guard.allow` .*\.$/],
  [['run', 'x', '--input', '/nowhere.json'], /^error --input \/nowhere.json cannot be read \(ENOENT\)/],
])('%j is a usage error on one line', async (words, text) => {
  const double = createContextDouble();
  expect(await typed(double, ...words)).toBe(2);
  expect(double.printed).toEqual([]);
  expect(double.warned).toEqual([typeof text === 'string' ? text : expect.stringMatching(text)]);
});

const takeRun: readonly (readonly string[])[] = [
  ...['show', 'cancel', 'export', 'report', 'rerun', 'take-over', 'hand-back'].map((name) => [name]),
  ...[
    ['answer', '', 'b'],
    ['confirm', '', 'yes'],
    ['request', '', 'b'],
    ['flow', 'show'],
    ['flow', 'from-run'],
    ['flow', 'from-run', 'a'],
  ],
  ...['show', 'state', 'position', 'actions', 'abort'].map((name) => ['procedure', name]),
  ...[
    ['procedure', 'complete', '', 'step', '--summary', 's'],
    ['flow', 'draw', 'a.json', '--run'],
    ['procedure', 'draw', 'release', '--run'],
  ],
];

const refusedToStart = {
  code: 'invalid-input',
  message: expect.stringContaining('a name of at most 900 bytes other than . and .., or none') as unknown,
};

describe.each([
  ['empty', ''],
  ['blank', ' \t\u200b'],
  ['longer than Temporal takes', 'x'.repeat(1_001)],
  ['of more bytes than it takes', 'é'.repeat(501)],
])('CL1: an id that is %s is refused before anything is asked', (_, id) => {
  test.each(takeRun.map((words) => [words.includes('') ? words.map((word) => word || id) : [...words, id]]))('%j', async (words) => {
    const double = createContextDouble();
    expect(await typed(double, ...words)).toBe(2);
    expect(double.warned).toEqual([expect.stringMatching(/ is invalid.* Give the id of a run: `steadyhand list` shows the runs. See `/)]);
    expect(double.warned.join('').length).toBeLessThan(400);
  });

  test('also to a program, by every call of the run', async () => {
    const { context } = createContextDouble();
    const run = context.steadyhand.run(id);
    const refused = { code: 'invalid-input', message: expect.stringContaining('`steadyhand list` shows the runs') as unknown };
    for (const call of [run.describe, run.report, run.cancel, run.look, run.asks, run.result] as const)
      await expect(call()).rejects.toMatchObject(refused);
    await expect(run.events()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
    await expect(run.cards()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
  });

  test('also to start one', async () => {
    const { steadyhand } = createContextDouble().context;
    const device = { kind: 'web', url: 'https://shop.example' } as const;
    await expect(steadyhand.startAgent({ request: 'tidy', device }, { id })).rejects.toMatchObject(refusedToStart);
    await expect(steadyhand.explore({ device }, { id })).rejects.toMatchObject(refusedToStart);
  });
});

test.each(['.', '..'])('an id that no address can have starts nothing: %s', async (id) => {
  const { steadyhand } = createContextDouble().context;
  const input = { request: 'tidy', device: { kind: 'web', url: 'https://shop.example' } } as const;
  await expect(steadyhand.startAgent(input, { id })).rejects.toMatchObject(refusedToStart);
});

test.each([
  [['list']],
  [['inbox']],
  [['show', 'a']],
  [['answer', 'a', 'b']],
  [['confirm', 'a', 'yes']],
  [['request', 'a', 'b']],
  [['cancel', 'a']],
  [['gc', '--older-than', '30d']],
])('%j without a server exits with 3 and says how to start one', async (words) => {
  const double = createContextDouble();
  expect(await typed(double, ...words)).toBe(3);
  expect(double.warned).toEqual([
    'error No Temporal server answers at 127.0.0.1:7233: start one with `steadyhand up`, or set TEMPORAL_ADDRESS.',
  ]);
});

test.each<[words: readonly string[], exitCode: number, code: string, message: RegExp]>([
  [['list', '--json'], 3, 'server-unreachable', /^No Temporal server answers at /],
  [['show', 'a', '--json'], 3, 'server-unreachable', /`steadyhand up`/],
  [['run', '--json'], 2, 'usage', /^No request given/],
  [['show', '--json'], 2, 'usage', /^missing required argument 'id'\. See `steadyhand help show`\.$/],
  [['eval', '--half', 'all', '--json'], 2, 'usage', /^The command eval is gone; /],
  [['list', '--json', '--limit', '0'], 2, 'usage', /whole number above 0\. See /],
])('%j ends with one object on stdout, and with the exit code %i', async (words, exitCode, code, message) => {
  const double = createContextDouble();
  expect(await typed(double, ...words)).toBe(exitCode);
  expect(double.warned).toEqual([]);
  expect(double.printed.map((line) => JSON.parse(line) as unknown)).toEqual([{ error: { code, message: expect.stringMatching(message) } }]);
});

test('an unreadable configuration is a usage error that names the field', async () => {
  const double = createContextDouble({ config: brokenConfig });
  expect(await typed(double, 'doctor')).toBe(2);
  expect(double.warned).toEqual(['error STEADYHAND_SLOTS is "many"; expected number (slots).']);
});

test('states are accepted in any case, and in both spellings of cancelled', async () => {
  for (const state of ['pending', 'CANCELLED', 'Canceled']) expect(await typed(createContextDouble(), 'list', '--state', state)).toBe(3);
});
