// Everything that people were asked, with who answered, when, and through which door. Known from Temporal's history: where their ids were
// drawn, the state of whoever waited, and the messages that came.
//
// asks-1. An answer is believed when the workflow stopped waiting after it: a wrong one changes nothing, and leaves it waiting.
// asks-2. While a person has the wheel, what was asked stays asked. One that asked for hands is answered by handing back.
import { defined } from '../collections.js';
import { beginningOf } from '../human/request-id.js';
import { requestWords } from '../human/request-words.js';
import { recordOf, textOf, textsOf, refOf, type Data } from '../checks/recorded-data.js';
import { byTime, isoMs, msBetween, slackMs } from './iso-time.js';
import type { Ask, EventRef, ReportHold } from './report.schema.js';
import type { ToldMessage, WorkflowStory } from './workflow-story.js';

/** Messages that answer. */
const answering = new Set(['answer', 'confirm', 'respond_to_checkpoint']);

/** In the order in which they were asked. */
export function asksOf(stories: readonly WorkflowStory[], pending?: unknown, holds: readonly ReportHold[] = []): readonly Ask[] {
  const messages = stories.flatMap((story) => story.messages).filter(({ name, sentBy }) => answering.has(name) && sentBy !== undefined);
  const known = new Map<string, Ask>();
  for (const { asks } of stories) {
    for (const { body, event } of asks) {
      const request = recordOf(recordOf(body)?.['request']);
      if (request) known.set(textOf(request['requestId']), { ...askOf(request), events: [event] });
    }
  }
  const open = recordOf(pending);
  if (open && !known.has(textOf(open['requestId']))) known.set(textOf(open['requestId']), askOf(open));
  for (const message of messages) {
    const id = textOf(recordOf(message.body)?.['requestId']);
    if (id !== '' && !known.has(id)) known.set(id, unshown(id, message, stories));
  }
  const waits = stories.flatMap(waitsOf);
  const isPending = (id: string): boolean => textOf(open?.['requestId']) === id;
  const told = [...known].map(([id, ask]) =>
    settled(ask, {
      messages: messages.filter(({ body }) => textOf(recordOf(body)?.['requestId']) === id),
      ...{ waits, holds, isPending: isPending(id) },
    }),
  );
  const checkpoints = messages.filter(({ name }) => name === 'respond_to_checkpoint').map(checkpointOf);
  return [...told, ...checkpoints].sort((a, b) => byTime(a.askedAt ?? a.answeredAt ?? '', b.askedAt ?? b.answeredAt ?? ''));
}

function askOf(request: Data): Ask {
  const { about, actions, screen } = requestWords(request);
  return {
    id: beginningOf(textOf(request['requestId'])),
    kind: request['kind'] === 'question' ? 'question' : 'approval',
    needsHands: request['needsHands'] === true ? true : undefined,
    text: about.join('\n'),
    actions,
    values: screen,
    picture: refOf(request['screenshot']) ?? refOf(recordOf(request['facts'])?.['picture']),
    askedAt: textOf(request['askedAt']),
    state: 'waiting',
    events: [],
  };
}

/** Its text was shown in the run's details, which history does not keep. */
function unshown(id: string, message: ToldMessage, stories: readonly WorkflowStory[]): Ask {
  const wait = stories.flatMap(waitsOf).findLast(({ from }) => from.at <= message.event.at);
  return {
    id: beginningOf(id),
    kind: message.name === 'answer' ? 'question' : 'approval',
    text: '',
    actions: [],
    values: [],
    askedAt: wait?.from.at,
    state: 'waiting',
    events: wait ? [wait.from] : [],
  };
}

interface Wait {
  readonly workflow: string;
  readonly from: EventRef;
  readonly to?: EventRef;
}

/** When a workflow waited for a person, by its search attribute. While somebody has the wheel (HELD) it waits too, and what it had asked stays asked. */
export function waitsOf({ workflow, states, ended }: WorkflowStory): readonly Wait[] {
  const waits: Wait[] = [];
  let open: { readonly from: EventRef; readonly asked: string } | undefined;
  const close = (to: EventRef | undefined): void => {
    if (open) waits.push({ workflow, from: open.from, to });
    open = undefined;
  };
  for (const { state, event } of states) {
    const asks = state === 'PENDING' || state === 'CONFIRM';
    const goesOn = open && (state === 'HELD' || (asks && (open.asked === state || open.asked === '')));
    if (!goesOn) close(event);
    if (asks || state === 'HELD') open = { from: open?.from ?? event, asked: asks ? state : (open?.asked ?? '') };
  }
  close(ended);
  return waits;
}

interface Settling {
  readonly messages: readonly ToldMessage[];
  readonly waits: readonly Wait[];
  readonly holds: readonly ReportHold[];
  readonly isPending: boolean;
}

/** asks-1, asks-2 */
function settled(ask: Ask, { messages, waits, holds, isPending }: Settling): Ask {
  if (isPending) return ask;
  const asked = isoMs(ask.askedAt) ?? 0;
  const wait = waits.find(({ from, to }) => asked <= (isoMs(from.at) ?? 0) + slackMs && (!to || asked <= (isoMs(to.at) ?? 0)));
  const message = messages.findLast(({ event }) => !wait?.to || (isoMs(event.at) ?? 0) <= (isoMs(wait.to.at) ?? 0) + slackMs);
  const hold = ask.needsHands && !message && wait?.to ? holds.find(({ to }) => to !== undefined && (isoMs(to) ?? 0) >= asked) : undefined;
  if (hold) return answeredByHand(ask, hold);
  if (!message) return { ...ask, state: wait && wait.to === undefined ? 'waiting' : 'withdrawn' };
  const body = recordOf(message.body) ?? {};
  const isAnswer = message.name === 'answer';
  const answer = isAnswer ? textsOf(body['answers']).join('\n') || textOf(body['optionId']) : undefined;
  const [note, by] = [textOf(body['note']), textOf(body['by'])];
  const waited = msBetween(ask.askedAt, message.event.at);
  return {
    ...ask,
    state: isAnswer ? 'answered' : body['approved'] === true ? 'approved' : 'rejected',
    answeredAt: message.event.at,
    ...defined({ waitedMs: waited, answer, note: note === '' ? undefined : note, by: by === '' ? undefined : by, sentBy: message.sentBy }),
    through: message.through,
    events: [...ask.events, message.event],
  };
}

function answeredByHand(ask: Ask, { by, note, to = '', sentBy, events }: ReportHold): Ask {
  const waited = msBetween(ask.askedAt, to);
  return {
    ...{ ...ask, state: 'answered', by, answeredAt: to, events: [...ask.events, ...events] },
    ...defined({ waitedMs: waited, answer: note, sentBy }),
  };
}

function checkpointOf({ body, event, sentBy, through }: ToldMessage): Ask {
  const data = recordOf(body) ?? {};
  const by = textOf(data['by']);
  return {
    id: textOf(data['checkpoint_id']) || 'checkpoint',
    kind: 'checkpoint',
    text: `Checkpoint ${textOf(data['checkpoint_id'])}`,
    actions: [],
    values: [],
    answeredAt: event.at,
    state: 'answered',
    answer: textOf(data['option_id']),
    by: by === '' ? undefined : by,
    sentBy,
    through,
    events: [event],
  };
}
