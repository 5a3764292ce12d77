import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exploreInput } from '../../../src/cli/commands/explore.js';
import { readRunInput } from '../../../src/cli/run-input.js';
import { titleOf } from '../../../src/client/inputs.js';

const inClone = { program: 'npx steadyhand' };
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-cli-'));
  file = join(folder, 'input.json');
});

afterEach(() => rm(folder, { recursive: true }));

test('a request and an address become a run in a browser', async () => {
  expect(await readRunInput(inClone, 'Order a kettle', { url: 'https://shop.example' })).toEqual({
    request: 'Order a kettle',
    device: { kind: 'web', url: 'https://shop.example' },
  });
});

test('options take precedence over the file, field by field', async () => {
  await writeFile(
    file,
    JSON.stringify({ request: 'from the file', device: { url: 'https://a.example', profile: 'me' }, budget: { maxSteps: 9 } }),
  );
  expect(await readRunInput(inClone, 'from the line', { input: file, url: 'https://b.example', headed: true })).toEqual({
    request: 'from the line',
    device: { kind: 'web', url: 'https://b.example', profile: 'me', headed: true },
    budget: { maxSteps: 9 },
  });
});

test('a plan needs no request, and gives the run its title', async () => {
  await writeFile(file, JSON.stringify({ plan: { task: 'Order a kettle', steps: ['Search', 'Buy'] } }));
  expect(titleOf('hostAgent', await readRunInput(inClone, undefined, { input: file }))).toBe('Order a kettle');
});

test('an empty request is a usage error that shows what to write', async () => {
  await expect(readRunInput(inClone, undefined, {})).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('as in `npx steadyhand run "'),
  });
  await expect(exploreInput(inClone, undefined, {})).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('as in `npx steadyhand explore https'),
  });
});

test('an invalid field is named before anything is started', async () => {
  await writeFile(file, JSON.stringify({ request: 'x', budget: { maxStepz: 9 } }));
  await expect(readRunInput(inClone, undefined, { input: file })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('input.budget.maxStepz'),
  });
  await expect(readRunInput(inClone, 'x', { url: 'shop' })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('input.device.url is "shop"'),
  });
});

test.each([
  ['{"request": "x",\n  "device": {"kind" "web"}}', ':2:21', 'expected \':\', found "\\""'],
  ['{"a": [1, 2}', ':1:12', "expected ',' or ']', found \"}\""],
  ['{"a": }', ':1:7', 'expected a value, found "}"'],
  ['{"a": {"b": 1}, "c": }', ':1:22', 'expected a value, found "}"'],
  ['{"text": "nope",\n "x": nope, "filler": "long enough to be cut"}', ':2:7', 'expected a value, found "nope"'],
  ['{"a": 1', ':1:8', "expected ',' or '}', found the end"],
  ['', ':1:1', 'expected a value, found the end'],
])('wrong JSON %j is reported with file, line, column and reason', async (text, place, reason) => {
  await writeFile(file, text);
  await expect(readRunInput(inClone, 'x', { input: file })).rejects.toMatchObject({
    code: 'usage',
    message: `${file}${place} is not JSON: ${reason}.`,
  });
});

test('a file that is missing, or not an object, is named', async () => {
  await expect(readRunInput(inClone, 'x', { input: '/nowhere/input.json' })).rejects.toMatchObject({
    message: expect.stringMatching(/^--input \/nowhere\/input\.json cannot be read \(ENOENT\)/),
  });
  await writeFile(file, '["x"]');
  await expect(readRunInput(inClone, 'x', { input: file })).rejects.toMatchObject({
    message: expect.stringContaining('holds a list where an object is expected'),
  });
});
