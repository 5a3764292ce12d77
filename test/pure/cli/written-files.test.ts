// Files as people save them, through the commands that read them: read, or refused in one sentence with the place.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/config.js';
import { effectChecksFrom } from '../../../src/config/effect-checks.js';
import { createProgram } from '../../../src/cli/program.js';
import { collectVariables } from '../../../src/cli/variable-options.js';
import { readRunInput } from '../../../src/cli/run-input.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { createContextDouble } from './context-double.js';

const folder = temporaryFolder();

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
}

const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

const click = '{"id": "a", "name": "A", "node_type": {"type": "Click", "target": "Säve"}}';
const sound = `{"name": "x",\n "nodes": [${click}], "edges": []}`;

async function validate(...words: readonly string[]) {
  const double = createContextDouble();
  await (await createProgram(double.context, ['flow', 'validate', ...words])).parseAsync(['flow', 'validate', ...words], { from: 'user' });
  return { code: double.context.exitCode, told: [...double.printed, ...double.warned].join('\n') };
}

test('a pipe that nobody writes into is refused at once', async () => {
  const path = join(folder(), 'x.flow.json');
  execFileSync('mkfifo', [path]);
  expect((await validate(path)).told).toContain(`${path} cannot be read (it is a pipe)`);
});

test.each([
  ['with a byte order mark', `\ufeff${sound}`],
  ['with the line ends of Windows', sound.replaceAll('\n', '\r\n')],
  ['in UTF-16', utf16(sound)],
])('a flow %s is read', async (_name, content) => {
  const path = written('x.flow.json', content);
  expect(await validate(path)).toEqual({ code: 0, told: `${path}  ok` });
});

test.each([
  [
    'a key twice',
    sound.replace('"target"', '"target": "Delete",\n"target"'),
    ':3:1 has the key "target" a second time in one object, after 2:68: keep one of them.',
  ],
  ['a comment', sound.replace('\n', ' // note\n'), ':1:15 has a comment, and JSON takes none: remove it.'],
  ['a comma too many', sound.replace(' []}', ' [],}'), ':2:100 has a comma with nothing after it: remove it.'],
  [
    'half of a character',
    sound.replace('Säve', 'S\\ud83d'),
    ':2:80 has half of a character, \\ud83d without its other half: write both or neither.',
  ],
  ['Latin-1', Buffer.from(sound, 'latin1'), ':2:80 is not UTF-8 there: save it as UTF-8.'],
  ['UTF-16 without a mark', Buffer.from(sound, 'utf16le'), ':1:2 has a zero byte, which no text has: save it as UTF-8.'],
  ['65 levels', '['.repeat(65), ':1:65 is nested deeper than 64 levels.'],
])('a flow with %s is refused in one sentence with the place', async (_name, content, sentence) => {
  const path = written('x.flow.json', content);
  expect(await validate(path)).toEqual({ code: 1, told: `${path}  cannot run\n  error: ${path}${sentence}` });
});

test('what --input and --caps name is read the same way', async () => {
  const double = createContextDouble();
  const input = written('input.json', utf16('{"request": "x"}'));
  expect(await readRunInput(double.context, undefined, { input })).toMatchObject({ request: 'x' });
  const twice = written('twice.json', '{"request": "x", "request": "y"}');
  const refused = {
    code: 'usage',
    message: `${twice}:1:18 has the key "request" a second time in one object, after 1:2: keep one of them.`,
  };
  await expect(readRunInput(double.context, undefined, { input: twice })).rejects.toMatchObject(refused);
  await expect(readRunInput(double.context, 'x', { caps: twice })).rejects.toMatchObject(refused);
  const endless = { input: '/dev/zero' };
  await expect(readRunInput(double.context, 'x', endless)).rejects.toMatchObject({
    message: '/dev/zero has more than 16 MB, the most that is read.',
  });
});

test('a variable that is JSON is read as strictly, and any other is a text', () => {
  expect(collectVariables('a={"b": 1}', {})).toEqual({ a: { b: 1 } });
  expect(collectVariables('a={"b": 1', {})).toEqual({ a: '{"b": 1' });
  expect(() => collectVariables('a={"b": 1, "b": 2}', {})).toThrow(
    'a={"b": 1, "b": 2}:1:10 has the key "b" a second time in one object, after 1:2: keep one of them.',
  );
});

test('the configuration, .env and the flow of an effect check are read the same way', () => {
  const path = written('steadyhand.config.json', utf16('{"slots": 3}'));
  written('.env', utf16('STEADYHAND_MODEL=from-windows\r\n'));
  expect(loadConfig({}, folder())).toMatchObject({ slots: 3, model: { default: 'from-windows' } });
  written('.env', '\ufeffSTEADYHAND_MODEL=with-a-mark\r\n');
  expect(loadConfig({}, folder())).toMatchObject({ model: { default: 'with-a-mark' } });
  written('steadyhand.config.json', '{"slots": 3,\n"slots": 4}');
  expect(() => loadConfig({}, folder())).toThrow(
    `${path}:2:1 has the key "slots" a second time in one object, after 1:2: keep one of them.`,
  );
  written('steadyhand.config.json', '{}');
  const dotenv = written('.env', Buffer.from('A=\xe9', 'latin1'));
  expect(() => loadConfig({}, folder())).toThrow(`${dotenv}:1:3 is not UTF-8 there: save it as UTF-8.`);
  const file = written('seen.flow.json', '{} // note');
  const check = { flow: { file, value: 'x.result' }, expect: {}, settleMs: 1, timeoutMs: 1 } as never;
  expect(() => effectChecksFrom({ ordered: check })).toThrow(
    `effectChecks.ordered.flow.file ${file}:1:4 has a comment, and JSON takes none: remove it.`,
  );
});

test('validate says what a run has to be given, and which check its worker has to have', async () => {
  const node = '{"id": "a", "name": "A", "node_type": {"type": "Click", "target": "Save"}, "effect_check": "saved"}';
  const path = written('x.flow.json', `{"name": "x", "nodes": [${node}], "form": [{"name": "who", "title": "Customer"}]}`);
  expect(await validate(path)).toEqual({
    code: 1,
    told: [
      `${path}  cannot run`,
      '  warning: "Customer" needs a value: give the variable \'who\' (--var who=…)',
      '  error: "A" (a): its effect_check needs the configured effect checks: none, or no run begins',
    ].join('\n'),
  });
  expect((await validate(path, '--var', 'who=Ada')).told).not.toContain('needs a value');
});

test('a flow is not started without a value that it needs', async () => {
  const path = written('x.flow.json', `{"name": "x", "nodes": [${click}], "form": [{"name": "who", "title": "Customer"}]}`);
  const double = createContextDouble();
  await (await createProgram(double.context, ['flow', 'run', path])).parseAsync(['flow', 'run', path], { from: 'user' });
  expect([double.context.exitCode, double.warned]).toEqual([
    2,
    ["error variables.who is missing; allowed: a value: 'x' has none for 'Customer' (--var who=…)."],
  ]);
});
