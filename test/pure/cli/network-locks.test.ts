import { checkNetworkLocks } from '../../../src/cli/doctor/settings.js';
import { Secret } from '../../../src/config/config.js';

const value = new Secret('hunter2');
const secrets = { BANK: { value, origins: [], apps: [], lockNetwork: true }, SHOP: { value, origins: [], apps: [] } } as const;

test('LK22: doctor says on which devices a locked secret is not typed', () => {
  expect(checkNetworkLocks({ secrets, kinds: ['web', 'desktop'] })).toMatchObject({
    status: 'warn',
    detail: 'BANK: not typed on devices of the kind desktop',
  });
  expect(checkNetworkLocks({ secrets, kinds: ['web'] })).toMatchObject({ status: 'ok', detail: 'BANK' });
  expect(checkNetworkLocks({ secrets: { SHOP: secrets.SHOP }, kinds: ['desktop'] })).toBeUndefined();
});
