// What a person does to a screen without pointing at it: its address, a text, keys that a phone lacks.
import { useState } from 'preact/hooks';
import type { PersonLook } from '../../domain/wheel/person-act.js';
import type { Acts } from './wheel-acts.js';
import type { Press } from './wheel-fingers.js';

interface WheelToolsProps {
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

export function WheelTools({ look, acts, press, onPress, canType }: WheelToolsProps) {
  return (
    <div class="wheel-tools">
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
function Address({ look, acts }: Pick<WheelToolsProps, 'look' | 'acts'>) {
  const [written, setWritten] = useState<string>();
  const go = (event: Event): void => {
    event.preventDefault();
    const url = (written ?? '').trim();
    if (url !== '')
      acts.send({ type: 'navigate', url: /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^localhost:/i.test(url) ? url : `https://${url}` });
    setWritten(undefined);
  };
  return (
    <form class="wheel-line" onSubmit={go}>
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
function Typed({ acts, canType }: Pick<WheelToolsProps, 'acts' | 'canType'>) {
  const [text, setText] = useState('');
  const type = (event: Event): void => {
    event.preventDefault();
    if (text !== '') acts.send({ type: 'text', text });
    setText('');
  };
  return (
    <form class="wheel-line" onSubmit={type}>
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
