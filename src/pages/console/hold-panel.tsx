// Who has taken over a run, and the ways to take it and to give it back.
import { useState } from 'preact/hooks';
import type { RunView } from '../../domain/report/console.js';
import { Badge, Said } from '../components/texts.js';
import { Problem, Submit, TimeLeft } from './parts.js';
import { call, runPath, useCall } from './server.js';
import { HoldView } from './hold-view.js';

interface TakeOverButtonProps {
  readonly run: string;
  /** Given, it is not asked for. */
  readonly reason?: string;
  /** What a person should do first. */
  readonly isFirst?: boolean;
  readonly isBlocked?: boolean;
  readonly onTakenOver: (told: string) => void;
}

export function TakeOverButton({ run, reason: given, isFirst = false, isBlocked = false, onTakenOver }: TakeOverButtonProps) {
  const [reason, setReason] = useState('');
  const { isBusy, problem, run: start } = useCall();
  const take = (event: Event): void => {
    event.preventDefault();
    const why = (given ?? reason).trim().slice(0, 2_000);
    start(async () => {
      const { parked } = await call<{ readonly parked: boolean }>(`${runPath(run)}/take-over`, why === '' ? {} : { reason: why });
      onTakenOver(parked ? 'You have taken over.' : 'You have taken over as soon as the run has stopped: it ends what it is at.');
    });
  };
  return (
    <form class="take" onSubmit={take}>
      {given === undefined && (
        <input
          aria-label="Why you take over, if you want to say"
          placeholder="Why, if you want to say"
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <button type="submit" class={isFirst ? 'primary' : ''} disabled={isBusy || isBlocked}>
        {isBusy ? 'Taking over…' : 'Take over'}
      </button>
      <Problem text={problem} />
    </form>
  );
}

interface HoldPanelProps {
  readonly run: string;
  readonly hold: NonNullable<RunView['takeOver']>;
  /** Whose page this is; not known at first. */
  readonly me: string | undefined;
  readonly onMessage: (told: string) => void;
}

export function HoldPanel({ run, hold, me, onMessage }: HoldPanelProps) {
  const { by, reason, until, parked, asks } = hold;
  const isMine = me === by;
  const [isOpen, setOpen] = useState<boolean>();
  const [note, setNote] = useState('');
  const isShown = parked && (isOpen ?? isMine);
  const giveBack = isMine && <GiveBack run={run} note={note} onNote={setNote} onMessage={onMessage} />;
  return (
    <section class="card hold" aria-label="Taken over">
      <header class="hold-head">
        <Badge tone="person">held</Badge>
        <h2>{isMine ? 'You have taken over' : <Said text={`${by} has taken over`} line />}</h2>
        <p class="quiet">
          <TimeLeft until={until} />
        </p>
        {parked && me !== undefined && (
          <button type="button" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
            {isShown ? 'Close the picture' : 'Show the picture'}
          </button>
        )}
      </header>
      {reason !== '' && !asks.includes(reason) && (
        <p>
          <Said text={reason} />
        </p>
      )}
      {asks.map((question, index) => (
        <p key={index}>
          <span class="quiet">It asked: </span>
          <Said text={question} />
        </p>
      ))}
      {!parked && <p role="status">The run ends what it is at. Nothing of it acts after that, until the run is given back.</p>}
      {isShown ? (
        <HoldView run={run} isMine={isMine} by={by}>
          {giveBack}
        </HoldView>
      ) : (
        giveBack
      )}
      {!isMine && me !== undefined && <p class="quiet small">Only they act on its screen until they give it back.</p>}
    </section>
  );
}

interface GiveBackProps {
  readonly run: string;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onMessage: (told: string) => void;
}

function GiveBack({ run, note, onNote, onMessage }: GiveBackProps) {
  const { isBusy, problem, run: start } = useCall();
  const give = (event: Event): void => {
    event.preventDefault();
    start(async () =>
      onMessage(
        (await call<{ readonly reply: string }>(`${runPath(run)}/hand-back`, note.trim() === '' ? {} : { note: note.trim() })).reply,
      ),
    );
  };
  return (
    <form class="fields" onSubmit={give}>
      <label>
        Note to the agent: what you did, what is left. It is kept, so no passwords.
        <textarea id="hold-note" rows={2} maxLength={2_000} value={note} onInput={(event) => onNote(event.currentTarget.value)} />
      </label>
      <Submit label="Give it back" isBusy={isBusy} problem={problem} />
    </form>
  );
}
