// Workers that were lost under a run, told by the next one in their folder or noticed because heartbeats stopped; and how the calls that did not simply return
// were settled, from what the steps recorded: what Temporal, the journal, the effect checks and the witnesses said, in order.
//
// losses-1. What was lost at the same host within moments of each other was lost in one death.
import { defined } from '../collections.js';
import { decisionText, evidenceText } from '../device/recovery.js';
import { type Data, listOf, numberOf, textOf } from '../checks/read-stored.js';
import { byTime, isoMs } from './iso-time.js';
import { killedWorkerText } from '../device/recovery.js';
import { type ActivityEntry, type HistoryFact, isStepEntry, type RunEntry } from '../run/entry.js';
import { agentName, eventsOfActivity, stepOf, workflowOf } from './agent-cards.js';
import { cardId } from './card.js';
import type { Kill, ReportRecovery } from './report.schema.js';

const sameDeathMs = 15_000;

/** losses-1 */
export function killsOf(history: readonly HistoryFact[]): readonly Kill[] {
  const lost = history
    .filter((entry) => entry.type === 'activity')
    .filter((activity) => lossOf(activity) !== undefined)
    .sort((a, b) => ((a.data.ended?.at ?? '') < (b.data.ended?.at ?? '') ? -1 : 1));
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
export function lossOf({ data: { end, timeout, message, lastFailure } }: ActivityEntry): Kill['kind'] | undefined {
  if (end === 'failed' && message === killedWorkerText) return 'kill';
  if (end === 'timed-out' && timeout === 'heartbeat') return 'silence';
  return lastFailure === killedWorkerText ? 'kill' : undefined;
}

function killOf(activity: ActivityEntry): Kill | undefined {
  const { name, id, summary, started, ended, end, identity } = activity.data;
  const kind = lossOf(activity);
  const begun = started ?? activity.event;
  const known = end === 'completed' ? begun : ended;
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

/** Of the steps that are recorded among the entries of the run; `history`: those that Temporal tells. */
export function recoveriesOf(run: string, entries: readonly RunEntry[], history: readonly HistoryFact[]): readonly ReportRecovery[] {
  return entries
    .filter(isStepEntry)
    .flatMap(({ seq, data }) => listOf(data['recovery']).map((recovery) => ({ ...stepOf(seq), recovery })))
    .flatMap(({ agent = '', step = 0, recovery }) => {
      const entry = recoveryOf(recovery);
      if (!entry) return [];
      const { events, verdicts } = heardOf(recovery, agent, history);
      const said = entry.said.map((each) =>
        each.who === 'journal' && verdicts.length > 0 ? { ...each, text: `${each.text}: ${verdicts.join(', ')}` } : each,
      );
      const outcome = outcomeOf(recovery['decision'], verdicts);
      return [{ ...entry, said, card: cardId(agentName(run, agent), step), events, ...defined({ outcome }) }];
    })
    .sort((a, b) => byTime(a.at, b.at));
}

/** A record of another version may have another form: it is left out. */
function recoveryOf(data: Data): ReportRecovery | undefined {
  const { at, kind } = data;
  if (typeof at !== 'string') return undefined;
  const [host, epoch] = [textOf(data['host']), numberOf(data['epoch'])];
  if (kind === 'device') {
    const text = data['same'] === true ? 'attached again, as it was' : 'another one was opened: what was on the old one is gone';
    return { at, work: 'the device', host, epoch, said: [{ who: 'device', text }], events: [] };
  }
  if (kind !== 'work') return undefined;
  const actions = textOf(data['actions']);
  const said: ReportRecovery['said'] = [
    { who: 'Temporal' as const, text: evidenceText(data['evidence']) },
    { who: 'journal' as const, text: evidenceText(data['journal']) },
    { who: 'effect check' as const, text: evidenceText(data['check']) },
    { who: 'witness' as const, text: textOf(data['witness']) },
    { who: 'decision' as const, text: decisionText(data['decision']) },
  ].filter(({ text }) => text !== '');
  const work = textOf(data['work']);
  return { at, work: actions === '' ? work : `${work} (${actions})`, attempt: numberOf(data['attempt']), host, epoch, said, events: [] };
}

/** Undefined: it was sent again, or never ran. */
function outcomeOf(decision: unknown, verdicts: readonly string[]): string | undefined {
  if (decision === 'accept-unknown') return 'unknown';
  return decision === 'use-journal' ? verdicts.at(-1) : undefined;
}

interface Heard {
  readonly events: ReportRecovery['events'];
  /** What the journal told. */
  readonly verdicts: readonly string[];
}

/** Of the activity that was lost, and of the question to the journal that followed it. */
function heardOf(data: Data, agent: string, history: readonly HistoryFact[]): Heard {
  if (data['kind'] !== 'work') return { events: [], verdicts: [] };
  const [work, at] = [textOf(data['work']), textOf(data['at'])];
  const workflow = workflowOf({ agent, history });
  const activities = history
    .filter((entry) => entry.type === 'activity')
    .filter(({ event }) => event.workflow === workflow && event.at <= at);
  const own = activities.findLast(({ data: { id, name } }) => id === work || name === work);
  const after = own?.data.ended?.at ?? own?.at;
  const asked = activities.findLast(
    (one) => one.data.name === 'outcomeOf' && data['journal'] !== undefined && after !== undefined && one.at >= after,
  );
  const events = [...(own ? eventsOfActivity(own) : []), asked?.data.ended].filter((event) => event !== undefined);
  return { events, verdicts: asked?.data.verdicts ?? [] };
}

/** Hosts have ids of 26 digits; the last ones tell them apart. */
export function shortHost(host: string): string {
  return host.length > 14 ? `…${host.slice(-6)}` : host;
}
