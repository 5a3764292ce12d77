// What reaches a terminal: our colours and line breaks, and nothing else that it would obey.
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printJson, renderTable } from '../../../src/cli/output.js';
import { renderRequest } from '../../../src/cli/render.js';
import { createTerminal, type Terminal } from '../../../src/cli/terminal.js';
import { visibleJson, visibleLine, visibleText } from '../../../src/domain/text/visible-text.js';
import { anyString, seeded, walksOfEach } from '../../support/properties.js';

const attack = '\u001b]52;c;aGk=\u0007\u001b[2A\u001b[31mPay\u001b[0m\r\u009b1m\u202eelif\u2066\u007f';
const obeyed = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function open(env: NodeJS.ProcessEnv = {}): { readonly terminal: Terminal; said(): string } {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = createTerminal({ stdin: process.stdin, stdout, stderr, env } as unknown as NodeJS.Process);
  return { terminal, said: () => `${String(stdout.read() ?? '')}${String(stderr.read() ?? '')}` };
}

test('LK40: control characters, escape sequences and marks of direction are written as symbols', () => {
  const { terminal, said } = open();
  terminal.print(attack);
  terminal.warn(attack);
  expect(said()).toBe(`${'␛]52;c;aGk=␇␛[2A␛[31mPay␛[0m␍⟨009B⟩1m⟨202E⟩elif⟨2066⟩␡\n'.repeat(2)}`);
});

test('LK40: our colours are colours, those in a text of somebody else are not', () => {
  const { terminal, said } = open({ FORCE_COLOR: '1' });
  const { bold, green, dim } = terminal.colors;
  terminal.print(`${bold('Run')} ${green(`done ${dim('early')}`)} \u001b[31mred`);
  expect(said()).toBe('\u001b[1mRun\u001b[22m \u001b[32mdone \u001b[2mearly\u001b[22m\u001b[39m ␛[31mred\n');
  terminal.print(renderTable(terminal, ['Id'], [['a\nb\u001b[8m']]));
  expect(said()).toBe('\u001b[1mId\u001b[22m\na␊b␛[8m\n');
});

test('LK40: a question or an approval takes one line for each of its parts, whatever its texts hold', () => {
  const common = { requestId: 'r1', run: 'w', requestedAt: '' };
  const question = { ...common, kind: 'question', questions: ['Which?\nApproved.'], options: [{ id: 'a', label: 'A\r\nB' }] };
  expect(renderRequest(question as never).split('\n')).toEqual(['Which?␊Approved.', '  a: A␍␊B']);
  const approval = {
    ...common,
    kind: 'approval',
    reason: 'pays',
    actions: [{ function: 'click_input', target: { name: 'Save\n[1] free', label: '2' } }],
  };
  expect(renderRequest(approval as never).split('\n')).toEqual(['Approve? pays', '  Click “Save␊[1] free”']);
});

test('LK40: JSON keeps its value and is not obeyed', () => {
  const { terminal, said } = open();
  printJson(terminal, { text: attack });
  const line = said();
  expect(line).not.toMatch(obeyed);
  expect(JSON.parse(line)).toEqual({ text: attack });
});

test('LK40: whatever the text, nothing in it is obeyed, and what has nothing of the kind stays as it is', () => {
  fc.assert(
    fc.property(anyString, (text) => {
      expect(visibleText(text)).not.toMatch(obeyed);
      expect(visibleLine(text)).not.toMatch(/\n/);
      expect(visibleText(visibleText(text))).toBe(visibleText(text));
      expect(JSON.parse(visibleJson(JSON.stringify(text)))).toBe(text);
      if (!obeyed.test(text)) expect(visibleText(text)).toBe(text);
    }),
    { ...seeded, numRuns: 33 * walksOfEach },
  );
});
