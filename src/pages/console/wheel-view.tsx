// The screen of a held run: what is on it now, and the ways to act on it.
import { clock } from '../../domain/report/iso-time.js';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PersonLook } from '../../domain/wheel/person-act.js';
import { Badge, toneOf } from '../components/badge.js';
import { KeyHelp } from '../components/key-help.js';
import { Said } from '../components/said.js';

import { Image } from './image.js';
import { runPath } from './server.js';
import { Trouble } from './trouble.js';
import { canSeal, useActs, type ActLine, type Acts } from './wheel-acts.js';
import { useLooks } from './wheel-looks.js';
import { useFingers, type Press } from './wheel-fingers.js';
import { WheelTools } from './wheel-tools.js';

interface WheelViewProps {
  readonly run: string;
  readonly isMine: boolean;
  readonly by: string;
  /** Beside the picture. */
  readonly children: ComponentChildren;
}

export function WheelView({ run, isMine, by, children }: WheelViewProps) {
  const looks = useLooks(run);
  const { look, problem } = looks;
  const acts = useActs(run, looks);
  const [press, setPress] = useState<Press>('left');
  const [isSealing, setSealing] = useState(true);
  useEffect(() => void canSeal().then(setSealing), []);
  const canType = isSealing && look?.key !== undefined;
  return (
    <div class={`wheel-view${isMine ? '' : ' watched'}`}>
      <div class="wheel-screen">
        {isMine && <WheelTools look={look} acts={acts} press={press} onPress={setPress} canType={canType} />}
        {!look && !problem && <p class="nothing">Looking…</p>}
        {look && isMine && <Held run={run} look={look} acts={acts} press={press} canType={canType} />}
        {look && !isMine && (
          <div class="wheel-picture" role="img" aria-label={altOf(look, by)} style={fitting(look)}>
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
        <aside class="wheel-side" aria-label="Your note, and what you did">
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
      class="wheel-picture"
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
      <ol class="wheel-acts">
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
