// The kills of the torture's schedule that apply to the baselines: pure. The same index and seed, so the same item, delay and moment; those left out
// strike what a baseline does not have.
import { killOf } from '../../../scripts/torture/schedule.mjs';

/** The torture's points, as phases of a program without a journal. */
const phases = {
  'before-intended': 'before-sent',
  'after-intended': 'before-sent',
  'after-dispatch': 'before-effect',
  'after-effect': 'before-reported',
  'before-done': 'before-reported',
  'before-completion': 'before-reported',
  random: 'random',
};

export const phaseNames = {
  'before-sent': 'before it is sent',
  'before-effect': 'sent, before the effect',
  'before-reported': 'after the effect, before it is reported',
  random: 'at random',
};

/** The first `kills` of the schedule that kill a worker at a point that all systems have. */
export function sharedKills({ seed, kills, items }) {
  const list = [];
  for (let index = 0; list.length < kills; index += 1) {
    const kill = killOf({ seed, index, items });
    if (kill.victim === 'worker' && kill.point in phases) list.push({ ...kill, phase: phases[kill.point] });
  }
  return list;
}
