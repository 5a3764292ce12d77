// A worker without devices finds what runs on the devices of others have stored (FL3).
import { expect, test } from '@jest/globals';
import { checkSharedFolder } from '../../../src/cli/doctor/settings.js';
import { loadConfig } from '../../../src/config/config.js';

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['no devices, and a folder of its own', { STEADYHAND_KINDS: 'none' }, true],
  ['no devices, and the folder of the hosts', { STEADYHAND_KINDS: 'none', STEADYHAND_SHARED: '/var/lib/steadyhand' }, false],
  ['no devices, and a bucket', { STEADYHAND_KINDS: 'none', STEADYHAND_ARTIFACTS: 's3://bucket/prefix' }, false],
  ['devices of its own', {}, false],
])('FL3: a worker is warned where it cannot: %s', (_what, env, isWarned) => {
  const check = checkSharedFolder(loadConfig({ STEADYHAND_HOME: '/var/lib/steadyhand-1.0.0', ...env }, '/nowhere'));
  expect(check).toEqual(isWarned ? expect.objectContaining({ status: 'warn', name: 'Shared folder' }) : undefined);
});
