// When a person had taken over a run, from Temporal's history alone: who took it and gave it back, and each act with what became of it.
//
// holds-1. What was typed came sealed, and is not opened for anybody: it is told as that something was typed.
// holds-2. A hold ends by `handBack`, or when the run no longer is HELD: then its time was up.
import { personWords } from '../action/actions.js';
import { parseHandBack, parseTakeOver } from '../take-over/messages.js';
import { parseAct, personActText } from '../take-over/person-act.js';
import type { PersonAction } from '../take-over/person-action.js';
import { assertNever } from '../errors/assert-never.js';
import { capital, recordOf, refOf, textOf, type Data } from '../checks/read-stored.js';
import type { ActivityEntry, HistoryFact, MessageEntry } from '../run/entry.js';
import { eventsOfActivity } from './agent-cards.js';
import { lifeOf } from './requests.js';
import { blankCard } from './card.js';
import { byTime, isoMs, msBetween, slackMs } from './iso-time.js';
import type { Box, EventRef, ReportCard, ReportHold } from './report.schema.js';

/** In the order in which they began. */
export function holdsOf(history: readonly HistoryFact[]): readonly ReportHold[] {
  const own = history.filter(({ event }) => event.workflow === history[0]?.event.workflow);
  const acts = actsOf(history);
  const holds: ReportHold[] = [];
  for (const message of messagesIn(own).filter(({ data: { name, through } }) => name === 'takeOver' && through === 'update')) {
    const last = holds.at(-1);
    const isHeldByNow = last && (last.to === undefined || last.to > message.at);
    const hold = isHeldByNow ? undefined : holdOf(own, message, acts);
    if (hold) holds.push(hold);
  }
  return holds;
}

function messagesIn(history: readonly HistoryFact[]): readonly MessageEntry[] {
  return history.filter((entry) => entry.type === 'message');
}

/** `own`: the history of the run's own workflow. */
function holdOf(
  own: readonly HistoryFact[],
  { data: { body, sentBy }, event }: MessageEntry,
  acts: readonly PersonsAct[],
): ReportHold | undefined {
  const taken = parseTakeOver(body);
  if ('malformed' in taken) return undefined;
  const { by, reason } = taken;
  const ended = lifeOf(own)?.ended;
  const states = own.filter((entry) => entry.type === 'state');
  const since = states.findIndex(({ data: { state }, at }) => state === 'HELD' && at >= event.at);
  const freed = since < 0 ? undefined : states.slice(since).find(({ data: { state } }) => state !== 'HELD')?.event;
  const latest = freed && (isoMs(freed.at) ?? 0) + slackMs;
  const handed = messagesIn(own).find(
    ({ data: { name }, at }) => name === 'handBack' && at >= event.at && (latest === undefined || (isoMs(at) ?? 0) <= latest),
  );
  const end = handed?.event ?? freed ?? ended;
  const [to, heldMs] = [end?.at, msBetween(event.at, end?.at)];
  const back = handed && parseHandBack(handed.data.body);
  const { note = '', by: returnedBy = by } = back && 'note' in back ? back : {};
  return {
    ...{ by, reason, from: event.at },
    to,
    heldMs,
    state: handed ? 'handed-back' : freed ? 'ran-out' : ended ? 'ended' : 'held',
    note: note === '' ? undefined : note,
    returnedBy: returnedBy === by ? undefined : returnedBy,
    sentBy,
    acts: acts.filter(({ at }) => at >= event.at && (to === undefined || at <= to)).map(told),
    events: [event, ...(end ? [end] : [])],
  };
}

/** In one sentence, which begins in English: a name in Hebrew or Arabic would turn it around. */
export function holdEnd({ state, note, returnedBy }: ReportHold): string {
  const who = returnedBy === undefined ? 'It was handed back' : `It was handed back by ${returnedBy}`;
  switch (state) {
    case 'held':
      return 'It has not been handed back yet';
    case 'handed-back':
      return `${who}${note === undefined ? ', without a note' : `: ${note}`}`;
    case 'ran-out':
      return 'Nobody handed it back: its time was up, and the run went on by itself';
    case 'ended':
      return 'The run ended meanwhile';
    default:
      return assertNever(state);
  }
}

interface PersonsAct {
  readonly at: string;
  readonly by: string;
  readonly number: number;
  readonly action: PersonAction;
  /** Undefined: it never returned. */
  readonly reply: Data | undefined;
  readonly before: string | undefined;
  readonly events: readonly EventRef[];
}

/** Of the run and whatever works for it, oldest first. */
function actsOf(history: readonly HistoryFact[]): readonly PersonsAct[] {
  const messages = messagesIn(history)
    .filter(({ data: { name, through } }) => through === 'update' && (name === 'act' || name === 'look'))
    .sort((a, b) => byTime(a.at, b.at));
  const works = history.filter((entry) => entry.type === 'activity').filter(({ data: { name } }) => name === 'personAct');
  const acts: PersonsAct[] = [];
  let seen: string | undefined;
  for (const { data, event } of messages) {
    const { name, body, reply, replied } = data;
    const answer = recordOf(reply);
    const parsed = name === 'act' ? parseAct(body) : undefined;
    if (parsed && 'action' in parsed) {
      const number = acts.length + 1;
      const done = [event, ...workEvents(works, event.at, replied?.at), ...(replied ? [replied] : [])];
      acts.push({ at: event.at, ...parsed, number, reply: answer, before: seen, events: done });
    }
    seen = pictureIn(name === 'act' ? recordOf(answer?.['look']) : answer) ?? seen;
  }
  return acts;
}

/** Of the activity that did it. */
function workEvents(works: readonly ActivityEntry[], from: string, to: string | undefined): readonly EventRef[] {
  const work = works.find(({ at }) => at >= from && (to === undefined || at <= to));
  return work ? eventsOfActivity(work) : [];
}

function pictureIn(look: Data | undefined): string | undefined {
  return refOf(look?.['picture']);
}

function told({ at, number, action, reply }: PersonsAct): ReportHold['acts'][number] {
  const outcome = recordOf(reply?.['outcome']);
  const [status, message, approved] = [textOf(outcome?.['status']), textOf(outcome?.['message']), textOf(reply?.['approved'])];
  return {
    ...{ at, text: personWords[action.type].words(action, textOf(reply?.['on'])), card: cardOf(number) },
    outcome: status === '' ? undefined : status,
    message: message === '' ? undefined : message,
    approved: approved === '' ? undefined : approved,
  };
}

function cardOf(number: number): string {
  return `act-${number}`;
}

/** What people did, as cards among the steps. */
export function actCards(history: readonly HistoryFact[], holds: readonly ReportHold[]): readonly ReportCard[] {
  const shown = new Set(holds.flatMap(({ acts }) => acts.map(({ card }) => card)));
  return actsOf(history).flatMap((act) => (shown.has(cardOf(act.number)) ? [actCard(act)] : []));
}

function actCard(act: PersonsAct): ReportCard {
  const { number, at, by, action, reply, before, events } = act;
  const { text, outcome, message, approved } = told(act);
  const after = pictureIn(recordOf(reply?.['look']));
  const ms = msBetween(events[0]?.at, events.at(-1)?.at);
  return {
    ...blankCard,
    ...{ id: cardOf(number), kind: 'act', agent: by, number, at, title: capital(text) },
    actions: [{ text: personActText(action), outcome, effect: message }],
    comment:
      action.type === 'text' ? 'What was typed stands nowhere. Fields that hold secrets or what a person typed are grey in pictures.' : '',
    notes: approved === undefined ? [] : [`Approved by ${by}, who did it by hand: it ${approved}.`],
    pictures: { before, after },
    frames: before === undefined ? [] : framesOf(action),
    phases: ms === undefined ? [] : [{ name: 'acting', ms }],
    flags: ['by-hand', ...(outcome === 'failed' ? (['failed'] as const) : []), ...(outcome === 'unknown' ? (['unknown'] as const) : [])],
    events,
  };
}

/** px: half of what is framed around a point. */
const around = 14;

function framesOf(action: PersonAction): readonly Box[] {
  const points = 'at' in action ? [action.at] : 'from' in action ? [action.from, action.to] : [];
  return points.map(({ x, y }) => ({ x: Math.max(0, x - around), y: Math.max(0, y - around), width: 2 * around, height: 2 * around }));
}
