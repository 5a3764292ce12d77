import { expect, test } from '@jest/globals';
import { judgeDeployment } from '../../../src/cli/doctor/server.js';
import type { DeployedVersion } from '../../../src/client/deployment.js';
import { loadConfig } from '../../../src/config/config.js';

const version = (buildId: string, open = 0): DeployedVersion => ({ buildId, wasPromoted: true, open });
const unused = (buildId: string): DeployedVersion => ({ buildId, wasPromoted: false, open: 0 });
const polls = (buildId: string, deployment = 'steadyhand') => ({ version: { deployment, buildId } });
const newer = version('2.0.0');
const old = version('1.0.0', 3);

interface Case {
  readonly name: string;
  readonly current?: string;
  readonly versions: readonly DeployedVersion[];
  readonly pollers: Parameters<typeof judgeDeployment>[0]['pollers'];
  readonly ownBuildId?: string;
  readonly is: readonly [status: string, detail: string];
}

const cases: readonly Case[] = [
  {
    name: 'all is well',
    current: '2.0.0',
    versions: [newer, old],
    pollers: [polls('1.0.0'), polls('2.0.0')],
    is: ['ok', 'new runs go to 2.0.0'],
  },
  {
    name: 'runs keep a version that has no worker',
    current: '2.0.0',
    versions: [newer, old],
    pollers: [polls('2.0.0')],
    is: ['warn', '3 open on version 1.0.0, which has no worker'],
  },
  {
    name: 'a worker of another deployment does not count',
    current: '2.0.0',
    versions: [newer, old],
    pollers: [polls('2.0.0'), polls('1.0.0', 'other')],
    is: ['warn', '3 open on version 1.0.0, which has no worker'],
  },
  {
    name: 'a version that nothing is open on needs none',
    current: '2.0.0',
    versions: [newer, version('1.0.0')],
    pollers: [polls('2.0.0')],
    is: ['ok', 'new runs go to 2.0.0'],
  },
  {
    name: 'the current one has no worker',
    current: '2.0.0',
    versions: [newer],
    pollers: [polls('1.0.0')],
    is: ['fail', 'version 2.0.0, which has no worker'],
  },
  {
    name: 'none was promoted',
    versions: [unused('1.0.0')],
    pollers: [polls('1.0.0')],
    is: ['fail', "no version of 'steadyhand' gets new runs"],
  },
  {
    name: 'none was promoted, and a worker without one takes the runs',
    versions: [unused('1.0.0')],
    pollers: [{}],
    is: ['ok', 'without a build id'],
  },
  {
    name: 'the one that is configured here was not promoted yet',
    current: '2.0.0',
    versions: [newer, unused('3.0.0')],
    pollers: [polls('2.0.0')],
    ownBuildId: '3.0.0',
    is: ['warn', 'version 3.0.0 is configured here'],
  },
];

test.each(cases)('FL3: doctor on versions: $name', ({ current, versions, pollers, ownBuildId, is: [mark, text] }) => {
  const status = { name: 'steadyhand', versions, ...(current === undefined ? {} : { current }) };
  const checks = judgeDeployment({ status, pollers, program: 'steadyhand', ownBuildId });
  expect(checks.map(({ status: is, detail }) => ({ is, detail }))).toEqual([{ is: mark, detail: expect.stringContaining(text) }]);
});

test('FL3: doctor says how the Temporal CLI promotes a version', () => {
  const status = { name: 'shop', versions: [unused('1.0.0')] };
  expect(judgeDeployment({ status, pollers: [polls('1.0.0', 'shop')], program: 'npx steadyhand', ownBuildId: undefined })).toMatchObject([
    { advice: '`npx steadyhand temporal worker deployment set-current-version --deployment-name shop --build-id <build id>`' },
  ]);
});

test.each([' ', '1.0:x', 'a b', '-1', 'x'.repeat(101)])('FL3: the configuration refuses a build id %j', (buildId) => {
  const allowed = 'letters, digits, `.`, `-`, `_`, `+`: 1.4.0, 2026-11-26-a1b2c3';
  expect(() => loadConfig({ STEADYHAND_BUILD_ID: buildId }, '/nowhere')).toThrow(`expected ${allowed}.`);
});
