// What the page itself has heard of an action, for whoever finds it begun and not ended; the document that came after it tells, too. It proves that an action
// ran, never that it did not: what was not heard may have been swallowed, or may have led to a document of another origin.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { targetsOf, type DeviceAction } from '../../domain/ui/ui-action.js';
import type { PressedState } from '../device-kit/pressed-pointer.js';
import { enterFrameOf } from './frames.js';
import type { Expected } from './page/activity.js';
import type { Session } from './session.js';

interface Announced extends Expected {
  /** Of the control that it is for, whose frame hears it; `null`: the top frame does. */
  readonly id: string | null;
}

export interface Witness {
  expect(key: string, action: DeviceAction): Promise<void>;
  /** In words for the middle of a sentence; undefined: it knows nothing of it. */
  heard(key: string): Promise<string | undefined>;
}

/** `file`: outlives this process. `headed`: a person at the window makes the same events. A pointer that is held is let go before the next press (held-2), which makes them, too. */
export function createWitness(
  session: Session,
  file: string,
  { headed, holding }: { readonly headed: boolean; readonly holding: PressedState },
): Witness {
  const asked = async <T>(id: string | null, ask: (own: string | null) => Promise<T>): Promise<T> => {
    try {
      return await ask(id === null ? null : await enterFrameOf(session, id));
    } finally {
      await session.toTop();
    }
  };
  return {
    async expect(key, action) {
      const ends = headed || holding.held ? undefined : endOf(action);
      if (!ends) return;
      const [target] = targetsOf(action);
      const id = target && 'control' in target ? target.control.id : null;
      const announced: Announced = { key, id, word: randomUUID(), ...ends };
      await asked(id, () => session.page('expect', announced));
      await writeFileAtomic(file, JSON.stringify(announced), { mode: 0o600, fsync: false });
    },
    async heard(key) {
      const announced = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as Announced | null;
      if (announced?.key !== key) return undefined;
      const { here = 0, left } = await asked(announced.id, async () => (await session.page('heard', announced)).value);
      const heard = left ? `the page before heard it, and was left` : `its page heard the ${announced.event}`;
      return left || here >= announced.count ? `${heard}; what came of it nobody has seen` : undefined;
    },
  };
}

/** The last event that an action makes, and how many of it: earlier ones prove that it began. Undefined: it makes none that could be told from others. */
function endOf(action: DeviceAction): Pick<Expected, 'event' | 'count'> | undefined {
  switch (action.type) {
    case 'click':
      return { event: 'mouseup', count: action.clickCount };
    case 'press-keys':
      return /^(?:\{[A-Z0-9]+\}|[a-zA-Z0-9~])$/.test(action.keys.trim()) ? { event: 'keyup', count: 1 } : undefined;
    default:
      return undefined;
  }
}
