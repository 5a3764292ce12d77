// A slider that the page draws itself is moved by its keys, as by a person without a pointer: one press tells how far and which way it goes, and
// what came of all of them is read from it.
import type { Entry } from '../../domain/ui/read-back.js';
import { numberKept } from '../../domain/ui/read-back.js';
import { ActionFailedError } from '../../ports/device.js';
import { until } from '../process-kit/poll.js';
import { pressKeys } from './keyboard.js';
import type { Scale } from './page/edit.js';
import type { Session } from './session.js';

/** ms for a slider to show where a key has moved it. */
const shows = 500;
/** A press that goes further than the next ones, or a slider that is slow, is made up for. */
const mostRounds = 4;
const mostPresses = 1_000;

interface Slide {
  /** In the current frame. */
  readonly id: string;
  readonly called: string;
  readonly text: string;
}

export async function slideTo(session: Session, { id, called, text }: Slide): Promise<Entry | undefined> {
  const wanted = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(wanted)) throw new ActionFailedError('action-failed', `${called} takes a number.`);
  const { value: before } = await session.page('focus', { id, select: 'none' });
  if (before.kind !== 'scale') throw new ActionFailedError('action-failed', `${called} does not take the focus, so no key moves it.`);
  const { min, max, now: start } = await scaleOf(session, id);
  const goal = Math.min(Math.max(wanted, min), max);
  let [now, step, sign] = [start, 0, 1];
  for (let round = 0; round < mostRounds; round++) {
    const presses = step === 0 ? Math.sign(Math.abs(goal - now)) : Math.min(Math.round(Math.abs(goal - now) / step), mostPresses);
    if (presses === 0) break;
    const isUp = (goal - now) * sign > 0;
    await pressKeys(session, `{${isUp ? 'UP' : 'DOWN'} ${presses}}`);
    const expected = step === 0 ? undefined : now + Math.sign(goal - now) * presses * step;
    const moved = await movedTo(session, id, now, expected);
    if (moved === now) break;
    if (step === 0) [step, sign] = [Math.abs(moved - now), moved > now === isUp ? 1 : -1];
    now = moved;
  }
  const kept = numberKept(wanted, now, { min, max, step });
  if (kept === 'lost')
    throw new ActionFailedError(
      'action-failed',
      `${called} was to stand at ${wanted} and stands at ${now} after its keys were pressed. Drag it.`,
    );
  return kept === undefined ? undefined : { kind: 'adjusted', how: kept };
}

async function scaleOf(session: Session, id: string): Promise<Scale> {
  const { value } = await session.page('scaleNow', id);
  if (!value) throw new ActionFailedError('control-gone', 'The slider is no longer on the page.');
  return value;
}

/** Where it is once it has moved, or has come near what is expected. */
async function movedTo(session: Session, id: string, from: number, expected: number | undefined): Promise<number> {
  let now = from;
  await until(
    shows,
    async () => {
      ({ now } = await scaleOf(session, id));
      return expected === undefined ? now !== from : Math.abs(now - expected) <= Math.abs(expected) * 1e-6;
    },
    25,
  );
  return now;
}
