// The results of all kills, as a table and as figures: pure.
import { median } from '../lib/median.mjs';
import { columns } from './classing.mjs';
import { afterLease, points } from './schedule.mjs';

export const headings = {
  once: 'ran once',
  notAtAll: 'not at all, said so',
  unknown: 'unknown, said so',
  twice: 'TWICE',
  lost: 'LOST IN SILENCE',
};

/**
 * @param {readonly { point: string, victim: string, column: string, ms: number, finished: boolean }[]} kills
 * @param {number} calmMs what an undisturbed run takes at the median
 */
export function summarize(kills, calmMs) {
  const of = (list) => ({
    kills: list.filter(({ column }) => column !== 'missed').length,
    missed: list.filter(({ column }) => column === 'missed').length,
    ...Object.fromEntries(columns.map((column) => [column, list.filter((each) => each.column === column).length])),
    extraSeconds: secondsOf(list.filter(({ column }) => column !== 'missed').map(({ ms }) => ms - calmMs)),
  });
  return {
    byPoint: [...points, afterLease].map((point) => ({ point, ...of(kills.filter((each) => each.point === point)) })),
    byVictim: ['worker', 'driver', 'host', 'server', 'hand', 'frozen worker'].map((victim) => ({
      victim,
      ...of(kills.filter((each) => each.victim === victim)),
    })),
    all: of(kills),
    unfinished: kills.filter(({ finished }) => !finished).length,
  };
}

/** Whether the promise held: nothing twice, nothing lost, every run ended. */
export function isGood({ all, unfinished }) {
  return all.twice === 0 && all.lost === 0 && unfinished === 0;
}

/** @returns {{ head: readonly string[], rows: readonly (readonly string[])[] }} */
export function rowsOf({ byPoint, byVictim, all }, by = 'point') {
  const list = by === 'point' ? byPoint : byVictim;
  const row = (name, each) => [
    name,
    String(each.kills),
    ...columns.map((column) => String(each[column])),
    each.extraSeconds === undefined ? '' : each.extraSeconds.toFixed(1),
  ];
  return {
    head: [by === 'point' ? 'killed' : 'victim', 'kills', ...columns.map((column) => headings[column]), 'extra s, median'],
    rows: [
      ...list.filter(({ kills, missed }) => kills + missed > 0).map((each) => row((each.point ?? each.victim).replaceAll('-', ' '), each)),
      row('all', all),
    ],
  };
}

function secondsOf(differences) {
  const value = median(differences);
  return value === undefined ? undefined : Math.round(value / 10) / 100;
}
