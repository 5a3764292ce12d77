// The core of both baselines: look, decide, press, in the process that is killed. It presses by name what is on the screen now, as a careful script
// does, and decides from the screen alone.
import { appendFileSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createStubDriver } from '../../../dist/adapters/stub/stub-driver.js';

/** A quick model. Without it a random kill would nearly always meet a press. */
const thinkMs = 400;
const last = 4;

/** @param {{ folder: string, run: string, attachment: object }} of `attachment` is that of a device opened outside, which outlives this process */
export async function attachAgent({ folder, run, attachment }) {
  const device = await createStubDriver().attach(attachment);
  const mark = (step, more = {}) => appendFileSync(join(folder, 'marks', run), `${JSON.stringify({ at: Date.now(), step, ...more })}\n`);

  /** Kills this process when this run's kill is for this point and this ticket. */
  function pass(point, control, afterMs = () => 0) {
    const kill = armOf(join(folder, 'arms', run));
    if (kill === undefined || !kill.points.includes(point) || !control.startsWith(`Take ${kill.item}`)) return;
    unlinkSync(join(folder, 'arms', run));
    const strike = () => {
      mark('struck');
      process.kill(process.pid, 'SIGKILL');
    };
    const delay = afterMs(kill);
    if (delay > 0) setTimeout(strike, delay);
    else strike();
  }

  return {
    /** @returns {Promise<{ done: boolean, control: string }>} */
    async decide() {
      const { title } = await device.look();
      await pause(thinkMs);
      const taken = Number(/^(\d+) taken$/.exec(title)?.[1]);
      return taken === last ? { done: true, control: '' } : { done: false, control: `Take ${taken + 1}a` };
    },
    async press(control) {
      const key = `${process.pid}-${Date.now()}`;
      mark('begin', { key, control });
      const found = (await device.look()).controls.find(({ role, name }) => role === 'button' && name === control);
      if (found === undefined) throw new Error(`There is no button "${control}" on the screen.`);
      pass('before-sent', control);
      mark('dispatch', { key, control });
      const running = device.perform(
        { type: 'click', target: { control: found }, button: 'left', clickCount: 1 },
        new AbortController().signal,
      );
      pass('before-effect', control, ({ delayMs }) => delayMs);
      await running;
      pass('before-reported', control);
      mark('recorded', { key });
    },
  };
}

function armOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // not armed, or struck before
  }
}
