// Everything that people were asked, with who answered, when, and through which door. Known from Temporal's history: where their ids were
// drawn, the state of whoever waited, and the messages that came.
//
// asks-1. An answer is believed when the workflow stopped waiting after it: a wrong one changes nothing, and leaves it waiting.
// asks-2. While a person has taken over, what was asked stays asked. One that asked for hands is answered by handing back.
import { defined, grouped } from '../collections.js';
import { beginningOf } from '../human/request-id.js';
import { requestWords } from '../human/details.js';
import { recordOf, textOf, textsOf, refOf, type Data } from '../checks/read-stored.js';
import { byTime, isoMs, msBetween, slackMs } from './iso-time.js';
import type { Ask, EventRef, ReportHold } from './report.schema.js';
import type { HistoryFact, MessageEntry } from '../run/entry.js';

/** Messages that answer. */
const answering = new Set(['answer', 'confirm', 'respond_to_checkpoint']);

/** In the order in which they were asked. */
export function requestsOf(history: readonly HistoryFact[], pending?: unknown, holds: readonly ReportHold[] = []): readonly Ask[] {
  const messages = history
    .filter((entry) => entry.type === 'message')
    .filter(({ data: { name, sentBy } }) => answering.has(name) && sentBy !== undefined);
  const asked = history.filter((entry) => entry.type === 'asked');
  const known = new Map(asked.map(({ data, event }): [string, Ask] => [textOf(data['requestId']), { ...askOf(data), events: [event] }]));
  const open = recordOf(pending);
  if (open && !known.has(textOf(open['requestId']))) known.set(textOf(open['requestId']), askOf(open));
  const waits = waitsOf(history);
  for (const message of messages) {
    const id = requestIdIn(message);
    if (id !== '' && !known.has(id)) known.set(id, unshown(id, message, waits));
  }
  const isPending = (id: string): boolean => textOf(open?.['requestId']) === id;
  const told = [...known].map(([id, ask]) =>
    settled(ask, {
      messages: messages.filter((message) => requestIdIn(message) === id),
      ...{ waits, holds, isPending: isPending(id) },
    }),
  );
  const checkpoints = messages.filter(({ data }) => data.name === 'respond_to_checkpoint').map(checkpointOf);
  return [...told, ...checkpoints].sort((a, b) => byTime(a.requestedAt ?? a.answeredAt ?? '', b.requestedAt ?? b.answeredAt ?? ''));
}

function requestIdIn({ data }: MessageEntry): string {
  return textOf(recordOf(data.body)?.['requestId']);
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
    requestedAt: textOf(request['requestedAt']),
    state: 'waiting',
    events: [],
  };
}

/** Its text was shown in the run's details, which history does not keep. */
function unshown(id: string, { data, at }: MessageEntry, waits: readonly Wait[]): Ask {
  const wait = waits.findLast(({ from }) => from.at <= at);
  return {
    id: beginningOf(id),
    kind: data.name === 'answer' ? 'question' : 'approval',
    text: '',
    actions: [],
    values: [],
    requestedAt: wait?.from.at,
    state: 'waiting',
    events: wait ? [wait.from] : [],
  };
}

interface Wait {
  readonly from: EventRef;
  readonly to?: EventRef;
}

/** When a workflow began and ended; undefined: no history tells. Without a name it is the run's own, whose entries come first. */
export function lifeOf(
  history: readonly HistoryFact[],
  workflow = history[0]?.event.workflow,
): { readonly started: EventRef; readonly ended?: EventRef } | undefined {
  const bounds = history.filter(({ type, event }) => (type === 'started' || type === 'ended') && event.workflow === workflow);
  const [begin, last] = [bounds[0], bounds.at(-1)];
  return begin && { started: begin.event, ended: last?.type === 'ended' ? last.event : undefined };
}

/** When workflows waited for a person, by their search attribute. While somebody has taken over (HELD) one waits too, and what it had asked stays asked. */
export function waitsOf(history: readonly HistoryFact[]): readonly Wait[] {
  const states = history.filter((entry) => entry.type === 'state');
  return [...grouped(states, ({ event }) => event.workflow)].flatMap(([workflow, own]) =>
    waitsIn(
      own.map(({ data: { state }, event }) => ({ state, event })),
      lifeOf(history, workflow)?.ended,
    ),
  );
}

function waitsIn(states: readonly { readonly state: string; readonly event: EventRef }[], ended: EventRef | undefined): readonly Wait[] {
  const waits: Wait[] = [];
  let open: { readonly from: EventRef; readonly asked: string } | undefined;
  const close = (to: EventRef | undefined): void => {
    if (open) waits.push({ from: open.from, to });
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
  readonly messages: readonly MessageEntry[];
  readonly waits: readonly Wait[];
  readonly holds: readonly ReportHold[];
  readonly isPending: boolean;
}

/** asks-1, asks-2 */
function settled(ask: Ask, { messages, waits, holds, isPending }: Settling): Ask {
  if (isPending) return ask;
  const asked = isoMs(ask.requestedAt) ?? 0;
  const wait = waits.find(({ from, to }) => asked <= (isoMs(from.at) ?? 0) + slackMs && (!to || asked <= (isoMs(to.at) ?? 0)));
  const message = messages.findLast(({ at }) => !wait?.to || (isoMs(at) ?? 0) <= (isoMs(wait.to.at) ?? 0) + slackMs);
  const hold = ask.needsHands && !message && wait?.to ? holds.find(({ to }) => to !== undefined && (isoMs(to) ?? 0) >= asked) : undefined;
  if (hold) return answeredByHandBack(ask, hold);
  if (!message) return { ...ask, state: wait && wait.to === undefined ? 'waiting' : 'withdrawn' };
  const { name, through, sentBy } = message.data;
  const body = recordOf(message.data.body) ?? {};
  const isAnswer = name === 'answer';
  const answer = isAnswer ? textsOf(body['answers']).join('\n') || textOf(body['optionId']) : undefined;
  const [note, by] = [textOf(body['note']), textOf(body['by'])];
  const waited = msBetween(ask.requestedAt, message.at);
  return {
    ...ask,
    state: isAnswer ? 'answered' : body['approved'] === true ? 'approved' : 'rejected',
    answeredAt: message.at,
    ...defined({ waitedMs: waited, answer, note: note === '' ? undefined : note, by: by === '' ? undefined : by, sentBy }),
    through,
    events: [...ask.events, message.event],
  };
}

function answeredByHandBack(ask: Ask, { by, note, to = '', sentBy, events }: ReportHold): Ask {
  const waited = msBetween(ask.requestedAt, to);
  return {
    ...{ ...ask, state: 'answered', by, answeredAt: to, events: [...ask.events, ...events] },
    ...defined({ waitedMs: waited, answer: note, sentBy }),
  };
}

function checkpointOf({ data: { body, sentBy, through }, event }: MessageEntry): Ask {
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
