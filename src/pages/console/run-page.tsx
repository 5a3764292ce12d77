// A run while it goes on: what it does, what it waits for, its steps as they come.
import { duration } from '../../domain/report/iso-time.js';
import { useEffect, useState } from 'preact/hooks';
import type { CardsReply, PictureSizes, RunView } from '../../domain/report/console.js';
import type { ReportCard } from '../../domain/report/report.schema.js';
import { engineOf } from '../../domain/run/listed.js';
import { Badge, Link, Said, toneOf } from '../components/texts.js';
import { Pictures } from '../components/pictures.js';
import { StepCard } from '../components/step-card.js';
import { count, counted, moment, money } from '../words.js';
import { AskPanel, needsHands } from './ask-panel.js';
import { Fact, picturesOf, Problem, Trouble } from './parts.js';
import { call, runPath, useCall, useTopic } from './server.js';
import { StandingLink } from './standing.js';
import { TakeOverButton, HoldPanel } from './hold-panel.js';

/** Newest first; the rest on demand: a long run has hundreds of pictures. */
const shownAtFirst = 20;

export function RunPage({ id, me }: { readonly id: string; readonly me: string | undefined }) {
  const { value: run, error } = useTopic<RunView>(`run:${id}`);
  const { cards, pictures } = useCards(id, run);
  const [shown, setShown] = useState(shownAtFirst);
  const [told, setMessage] = useState('');
  return (
    <main class="desk">
      {!run && <h1>{id}</h1>}
      <Trouble error={error} />
      {!run && !error && <p class="nothing">Looking…</p>}
      <p class="told" role="status">
        {told}
      </p>
      {run?.takeOver && run.ended === undefined && <HoldPanel run={id} hold={run.takeOver} me={me} onMessage={setMessage} />}
      {run && <RunHead run={run} />}
      {run?.asking && <AskPanel key={run.asking.request?.requestId} item={run.asking} isInRun onSettled={setMessage} />}
      {run && run.ended === undefined && <Doing run={run} onMessage={setMessage} />}
      <Pictures.Provider value={picturesOf(id, pictures)}>
        <section class="cards" aria-label="Steps, newest first">
          {cards
            .slice(-shown)
            .reverse()
            .map((card) => (
              <StepCard key={`${card.id} ${card.at}`} card={card} />
            ))}
        </section>
      </Pictures.Provider>
      {cards.length > shown && (
        <button type="button" onClick={() => setShown(shown + 3 * shownAtFirst)}>
          Show earlier steps ({cards.length - shown})
        </button>
      )}
      {run && cards.length === 0 && <p class="nothing">{noCards(run)}</p>}
    </main>
  );
}

function noCards({ type, ended }: RunView): string {
  if (ended !== undefined) return 'No step of it is stored here.';
  if (type === 'flow') return 'Nodes of a flow are recorded many at a time, and at its end; its drawing shows where it is.';
  return type === 'explorer'
    ? 'Ways from screen to screen are told at its end; its map shows what it has found.'
    : 'No step is complete yet.';
}

function RunHead({ run }: { readonly run: RunView }) {
  const { id, type, state, started, ended, request, outcome, message, result, progress, waitsForDevice, ui } = run;
  return (
    <header class="card run-head">
      <p class="where">
        <Badge tone={toneOf(outcome ?? state)}>{outcome ?? state}</Badge>
        <span>{engineOf(type)}</span>
        <span>{id}</span>
        <StandingLink id={id} type={type} />
        {ui !== undefined && <Link href={ui}>Temporal</Link>}
      </p>
      <h1>
        <Said text={request ?? id} />
      </h1>
      {message !== undefined && (
        <p class="problem">
          <Said text={message} />
        </p>
      )}
      {result !== undefined && result !== '' && (
        <p class="result">
          <Said text={result} />
        </p>
      )}
      {waitsForDevice && (
        <p>
          Waits for a device ({waitsForDevice.kind}): number {waitsForDevice.place} in the queue.
        </p>
      )}
      <dl class="numbers">
        <Fact name="started">{moment(started)}</Fact>
        {ended !== undefined && <Fact name="took">{duration(Date.parse(ended) - Date.parse(started))}</Fact>}
        {progress && <Numbers progress={progress} />}
      </dl>
    </header>
  );
}

function Numbers({ progress }: { readonly progress: NonNullable<RunView['progress']> }) {
  const { status, step, subtask, application, budgetLeft, usage, unknownOutcomes, host, queuedRequests = 0 } = progress;
  const { maxSteps, maxTokens, maxTimeMs, maxCostUsd } = budgetLeft;
  const left = [
    ...(maxSteps === undefined ? [] : [counted(maxSteps, 'step')]),
    ...(maxTokens === undefined ? [] : [counted(maxTokens, 'token')]),
    ...(maxTimeMs === undefined ? [] : [duration(maxTimeMs)]),
    ...(maxCostUsd === undefined ? [] : [money(maxCostUsd)]),
  ];
  return (
    <>
      <Fact name="now">{status}</Fact>
      <Fact name="steps">{count(step)}</Fact>
      {left.length > 0 && <Fact name="left">{left.join(', ')}</Fact>}
      <Fact name="models">{`${counted(usage.modelCalls, 'call')}, ${money(usage.costUsd)}`}</Fact>
      {unknownOutcomes > 0 && <Fact name="unknown outcomes">{count(unknownOutcomes)}</Fact>}
      {application !== undefined && (
        <Fact name="in">
          <Said text={application} line />
        </Fact>
      )}
      {subtask !== undefined && (
        <Fact name="subtask">
          <Said text={subtask} line />
        </Fact>
      )}
      {host !== undefined && <Fact name="host">{host}</Fact>}
      {queuedRequests > 0 && <Fact name="further requests">{count(queuedRequests)}</Fact>}
    </>
  );
}

/** Their steps are runs of their own, which have one. */
const hasNoScreen: ReadonlySet<string> = new Set(['procedure']);

/** A further request, for a session; taking over and ending it, for any run. */
function Doing({ run: { id, type, takeOver, asking }, onMessage }: { readonly run: RunView; readonly onMessage: (told: string) => void }) {
  const [text, setText] = useState('');
  const [isSure, setSure] = useState(false);
  const { isBusy, problem, run } = useCall();
  const ask = (event: Event): void => {
    event.preventDefault();
    run(async () => {
      onMessage((await call<{ readonly reply: string }>(`${runPath(id)}/request`, { text })).reply);
      setText('');
    });
  };
  const cancel = (): void =>
    run(async () => {
      await call(`${runPath(id)}/cancel`, {});
      onMessage('It is asked to end: the running action ends first, then its device is closed.');
      setSure(false);
    });
  return (
    <section class="doing" aria-label="What you can do">
      {type === 'hostAgent' && (
        <form onSubmit={ask}>
          <input
            aria-label="A further request"
            placeholder="A further request"
            required
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" disabled={isBusy}>
            Add
          </button>
        </form>
      )}
      {!takeOver && !needsHands(asking) && !hasNoScreen.has(type) && <TakeOverButton run={id} onTakenOver={onMessage} />}
      {isSure ? (
        <>
          <button type="button" class="bad" disabled={isBusy} onClick={cancel}>
            End it now
          </button>
          <button type="button" onClick={() => setSure(false)}>
            Let it go on
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          Cancel the run
        </button>
      )}
      <Problem text={problem} />
    </section>
  );
}

interface Cards {
  readonly of: string;
  readonly cards: readonly ReportCard[];
  readonly pictures: PictureSizes;
}

/** Fetches those that are new; all of them when the console reads the run anew. */
function useCards(id: string, run: RunView | undefined): Cards {
  const [known, setKnown] = useState<Cards>({ of: '', cards: [], pictures: {} });
  const reading = run?.reading ?? known.of;
  const wanted = run?.cards ?? 0;
  useEffect(() => {
    const have = known.of === reading ? known.cards.length : 0;
    if (wanted === have && known.of === reading) return undefined;
    let isOver = false;
    call<CardsReply>(`${runPath(id)}/cards?from=${have}`)
      .then(({ cards, pictures }) => {
        if (isOver) return;
        const before = known.of === reading ? known : { cards: [], pictures: {} };
        setKnown({ of: reading, cards: [...before.cards, ...cards], pictures: { ...before.pictures, ...pictures } });
      })
      // The next state of the run asks again.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [id, reading, wanted]);
  return known;
}
