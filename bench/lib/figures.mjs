// Figures: medians, ratios, targets, and how they are shown.
import Table from 'cli-table3';

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} ours
 * @property {number} [baseline]
 * @property {string} unit
 * @property {number} [ratio] ours ÷ baseline
 * @property {string} [target] in readable form
 * @property {boolean} [met] absent: shown with the others, without a target
 */

/** Ours against a baseline measured in the same run. `limit` is the limit of the ratio: `{ atMost }` or `{ atLeast }`. */
export function compared(name, unit, ours, baseline, limit) {
  const ratio = ours / baseline;
  return { name, ours, baseline, unit, ratio, ...judged(ratio, limit, (value) => `${value} ×`) };
}

/** A figure without a baseline. */
export function plain(name, unit, ours, limit) {
  return { name, ours, unit, ...judged(ours, limit, (value) => `${number(value)} ${unit}`) };
}

function judged(value, limit, show) {
  if (limit === undefined) return {};
  if (limit.atMost !== undefined) return { target: `≤ ${show(limit.atMost)}`, met: value <= limit.atMost };
  return { target: `≥ ${show(limit.atLeast)}`, met: value >= limit.atLeast };
}

export function table(figures) {
  const rows = new Table({
    head: ['figure', 'ours', 'baseline', 'ratio', 'target', 'met'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [] },
  });
  for (const { name, ours, baseline, unit, ratio, target, met } of figures)
    rows.push([
      name,
      `${number(ours)} ${unit}`,
      baseline === undefined ? '' : `${number(baseline)} ${unit}`,
      ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
      target ?? '',
      met === undefined ? '' : met ? 'yes' : 'MISSED',
    ]);
  return rows.toString();
}

function number(value) {
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(value < 10 ? 2 : 1);
}
