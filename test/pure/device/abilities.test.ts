import { readFileSync } from 'node:fs';
import { abilityList, can, provenDevices } from '../../conformance/proven-devices.js';

const page = readFileSync(new URL('../../../docs/devices.md', import.meta.url), 'utf8');

test('docs/devices.md shows what the conformance suite proves of each device', () => {
  const [, shown = ''] = /<!-- abilities -->\n\n([\s\S]*?)\n\n<!-- \/abilities -->/.exec(page) ?? [];
  expect(shown).toBe(abilityList());
});

test('every device except a desktop can open an address and go back', () => {
  expect(provenDevices.filter((device) => !can(device, 'navigate') || !can(device, 'go-back'))).toEqual(['desktop']);
});
