// The screen of a held run: what is on it now, and the ways to act on it.
import { clock } from '../../domain/report/iso-time.js';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge, KeyHelp, Said, toneOf } from '../components/texts.js';

import { Image, Trouble } from './parts.js';
import { runPath } from './server.js';
import { type ActLine, type Acts, canSeal, useActs, useLooks } from './hold-acts.js';
import { useFingers, type Press } from './hold-input.js';
import type { PersonLook } from '../../domain/take-over/person-act.js';

interface HoldViewProps {
  readonly run: string;
  readonly isMine: boolean;
  readonly by: string;
  /** Beside the picture. */
  readonly children: ComponentChildren;
}

export function HoldView({ run, isMine, by, children }: HoldViewProps) {
  const looks = useLooks(run);
  const { look, problem } = looks;
  const acts = useActs(run, looks);
  const [press, setPress] = useState<Press>('left');
  const [isSealing, setSealing] = useState(true);
  useEffect(() => {
    canSeal().then(setSealing, () => setSealing(false));
  }, []);
  const canType = isSealing && look?.key !== undefined;
  return (
    <div class={`hold-view${isMine ? '' : ' watched'}`}>
      <div class="hold-screen">
        {isMine && <HoldTools look={look} acts={acts} press={press} onPress={setPress} canType={canType} />}
        {!look && !problem && <p class="nothing">Looking…</p>}
        {look && isMine && <Held run={run} look={look} acts={acts} press={press} canType={canType} />}
        {look && !isMine && (
          <div class="hold-picture" role="img" aria-label={altOf(look, by)} style={fitting(look)}>
            <Image path={pictureAddress(run, look)} alt="" width={look.width} height={look.height} />
          </div>
        )}
        {look && (
          <time class="quiet small" dateTime={look.at}>
            The screen at {clock(look.at)} UTC
          </time>
        )}
        {isMine && <Unknown line={acts.unknown} />}
        <Trouble error={problem === undefined ? undefined : { code: 'look', message: problem }} />
      </div>
      {isMine && (
        <aside class="hold-side" aria-label="Your note, and what you did">
          {!isSealing && (
            <p class="trouble">
              This browser cannot seal what you type (X25519 in Web Crypto, over HTTPS or on this machine): open the console in a newer one,
              or use <code>npx steadyhand take-over {run}</code>.
            </p>
          )}
          {isSealing && look && look.key === undefined && <p class="trouble">This device takes no text from a person.</p>}
          {children}
          <Lines lines={acts.lines} />
          <KeyHelp keys={[['Esc Esc', 'leave the picture; one goes to the page']]} />
          <p class="quiet small">
            Click into the picture first; then keys and the mouse wheel go to it. What you type is sealed in this browser, and fields for
            secrets are grey in every picture. Shortcuts such as Ctrl A are kept with the run.
          </p>
        </aside>
      )}
    </div>
  );
}

function pictureAddress(run: string, { picture }: PersonLook): string {
  return `${runPath(run)}/pictures/${picture.slice('sha256:'.length)}`;
}

/** All of it is in sight, as large as that allows. */
function fitting({ width, height }: PersonLook) {
  return { width: `min(100%, max(280px, calc((100vh - 260px) * ${(width / height).toFixed(4)})))` };
}

function altOf({ title }: PersonLook, by: string): string {
  return `The screen as ${by} sees it: ${title}`;
}

interface HeldProps {
  readonly run: string;
  readonly look: PersonLook;
  readonly acts: Acts;
  readonly press: Press;
  readonly canType: boolean;
}

/** The picture that takes the pointer and the keys. */
function Held({ run, look, acts, press, canType }: HeldProps) {
  const picture = useRef<HTMLDivElement>(null);
  const on = useFingers({ picture, look, press, canType, send: acts.send });
  return (
    <div
      ref={picture}
      class="hold-picture"
      style={fitting(look)}
      role="application"
      tabIndex={0}
      aria-label={`The screen: ${look.title}. Keys go to it; press Escape twice to leave it.`}
      {...on}
    >
      <Image path={pictureAddress(run, look)} alt="" width={look.width} height={look.height} />
    </div>
  );
}

function Unknown({ line }: { readonly line: ActLine | undefined }) {
  return (
    <p class={line ? 'trouble' : 'unseen'} role="alert">
      {line && (
        <>
          Nobody can say whether this was done: <Said text={line.text} line />. It is not repeated: look at the picture before you go on.
        </>
      )}
    </p>
  );
}

const words: Readonly<Record<ActLine['status'], string>> = {
  done: 'done',
  failed: 'failed',
  skipped: 'not done',
  unknown: 'unknown',
  waits: '…',
  dropped: 'not sent',
};

function Lines({ lines }: { readonly lines: readonly ActLine[] }) {
  return (
    <div role="log" aria-label="What you did, newest first">
      <ol class="hold-acts">
        {lines.map(({ number, text, status, message, approved }) => (
          <li key={number}>
            <Badge tone={toneOf(status)}>{words[status]}</Badge> <Said text={text} line />
            {message !== undefined && (
              <p class="small">
                <Said text={message} />
              </p>
            )}
            {approved !== undefined && (
              <p class="small quiet">
                Approved by you: <Said text={approved} line />
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

// What a person does to a screen without pointing at it: its address, a text, keys that a phone lacks.

interface HoldToolsProps {
  readonly look: PersonLook | undefined;
  readonly acts: Acts;
  readonly press: Press;
  readonly onPress: (press: Press) => void;
  readonly canType: boolean;
}

const presses: readonly (readonly [Press, string])[] = [
  ['left', 'Click'],
  ['double', 'Double click'],
  ['right', 'Right click'],
];

const keys: readonly (readonly [keys: string, label: string])[] = [
  ['{ENTER}', 'Enter'],
  ['{TAB}', 'Tab'],
  ['{BACKSPACE}', 'Backspace'],
  ['{ESC}', 'Escape'],
];

export function HoldTools({ look, acts, press, onPress, canType }: HoldToolsProps) {
  return (
    <div class="hold-tools">
      <Address look={look} acts={acts} />
      <div class="row">
        <Typed acts={acts} canType={canType} />
        <div class="filter" role="group" aria-label="Keys">
          {keys.map(([each, label]) => (
            <button key={each} type="button" onClick={() => acts.send({ type: 'keys', keys: each })}>
              {label}
            </button>
          ))}
        </div>
        <div class="filter" role="group" aria-label="What a press on the picture does">
          {presses.map(([each, label]) => (
            <button key={each} type="button" aria-pressed={press === each} onClick={() => onPress(each)}>
              {label}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Shows where the screen is until a person begins to write. */
function Address({ look, acts }: Pick<HoldToolsProps, 'look' | 'acts'>) {
  const [written, setWritten] = useState<string>();
  const go = (event: Event): void => {
    event.preventDefault();
    const url = (written ?? '').trim();
    if (url !== '')
      acts.send({ type: 'navigate', url: /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^localhost:/i.test(url) ? url : `https://${url}` });
    setWritten(undefined);
  };
  return (
    <form class="hold-line" onSubmit={go}>
      <button type="button" aria-label="Back" title="Back" onClick={() => acts.send({ type: 'go-back' })}>
        ←
      </button>
      <input
        aria-label="Address"
        spellcheck={false}
        autocomplete="off"
        value={written ?? look?.address ?? ''}
        onInput={(event) => setWritten(event.currentTarget.value)}
      />
      <button type="submit">Go</button>
    </form>
  );
}

/** For screens without a keyboard, and for those who do not see the picture: goes to what has the focus there. */
function Typed({ acts, canType }: Pick<HoldToolsProps, 'acts' | 'canType'>) {
  const [text, setText] = useState('');
  const type = (event: Event): void => {
    event.preventDefault();
    if (text !== '') acts.send({ type: 'text', text });
    setText('');
  };
  return (
    <form class="hold-line" onSubmit={type}>
      <input
        type="password"
        autocomplete="off"
        aria-label="Text to type where the page's cursor is"
        placeholder="Text to type, unseen"
        disabled={!canType}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" disabled={!canType}>
        Type it
      </button>
    </form>
  );
}
