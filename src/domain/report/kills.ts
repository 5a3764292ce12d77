// Workers that were lost under a run: told by the next one in their folder, or noticed because heartbeats stopped.
//
// kills-1. What was lost at the same host within moments of each other was lost in one death.
import { killedWorkerText } from '../device/recovery.js';
import { isoMs } from './iso-time.js';
import type { Kill } from './report.schema.js';
import type { ToldActivity, WorkflowStory } from './workflow-story.js';

const sameDeathMs = 15_000;

export function killsOf(stories: readonly WorkflowStory[]): readonly Kill[] {
  const lost = stories
    .flatMap(({ activities }) => activities)
    .filter((activity) => lossOf(activity) !== undefined)
    .sort((a, b) => ((a.ended?.at ?? '') < (b.ended?.at ?? '') ? -1 : 1));
  const kills: Kill[] = [];
  for (const activity of lost) {
    const kill = killOf(activity);
    if (!kill) continue;
    const last = kills.at(-1);
    const isSame = last?.host === kill.host && (isoMs(kill.before) ?? 0) - (isoMs(last.before) ?? 0) < sameDeathMs;
    if (isSame && last) kills[kills.length - 1] = merged(last, kill);
    else kills.push(kill);
  }
  return kills;
}

/** Undefined: the activity was not lost with its worker. */
export function lossOf({ end, timeout, message, lastFailure }: ToldActivity): Kill['kind'] | undefined {
  if (end === 'failed' && message === killedWorkerText) return 'kill';
  if (end === 'timed-out' && timeout === 'heartbeat') return 'silence';
  return lastFailure === killedWorkerText ? 'kill' : undefined;
}

function killOf(activity: ToldActivity): Kill | undefined {
  const { name, id, summary, started, scheduled, ended, identity } = activity;
  const kind = lossOf(activity);
  const begun = started ?? scheduled;
  const known = activity.end === 'completed' ? begun : ended;
  if (!kind || !known) return undefined;
  const work = /^perform/.test(id) ? `${id}${summary === undefined ? '' : ` (${summary})`}` : name;
  return { after: begun.at, before: known.at, host: hostOf(identity), kind, lost: [work], events: [begun, known] };
}

function merged(one: Kill, other: Kill): Kill {
  return {
    ...one,
    after: one.after > other.after ? one.after : other.after,
    before: one.before < other.before ? one.before : other.before,
    kind: one.kind === 'kill' || other.kind === 'kill' ? 'kill' : 'silence',
    lost: [...new Set([...one.lost, ...other.lost])],
    events: [...one.events, ...other.events],
  };
}

/** Workers call themselves `steadyhand-<host>`. */
export function hostOf(identity: string | undefined): string {
  return identity?.replace(/^steadyhand-/, '') ?? 'unknown';
}
