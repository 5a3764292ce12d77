// The files that are shipped for running it (FL7): what they name exists.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { createModelActivities } from '../../../src/activities/agent/model-activities.js';
import type { createExplorerModelActivities } from '../../../src/activities/explorer/model-activities.js';
import type { createFlowModelActivities } from '../../../src/activities/flow/model-activities.js';
import { fairness, queueReaders } from '../../../src/client/queue-hop.js';
import { loadConfig } from '../../../src/config/config.js';
import { variables } from '../../../src/config/environment.js';
import { explorerEventTypes, measuresOf } from '../../../src/domain/explorer/telemetry.js';
import { metrics } from '../../../src/domain/telemetry/metrics.js';
import { metricsIn } from '../../support/promql.js';
import { shippedExpressions, shippedMetrics } from '../../support/shipped-metrics.js';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../deploy/${path}`, import.meta.url)), 'utf8');
const payload = { latency_ms: 1, tokens_in: 1, tokens_out: 1, nodes_added: 1, edges_added: 1 };
const ofExplorers = explorerEventTypes.flatMap((type) => measuresOf({ type, payload })).map(({ name }) => name);

test.each(shippedExpressions())('FL7: %s asks in PromQL for metrics', (_, expression) => {
  expect(metricsIn(expression).length).toBeGreaterThan(0);
});

test('FL7: what is no PromQL is noticed', () =>
  expect(() => metricsIn('sum by (engine) (rate(steadyhand_steps_total[5m])')).toThrow('no PromQL'));

test('FL7: dashboard and alert rules ask for metrics of ours that exist, and for all that tell of runs and devices', () => {
  const asked = shippedMetrics().filter((name) => name.startsWith('steadyhand_'));
  const known = [...Object.keys(metrics), ...ofExplorers];
  expect(asked.filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(metrics).filter((name) => !asked.includes(name))).toEqual(['steadyhand_runs_started_total']);
});

test('FL7: an alert that counts single events sees the first, with which its counter appears', () => {
  const counted = [...read('prometheus/alerts.yml').matchAll(/^ +expr: (?:>-\n)?((?:.|\n)*?)\n +(?:for|labels):/gm)]
    .map(([, expression = '']) => expression)
    .filter((expression) => /increase\((?:.|\n)*> \d+$/.test(expression));
  expect(counted).toHaveLength(4);
  for (const expression of counted) {
    const [, series = '', span = ''] = /increase\((.+?)\[(\w+)\]\)/.exec(expression) ?? [];
    // In this order: an increase of nothing is 0, and what is left of `or` counts.
    expect(expression.replaceAll(/\s+/g, ' ')).toContain(`((${series} unless ${series} offset ${span}) or increase(${series}[${span}]))`);
  }
});

test('FL7: dashboard and alert rules ask for the failures of all activities that ask a model', () => {
  type OfAgents = Exclude<keyof ReturnType<typeof createModelActivities>, 'reviewNext'>;
  type OfFlows = keyof ReturnType<typeof createFlowModelActivities>;
  type OfExplorers = keyof ReturnType<typeof createExplorerModelActivities>;
  const asking: Readonly<Record<OfAgents | OfFlows | OfExplorers, true>> = {
    ...{ decideApp: true, decideHost: true, evaluate: true },
    ...{ thinkStep: true, chooseName: true, healNode: true, describeImages: true, judgeOutcome: true },
    askExplorer: true,
  };
  const named = shippedExpressions().flatMap(([, expression]) =>
    [...expression.matchAll(/activity_type=~"(.+?)"/g)].map(([, names]) => names),
  );
  expect(new Set(named)).toEqual(new Set([Object.keys(asking).join('|')]));
});

test('FL5a, FL4: the Temporal server of the compose file has the settings of that of `up`', () => {
  const settings = parse(readFileSync(fileURLToPath(new URL('../../../docker/dynamic-config.yaml', import.meta.url)), 'utf8')) as object;
  const wanted = Object.entries({ ...queueReaders, ...fairness }).map(([name, value]) => [name, [{ value }]]);
  expect(settings).toMatchObject(Object.fromEntries(wanted));
});

interface Probe {
  readonly httpGet: { readonly path: string };
  readonly timeoutSeconds?: number;
}
interface Pods {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly shareProcessNamespace?: boolean;
        readonly containers: readonly {
          readonly env?: readonly { readonly name: string; readonly value: string }[];
          readonly livenessProbe: Probe;
          readonly readinessProbe: Probe;
          readonly startupProbe?: Probe;
          readonly volumeMounts: readonly { readonly name: string }[];
        }[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

test.each(['stateful-set.yaml', 'decider.yaml'])(
  'FL7: pods of %s have an init process, and probes that outwait the checks of a busy worker',
  (file) => {
    const { spec } = (parse(read(`kubernetes/${file}`)) as Pods).spec.template;
    expect(spec.shareProcessNamespace).toBe(true);
    for (const { livenessProbe, readinessProbe, startupProbe = livenessProbe, volumeMounts } of spec.containers) {
      expect(readinessProbe.httpGet.path).toBe('/readyz');
      for (const { timeoutSeconds = 1 } of [livenessProbe, readinessProbe, startupProbe]) expect(timeoutSeconds).toBeGreaterThanOrEqual(5);
      const volumes = [...spec.volumes.map(({ name }) => name), 'data'];
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
    }
  },
);

test('FL7: the decider of an old version has its build id and no devices, in a folder of its own', () => {
  const { containers, volumes } = (parse(read('kubernetes/decider.yaml')) as Pods).spec.template.spec;
  const environment = Object.fromEntries(containers.flatMap(({ env = [] }) => env).map(({ name, value }) => [name, value]));
  const { kinds, deployment } = loadConfig({ ...environment, STEADYHAND_SHARED: '/shared' }, '/nowhere');
  expect(kinds).toEqual([]);
  expect(deployment.buildId).toBe('0.1.0');
  expect(volumes).toContainEqual({ name: 'data', emptyDir: {} });
});

test('FL7: the stateful set and the decider, which stand in one namespace, select pods of their own', () => {
  const selected = ['stateful-set.yaml', 'decider.yaml'].map((file) => {
    const { selector, template } = (parse(read(`kubernetes/${file}`)) as { readonly spec: Selecting }).spec;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    return JSON.stringify(selector);
  });
  expect(new Set(selected).size).toBe(2);
});

interface Selecting {
  readonly selector: { readonly matchLabels: object };
  readonly template: { readonly metadata: { readonly labels: object } };
}

test('FL7: the network around Chromium leads to names, Temporal and public addresses alone', () => {
  const { podSelector, policyTypes, egress } = (
    parse(read('kubernetes/network-policy.yaml')) as {
      readonly spec: {
        readonly podSelector: object;
        readonly policyTypes: readonly string[];
        readonly egress: readonly { readonly ports: readonly { readonly port: number }[] }[];
      };
    }
  ).spec;
  expect(podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'steadyhand' } });
  expect(policyTypes).toContain('Egress');
  expect(egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([53, 53, 7233, 80, 443]);
  expect(JSON.stringify(egress)).toContain('169.254.0.0/16');
});

test('FL7: the kustomization names files that exist', () => {
  const names = [...read('kubernetes/kustomization.yaml').matchAll(/^ +(?:# )?- (\S+\.yaml)$/gm)].map(([, name = '']) => name);
  expect(names).toHaveLength(6);
  for (const name of names) expect(read(`kubernetes/${name}`)).toMatch(/^kind: /m);
});

test('FL7: the unit has a folder for what is temporary, since it can write in none but its own', () => {
  const unit = read('systemd/steadyhand-worker.service');
  const temporary = /^Environment=TMPDIR=\/var\/lib\/(.+)$/m.exec(unit)?.[1];
  expect(/^StateDirectory=(.+)$/m.exec(unit)?.[1]?.split(' ')).toContain(temporary);
});

test('FL7: variables of the unit and of the manifests are read by the configuration, which accepts them', () => {
  const lines = [...read('systemd/steadyhand-worker.service').matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line);
  for (const text of [lines.join('\n'), read('kubernetes/worker.env')]) {
    const environment = Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
    const ours = Object.keys(environment).filter((name) => !name.startsWith('TEMPORAL_') && name !== 'TMPDIR');
    expect(ours.filter((name) => !variables.has(name))).toEqual([]);
    expect(loadConfig(environment, '/nowhere').logs.format).toBe('json');
  }
});

test('FL7: probes and scrapes go to the ports that the worker is told', () => {
  const { health, metrics: at } = loadConfig(
    Object.fromEntries([...read('kubernetes/worker.env').matchAll(/^(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value])),
    '/nowhere',
  );
  const pods = read('kubernetes/stateful-set.yaml');
  expect(health).toBe(`0.0.0.0:${/name: health\n +containerPort: (\d+)/.exec(pods)?.[1]}`);
  expect(at).toBe(`0.0.0.0:${/name: metrics\n +containerPort: (\d+)/.exec(pods)?.[1]}`);
  expect(read('kubernetes/service.yaml')).toContain(`prometheus.io/port: '${at?.split(':')[1]}'`);
});
