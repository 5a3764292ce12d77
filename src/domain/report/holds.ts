// When a person had the wheel of a run, from Temporal's history alone: who took it and gave it back, and each act with what became of it.
//
// holds-1. What was typed came sealed, and is not opened for anybody: it is told as that something was typed.
// holds-2. A hold ends by `handBack`, or when the run no longer is HELD: then its time was up.
import { personWords } from '../action/actions.js';
import { defined } from '../collections.js';
import { parseHandBack, parseTakeOver } from '../wheel/messages.js';
import { parseAct, personActText } from '../wheel/person-act.js';
import type { PersonAction } from '../wheel/person-action.js';
import { assertNever } from '../errors/assert-never.js';
import { recordOf, refOf, textOf, type Data } from '../checks/recorded-data.js';
import { byTime, isoMs, msBetween, slackMs } from './iso-time.js';
import type { Box, EventRef, ReportCard, ReportHold } from './report.schema.js';
import type { ToldActivity, ToldMessage, WorkflowStory } from './workflow-story.js';

/** In the order in which they began. */
export function holdsOf(stories: readonly WorkflowStory[]): readonly ReportHold[] {
  const [run] = stories;
  if (!run) return [];
  const acts = actsOf(stories);
  const holds: ReportHold[] = [];
  for (const message of run.messages.filter(({ name, through }) => name === 'takeOver' && through === 'update')) {
    const last = holds.at(-1);
    const isHeldByNow = last && (last.to === undefined || last.to > message.event.at);
    const hold = isHeldByNow ? undefined : holdOf(run, message, acts);
    if (hold) holds.push(hold);
  }
  return holds;
}

function holdOf(run: WorkflowStory, { body, event, sentBy }: ToldMessage, acts: readonly PersonsAct[]): ReportHold | undefined {
  const taken = parseTakeOver(body);
  if ('malformed' in taken) return undefined;
  const { by, reason } = taken;
  const since = run.states.findIndex(({ state, event: changed }) => state === 'HELD' && changed.at >= event.at);
  const freed = since < 0 ? undefined : run.states.slice(since).find(({ state }) => state !== 'HELD')?.event;
  const latest = freed && (isoMs(freed.at) ?? 0) + slackMs;
  const handed = run.messages.find(
    ({ name, event: given }) => name === 'handBack' && given.at >= event.at && (latest === undefined || (isoMs(given.at) ?? 0) <= latest),
  );
  const end = handed?.event ?? freed ?? run.ended;
  const [to, heldMs] = [end?.at, msBetween(event.at, end?.at)];
  const back = handed && parseHandBack(handed.body);
  const { note = '', by: returnedBy = by } = back && 'note' in back ? back : {};
  return {
    ...{ by, reason, from: event.at },
    to,
    heldMs,
    state: handed ? 'handed-back' : freed ? 'ran-out' : run.ended ? 'ended' : 'held',
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
function actsOf(stories: readonly WorkflowStory[]): readonly PersonsAct[] {
  const messages = stories
    .flatMap((story) => story.messages)
    .filter(({ name, through }) => through === 'update' && (name === 'act' || name === 'look'))
    .sort((a, b) => byTime(a.event.at, b.event.at));
  const works = stories.flatMap(({ activities }) => activities).filter(({ name }) => name === 'personAct');
  const acts: PersonsAct[] = [];
  let seen: string | undefined;
  for (const { name, body, event, reply, replied } of messages) {
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
function workEvents(works: readonly ToldActivity[], from: string, to: string | undefined): readonly EventRef[] {
  const work = works.find(({ scheduled }) => scheduled.at >= from && (to === undefined || scheduled.at <= to));
  return [work?.scheduled, work?.started, work?.ended].filter((event) => event !== undefined);
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
export function actCards(stories: readonly WorkflowStory[], holds: readonly ReportHold[]): readonly ReportCard[] {
  const shown = new Set(holds.flatMap(({ acts }) => acts.map(({ card }) => card)));
  return actsOf(stories).flatMap((act) => (shown.has(cardOf(act.number)) ? [actCard(act)] : []));
}

function actCard(act: PersonsAct): ReportCard {
  const { number, at, by, action, reply, before, events } = act;
  const { text, outcome, message, approved } = told(act);
  const after = pictureIn(recordOf(reply?.['look']));
  const ms = msBetween(events[0]?.at, events.at(-1)?.at);
  return {
    ...{ id: cardOf(number), kind: 'act', agent: by, number, at, title: `${text.charAt(0).toUpperCase()}${text.slice(1)}`, status: '' },
    ...{ subtask: '', thought: '', comment: '', result: '', questions: [], failures: [], recovery: [], details: [] },
    actions: [
      {
        text: personActText(action),
        outcome,
        effect: message,
      },
    ],
    ...defined({
      comment:
        action.type === 'text'
          ? 'What was typed stands nowhere. Fields that hold secrets or what a person typed are grey in pictures.'
          : undefined,
    }),
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
