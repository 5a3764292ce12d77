// One thing that a person is asked, with everything that helps to decide it, and the ways to answer.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { handsWords, requestWords } from '../../domain/human/details.js';
import { notRemembered, type ConfirmationRequest, type PendingRequest, type QuestionRequest } from '../../domain/human/requests.js';
import type { InboxItem, HoldLine } from '../../domain/report/console.js';
import { Badge, Said } from '../components/texts.js';
import { FramedPicture, Pictures, usePicture } from '../components/pictures.js';
import { moment } from '../words.js';
import { picturesOf, Problem, Submit, TimeLeft, useImage } from './parts.js';
import { go, runAddress } from './places.js';
import { call, runPath, useCall } from './server.js';
import { TakeOverButton } from './hold-panel.js';

interface AskPanelProps {
  readonly item: InboxItem;
  /** Shown in the page of its run, which need not name it. */
  readonly isInRun?: boolean;
  /** Done, or done by somebody else: what is told of it. */
  readonly onSettled: (told: string) => void;
}

export function AskPanel({ item, isInRun = false, onSettled }: AskPanelProps) {
  const { run, title, request, hold, state, pictures } = item;
  return (
    <Pictures.Provider value={picturesOf(run, pictures)}>
      <article class="card ask" aria-label={kinds[state].label}>
        {!isInRun && (
          <header>
            <p class="where">
              <Badge tone="person">{kinds[state].badge}</Badge>
              <a href={runAddress(run)}>{run}</a>
              {request && <time dateTime={request.requestedAt}>asked {moment(request.requestedAt)}</time>}
            </p>
            <h2>
              <Said text={title ?? run} line />
            </h2>
          </header>
        )}
        {hold && <HeldBy held={hold} run={run} />}
        {request ? (
          <Asked key={request.requestId} item={item} request={request} onSettled={onSettled} />
        ) : (
          !hold && <p class="quiet">No worker answers at the moment, so that nobody knows what it asks.</p>
        )}
      </article>
    </Pictures.Provider>
  );
}

export const kinds = {
  PENDING: { badge: 'question', label: 'A question' },
  CONFIRM: { badge: 'approval', label: 'An approval' },
  HELD: { badge: 'held', label: 'A run that is held' },
} as const satisfies Readonly<Record<InboxItem['state'], { readonly badge: string; readonly label: string }>>;

/** It has to be done on the screen. */
export function needsHands(item: InboxItem | undefined): boolean {
  return item?.request?.kind === 'question' && item.request.needsHands === true;
}

function HeldBy({ held: { by, reason, since, until }, run }: { readonly held: HoldLine; readonly run: string }) {
  return (
    <>
      <p class="asked">
        <Said text={`${by} has taken over`} line />
      </p>
      {reason !== '' && (
        <p>
          <Said text={reason} />
        </p>
      )}
      <p class="quiet">
        Since {moment(since)}, <TimeLeft until={until} />. The run goes on when it is given back.
      </p>
      <p>
        <a href={runAddress(run)}>See it</a>
      </p>
    </>
  );
}

interface AskedProps<R = PendingRequest> {
  readonly item: InboxItem;
  readonly request: R;
  readonly onSettled: (told: string) => void;
}

function Asked({ item, request, onSettled }: AskedProps) {
  return request.kind === 'question' ? (
    <Question item={item} request={request} onSettled={onSettled} />
  ) : (
    <Approval item={item} request={request} onSettled={onSettled} />
  );
}

/** Sends a decision; one that came too late is settled, too, by whoever was faster. */
function useDecision({ item: { run, asker }, request: { requestId }, onSettled }: AskedProps) {
  const { isBusy, problem, run: start } = useCall();
  const isNew = useIsNew();
  const send = (way: 'answer' | 'confirm', body: object): void =>
    start(async () => {
      const { reply } = await call<{ readonly reply: string }>(`${runPath(run)}/${way}`, { asker, requestId, ...body });
      onSettled(reply);
    });
  return { isBusy: isBusy || isNew, problem, send };
}

const newMs = 600;

/** A click that was meant for what stood here a moment before decides nothing. */
function useIsNew(): boolean {
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), newMs);
    return () => clearTimeout(timer);
  }, []);
  return isNew;
}

function Question(props: AskedProps<QuestionRequest>) {
  const { questions, options } = props.request;
  const [answers, setAnswers] = useState(() => questions.map(() => ''));
  const { isBusy, problem, send } = useDecision(props);
  if (options)
    return (
      <>
        <p class="asked">
          <Said text={questions[0] ?? ''} />
        </p>
        <div class="choices">
          {options.map(({ id, label }, index) => (
            <button
              key={id}
              type="button"
              class={index === 0 ? 'primary' : ''}
              disabled={isBusy}
              onClick={() => send('answer', { answer: { optionId: id } })}
            >
              <Said text={label} line />
            </button>
          ))}
        </div>
        <Problem text={problem} />
      </>
    );
  const isForPerson = needsHands(props.item);
  const change = (index: number, text: string): void => setAnswers(answers.map((answer, at) => (at === index ? text : answer)));
  return (
    <>
      {isForPerson && <Hands {...props} isBlocked={isBusy} />}
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          send('answer', { answer: answers });
        }}
      >
        {questions.map((question, index) => (
          <label key={index}>
            <span class="asked">{isForPerson && questions.length === 1 ? 'Or answer in words' : <Said text={question} />}</span>
            <textarea rows={2} required value={answers[index]} onInput={(event) => change(index, event.currentTarget.value)} />
          </label>
        ))}
        <Submit label="Answer" isBusy={isBusy} problem={problem} isSecond={isForPerson} />
      </form>
    </>
  );
}

/** Taking over comes before the answer: handing the run back answers the question. */
function Hands({ item: { run }, request, isBlocked, onSettled }: AskedProps<QuestionRequest> & { readonly isBlocked: boolean }) {
  return (
    <div class="hands">
      <p class="asked">
        <Said text={request.questions.join('\n')} />
      </p>
      <p>{handsWords} Giving it back answers the question.</p>
      <TakeOverButton
        run={run}
        reason={request.questions[0] ?? ''}
        isFirst
        isBlocked={isBlocked}
        onTakenOver={(told) => {
          onSettled(told);
          go(runAddress(run));
        }}
      />
    </div>
  );
}

function Approval(props: AskedProps<ConfirmationRequest>) {
  const { request } = props;
  const { about, actions, screen } = requestWords(request);
  const picture = usePicture(request.facts?.picture ?? request.screenshot);
  return (
    <div class="approval">
      <div class="about">
        <p class="asked">
          <Badge tone={request.byModel ? 'model' : 'warn'}>{request.byModel ? 'model' : 'guard'}</Badge> <Said text={about.join('\n')} />
        </p>
        <h3>What runs</h3>
        <ol class="actions">
          {actions.map((action, index) => (
            <li key={index}>
              <Said text={action} line />
            </li>
          ))}
        </ol>
        {request.facts && (
          <>
            <h3>What stands on the screen</h3>
            <ul class="facts">
              {screen.map((line, index) => (
                <li key={index}>
                  <Said text={line} line />
                </li>
              ))}
            </ul>
          </>
        )}
        <Decision {...props} />
      </div>
      {picture && (
        <PictureLink path={picture.layers[0]?.src ?? ''}>
          <FramedPicture picture={picture} alt="The screen, with what would be pressed in a frame" />
        </PictureLink>
      )}
    </div>
  );
}

function PictureLink({ path, children }: { readonly path: string; readonly children: ComponentChildren }) {
  const href = useImage(path);
  return (
    <a class="look" {...(href === undefined ? {} : { href })} target="_blank" rel="noreferrer" aria-label="The picture in its full size">
      {children}
    </a>
  );
}

function Decision(props: AskedProps<ConfirmationRequest>) {
  const { request } = props;
  const { isBusy, problem, send } = useDecision(props);
  const [note, setNote] = useState('');
  const [isKept, setKept] = useState(false);
  const [until, setUntil] = useState('');
  const not = notRemembered(request);
  const told = note.trim() === '' ? {} : { note: note.trim() };
  const kept = isKept ? { remember: { for: 'run', until: until.trim() === '' ? undefined : until.trim() } } : {};
  return (
    <div class="fields decision">
      <label>
        Reason or note to the agent
        <textarea rows={2} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      {not === undefined ? (
        <div class="row">
          <label>
            Remember an approval
            <select value={isKept ? 'run' : 'no'} onChange={(event) => setKept(event.currentTarget.value === 'run')}>
              <option value="no">no, this once</option>
              <option value="run">for this run</option>
            </select>
          </label>
          {isKept && (
            <label>
              Until (a time, or 2h, 7d)
              <input value={until} placeholder="its end" onInput={(event) => setUntil(event.currentTarget.value)} />
            </label>
          )}
        </div>
      ) : (
        <p class="quiet small">{not}</p>
      )}
      <div class="choices">
        <button
          type="button"
          class="good"
          data-key="a"
          disabled={isBusy}
          onClick={() => send('confirm', { approved: true, ...told, ...kept })}
        >
          Approve
        </button>
        <button type="button" class="bad" data-key="r" disabled={isBusy} onClick={() => send('confirm', { approved: false, ...told })}>
          Reject
        </button>
      </div>
      <Problem text={problem} />
    </div>
  );
}
