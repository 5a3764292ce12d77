// Keyboard input of a native application: its platform's keys, and characters.
import type { Chord } from '../../domain/ui/keys.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { command, driverCommand, type NativeSession } from './native-session.js';

type Stroke = () => Promise<unknown>;

/** Presses nothing yet. Throws for unsupported keys, so that they are refused before any is pressed. */
export function strokesOf(session: NativeSession, chords: readonly Chord[]): readonly Stroke[] {
  return chords.map((chord) => strokeOf(session, chord));
}

function strokeOf(session: NativeSession, chord: Chord): Stroke {
  const { browser, platform } = session;
  const device = platform.name || 'this device';
  if (chord.modifiers.length > 0) throw new ActionFailedError('not-supported', `${chord.modifiers.join('+')} cannot be held on ${device}.`);
  if ('named' in chord) {
    const key = platform.keys[chord.named];
    if (key !== undefined) return () => driverCommand(session, key);
    if (chord.named !== 'Enter') throw new ActionFailedError('not-supported', `'${chord.named}' cannot be pressed on ${device}.`);
  }
  const value = 'named' in chord ? '\n' : chord.character;
  const actions = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return () => command(() => browser.performActions([{ type: 'key', id: 'keyboard', actions }]));
}
