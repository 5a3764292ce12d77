// What is shipped for running it, judged by its own tools (FL7). A tool that a machine cannot have is told, and its test is left out.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { findManifestTools, kubernetesVersion } from '../../../scripts/lib/manifests.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const works = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

function testWith(missing: string | false, name: string, work: () => void): void {
  if (missing === false) return test(name, work);
  process.stderr.write(`skipped: ${name}: ${missing}\n`);
  test.skip(name, work);
}

const tools = findManifestTools();
const kubeconform = (manifests: string) =>
  spawnSync(
    tools?.kubeconform ?? '',
    [
      '-summary',
      '-output',
      'json',
      '-kubernetes-version',
      kubernetesVersion,
      '-schema-location',
      `${tools?.schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`,
      '-',
    ],
    { input: manifests, encoding: 'utf8' },
  );
const noKubernetes =
  (!works('kubectl', 'version', '--client') && 'there is no kubectl on the PATH') ||
  (!tools && 'kubeconform and its schemas are not there: npm run setup -- --fleet');

testWith(noKubernetes, 'FL7: kubeconform accepts the manifests as Kustomize builds them, and refuses them with a mistake', () => {
  const manifests = execFileSync('kubectl', ['kustomize', join(root, 'deploy', 'kubernetes')], { encoding: 'utf8' });
  const accepted = kubeconform(manifests);
  expect({ status: accepted.status, said: JSON.parse(accepted.stdout) }).toMatchObject({
    status: 0,
    said: { summary: { valid: 5, invalid: 0, errors: 0, skipped: 0 } },
  });
  expect(kubeconform(manifests.replace('replicas:', 'replicaz:')).status).toBe(1);
});

testWith(!works('systemd-analyze', '--version') && 'there is no systemd-analyze', 'FL7: systemd accepts the unit', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(root, 'deploy', 'systemd', 'steadyhand-worker.service')], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-unit-'));
  try {
    const wrong = join(folder, 'wrong.service');
    writeFileSync(wrong, '[Service]\nExecStart=/nowhere/node\n');
    expect(spawnSync('systemd-analyze', ['verify', wrong]).status).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

testWith(!works('docker', 'compose', 'version') && 'docker has no compose here', 'FL7: docker compose accepts docker-compose.yml', () => {
  expect(spawnSync('docker', ['compose', 'config', '--quiet'], { cwd: root }).status).toBe(0);
});
