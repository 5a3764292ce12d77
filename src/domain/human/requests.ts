// One way to ask a person, for every engine (docs/design/overview.md §5). A request is pending until an accepted answer, its timeout, or the run's end.
//
// asked-1. Signal and Update lead to the same reducer: a wrong message changes nothing, and the reply says what is pending, without its id.
// asked-2. An answer names a request id, which is used once; ids are unique over a chain of runs (the counter is carried over).
// asked-3. One request is pending at a time in the workflow that asks.
// asked-4. An answer is valid only for what its request shows: when something else is asked, a request that is still pending is withdrawn.
// asked-5. A question with options takes one of them, by id or label; the id is passed on.
import type { ControlRef } from '../ui/control.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { EarlierApproval, Remembering } from './approvals.js';
import type { Message, Remember } from './message.js';
import { withoutSecret, requestIdOf } from './request-id.js';
import { type Data, recordOf, textOf } from '../checks/read-stored.js';

interface RequestBase {
  readonly requestId: string;
  /** ISO 8601, UTC. */
  readonly requestedAt: string;
}

export interface QuestionRequest extends RequestBase {
  readonly kind: 'question';
  readonly questions: readonly string[];
  /** The options of its only question: no other answer is accepted. */
  readonly options?: readonly RequestOption[];
  /** It is to be done on the screen (a captcha, a code), by whoever takes over. */
  readonly needsHands?: true;
}

interface RequestOption {
  readonly id: string;
  readonly label: string;
}

export interface ConfirmationRequest extends RequestBase {
  readonly kind: 'confirmation';
  /** Why it is asked. */
  readonly reason: string;
  /** Exactly what an approval runs. */
  readonly actions: readonly {
    readonly function: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly target?: { readonly label: string; readonly role: string; readonly name: string };
  }[];
  /** With the target in a frame, where it is known. */
  readonly screenshot?: ArtifactRef;
  /** What was read on the screen. Absent: nothing on a screen. */
  readonly facts?: Facts;
  /** The reason is the model's own. */
  readonly byModel?: true;
  /** Absent: nothing is known that an approval could be remembered by. */
  readonly remembering?: Remembering;
}

export type PendingRequest = QuestionRequest | ConfirmationRequest;

/** What a person is asked. */
export type Ask =
  | {
      readonly kind: 'question';
      readonly questions: readonly string[];
      readonly options?: readonly RequestOption[];
      readonly needsHands?: true;
    }
  | {
      readonly kind: 'confirmation';
      readonly actions: readonly {
        readonly function: string;
        readonly args: Readonly<Record<string, unknown>>;
        readonly target?: ControlRef;
      }[];
      readonly reason: string;
      readonly facts?: Facts;
      readonly byModel?: true;
      readonly remembering?: Remembering;
    };

export interface Confirmed {
  readonly type: 'confirmed';
  readonly approved: boolean;
  readonly note: string;
  /** Who decided. */
  readonly by?: string;
  readonly remember?: Remember;
  /** The earlier approval that let it run: nobody was asked. */
  readonly before?: EarlierApproval;
}

export type Reception =
  | {
      readonly accepted: true;
      readonly event: { readonly type: 'answered'; readonly answers: readonly string[] } | Confirmed;
    }
  | { readonly accepted: false; readonly text: string };

/** Whether the request asks for exactly this. Labels change with each observation, so they are ignored. */
export function isRequestFor(pending: PendingRequest, ask: Ask): boolean {
  if (pending.kind === 'question')
    return ask.kind === 'question' && isSame(pending.questions, ask.questions) && isSame(pending.options, ask.options);
  return ask.kind === 'confirmation' && pending.reason === ask.reason && isSame(pending.actions.map(shown), ask.actions.map(shown));
}

function shown({
  function: name,
  args,
  target,
}: (Ask & { readonly kind: 'confirmation' })['actions'][number] | ConfirmationRequest['actions'][number]): unknown {
  return [name, args, target?.role, target?.name];
}

/** Both have been through JSON, or will be. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a message does to the pending request, if anything. */
export function receive(pending: PendingRequest | undefined, message: Message): Reception {
  if (!pending) return refuse(`Nothing is asked at the moment, so '${message.requestId}' cannot be answered.`);
  if (message.requestId !== pending.requestId)
    return refuse(
      `'${message.requestId}' is not what is asked now; pending is ${describe(pending)}. Its whole id is needed: the query \`progress\` and the run's details have it.`,
    );
  switch (message.type) {
    case 'answer':
      if (pending.kind !== 'question')
        return refuse(
          `'${pending.requestId}' asks for a confirmation: send confirm {"requestId": "${pending.requestId}", "approved": true | false}.`,
        );
      return pending.options
        ? chosen(pending.options, message.answers)
        : { accepted: true, event: { type: 'answered', answers: message.answers } };
    case 'confirm':
      if (pending.kind !== 'confirmation')
        return refuse(`'${pending.requestId}' asks a question: send answer {"requestId": "${pending.requestId}", "answers": ["…"]}.`);
      return confirmed(pending, message);
  }
}

function confirmed(pending: ConfirmationRequest, { approved, note, by, remember }: Message & { readonly type: 'confirm' }): Reception {
  const not = remember && notRemembered(pending);
  if (not !== undefined) return refuse(`${not} Approve it for this once, without "remember" (\`--for\`).`);
  return {
    accepted: true,
    event: { type: 'confirmed', approved, note, by, remember },
  };
}

/** Why its approval cannot be remembered, as a sentence; undefined: it can. */
export function notRemembered({ remembering }: Pick<ConfirmationRequest, 'remembering'>): string | undefined {
  if (remembering && 'what' in remembering) return undefined;
  return `This approval cannot be remembered: ${remembering?.not ?? 'it aims at no control that could be told again'}.`;
}

/** asked-5. */
function chosen(options: readonly RequestOption[], answers: readonly string[]): Reception {
  const [answer = ''] = answers;
  const words = (text: string): string => text.trim().toLowerCase();
  const option = options.find(({ id }) => id === answer.trim()) ?? options.find(({ label }) => words(label) === words(answer));
  if (!option || answers.length !== 1)
    return refuse(`'${answers.join(' / ')}' is none of the options: ${options.map(({ id, label }) => `${id} (${label})`).join(', ')}.`);
  return { accepted: true, event: { type: 'answered', answers: [option.id] } };
}

function describe(pending: PendingRequest): string {
  const what = pending.kind === 'question' ? pending.questions.join(' / ') : pending.actions.map((action) => action.function).join(', ');
  return `${pending.kind} '${withoutSecret(pending.requestId)}' (${what})`;
}

function refuse(text: string): Reception {
  return { accepted: false, text };
}

/** Value of the search attribute `SteadyhandState`. */
export function stateOfRequest(pending: PendingRequest | undefined): 'RUNNING' | 'PENDING' | 'CONFIRM' {
  if (!pending) return 'RUNNING';
  return pending.kind === 'question' ? 'PENDING' : 'CONFIRM';
}

/** What was read on the screen about an action that a person is asked about: by the product, not by what a model says of it. */
export interface Facts {
  /** Title and address of the page, or the application's name. */
  readonly page: string;
  /** What the action would press, as the screen calls it. */
  readonly controls: readonly string[];
  /** Texts of its row, form or dialog. */
  readonly beside: readonly string[];
  /** What stands in the fields there: `Card = 4111`. */
  readonly values: readonly string[];
  /** Texts with amounts of money among all these. */
  readonly amounts: readonly string[];
  /** The screen with the target in a frame. */
  readonly picture?: ArtifactRef;
}

/** One line each, for people. */
export function factLines({ page, controls, beside, values, amounts }: Facts): readonly string[] {
  const line = (what: string, texts: readonly string[]): readonly string[] => (texts.length === 0 ? [] : [`${what}: ${texts.join(' · ')}`]);
  return [
    ...line('page', page === '' ? [] : [page]),
    ...line('presses', controls),
    ...line('beside it', beside),
    ...line('fields', values),
    ...line('amounts', amounts),
  ];
}

// What is asked, as the history of whoever asks keeps it: the details of a run are overwritten, and a request ends with its answer. So the run gives it to the
// activity that draws the id, which makes nothing of it.

export interface DrawnRequest {
  /** Of the requests of this run. */
  readonly number: number;
  /** The frame that asks; absent: the lowest. */
  readonly frameName?: string;
  /** Without what is known only afterwards: `requestId` and `requestedAt` are empty. */
  readonly request: PendingRequest;
}

/** The request again, from the input and the result of that activity; undefined: nothing of the kind. `at`: when the id was drawn. */
export function requestFrom(input: unknown, drawn: unknown, at: string): Data | undefined {
  const asked = recordOf(input);
  const request = recordOf(asked?.['request']);
  const number = asked?.['number'];
  const secret = textOf(recordOf(drawn)?.['secret']);
  if (!request || typeof number !== 'number' || secret === '') return undefined;
  const kind = request['kind'] === 'question' ? 'question' : 'confirmation';
  return {
    ...request,
    requestId: requestIdOf({ frameName: textOf(asked?.['frameName']) || undefined, kind, number, secret }),
    requestedAt: at,
  };
}
