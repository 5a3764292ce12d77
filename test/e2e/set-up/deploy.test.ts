// What is shipped for running it, judged by its own tools (FL7). A tool that a machine cannot have is told, and its test is left out.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { findGoProgram, goPrograms } from '../../../scripts/lib/fleet.mjs';
import { findManifestTools, kubernetesVersion } from '../../../scripts/lib/manifests.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const works = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

function testWith(missing: string | false, name: string, work: () => void): void {
  if (missing === false) return test(name, work);
  process.stderr.write(`skipped: ${name}: ${missing}\n`);
  test.skip(name, work);
}

interface Manifest {
  readonly kind: string;
  readonly spec?: { readonly selector?: object };
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
    said: { summary: { valid: 7, invalid: 0, errors: 0, skipped: 0 } },
  });
  expect(kubeconform(manifests.replace('replicas:', 'replicaz:')).status).toBe(1);
  const built = parseAllDocuments(manifests).map((document) => document.toJS() as Manifest);
  const only = (kind: string) => built.find((each) => each.kind === kind)?.spec;
  expect(only('PodDisruptionBudget')?.selector).toEqual(only('StatefulSet')?.selector);
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

const compose = findGoProgram(goPrograms.compose)?.['server'];
const noCompose = !compose && 'there is no Docker Compose: npm run setup -- --fleet';

testWith(noCompose, 'FL7: docker compose accepts the compose file, and refuses it with a mistake', () => {
  const config = (file: string) =>
    spawnSync(compose ?? '', ['--file', '-', '--project-directory', root, 'config', '--quiet'], { input: file, encoding: 'utf8' });
  const file = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  expect(config(file)).toMatchObject({ status: 0, stderr: '' });
  expect(config(file.replace('depends_on:', 'depends_upon:'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('depends_upon'),
  });
  expect(config(file.replace('postgres:\n        condition', 'postgre:\n        condition'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('postgre'),
  });
});
