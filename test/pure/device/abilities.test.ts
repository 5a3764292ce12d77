import { readFileSync } from 'node:fs';
import { can, provenDevices, abilityTable } from '../../conformance/proven-devices.js';

const page = readFileSync(new URL('../../../docs/devices.md', import.meta.url), 'utf8');

/** Cells without the padding that a formatter adds. */
const cells = (table: string): readonly string[] =>
  table.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replace(/^-+$/, '---'))
      .join('|'),
  );

test('docs/devices.md shows what the conformance suite proves of each device', () => {
  const [, shown = ''] = /<!-- abilities -->\n\n([\s\S]*?)\n\n<!-- \/abilities -->/.exec(page) ?? [];
  expect(cells(shown)).toEqual(cells(abilityTable()));
});

test('every device except a desktop can open an address and go back', () => {
  expect(provenDevices.filter((device) => !can(device, 'navigate') || !can(device, 'go-back'))).toEqual(['desktop']);
});
