// The metrics that the dashboard and the alert rules ask for.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { metricsIn } from './promql.js';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url)), 'utf8');

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

export function shippedExpressions(): readonly (readonly [name: string, expression: string])[] {
  const { panels } = JSON.parse(read('grafana/steadyhand.json')) as Dashboard;
  const { groups } = parse(read('prometheus/alerts.yml')) as Rules;
  return [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ];
}

/** Without the suffixes of a histogram's series. */
export function shippedMetrics(): readonly string[] {
  const names = shippedExpressions().flatMap(([, expression]) => metricsIn(expression));
  return [...new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')))].filter((name) => name !== 'up').sort();
}
