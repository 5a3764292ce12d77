// What operational scenes have counted (test/support/operations.ts), as one table.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';

const sums = ['runs', 'pressed', 'twice', 'lost', 'unknown', 'failed'];

/** A folder for one run of the scenes: what they tell goes there while `STEADYHAND_OPERATIONS` names it. */
export function operationsFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-operations-'));
  return { folder, told: () => toldIn(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function toldIn(folder) {
  const file = join(folder, 'counts.jsonl');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
}

/** One row a scene, in the order of what was told first; what several tests tell of it is added up. */
export function rowsOf(told) {
  const rows = new Map();
  for (const { scene, struck, seed, ...counts } of told) {
    const row = rows.get(scene) ?? { scene, struck: {}, seeds: new Set(), ...Object.fromEntries(sums.map((key) => [key, 0])) };
    for (const key of sums) row[key] += counts[key];
    for (const [what, times] of Object.entries(struck)) row.struck[what] = (row.struck[what] ?? 0) + times;
    if (seed !== undefined) row.seeds.add(seed);
    rows.set(scene, row);
  }
  return [...rows.values()];
}

export function operationsTable(told) {
  const rows = rowsOf(told);
  const all = Object.fromEntries(sums.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)]));
  const table = new Table({
    head: ['scene', ...sums, 'seed', 'struck'],
    colAligns: ['left', ...sums.map(() => 'right'), 'right', 'left'],
    style: { head: [], border: [] },
  });
  for (const row of rows) {
    const struck = Object.entries(row.struck).map(([what, times]) => `${times} × ${what}`);
    table.push([row.scene, ...sums.map((key) => row[key]), [...row.seeds].join(', '), struck.join('\n')]);
  }
  table.push(['all', ...sums.map((key) => all[key]), '', '']);
  return table.toString();
}
