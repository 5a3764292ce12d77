// Which time counts towards a node's limit: not the wait for a person, nor the wait for a device.
import { presentNode } from '../../domain/flow/present-node.js';
import { paused, timeLeft } from '../../domain/flow/time-left.js';
import { DeviceLostError } from '../device/device-access.js';
import { isToContinueAsNew } from '../engine/another-part.js';
import { stateOf, type FlowShell, type FlowTime } from './shell.js';

export function createFlowTime({ graph, frame, settled, run, clock }: Omit<FlowShell, 'time'>): FlowTime {
  const { device, people } = run;
  const { device: access } = run.carried;
  /** What the current effect spent on opening a device, ms: it counts for the run, but not for the node. */
  let openedMs = 0;

  function leftMs(): number | undefined {
    const { visit } = stateOf(frame);
    return visit && timeLeft(presentNode(graph, stateOf(frame)), visit, Date.now() - clock.waitedMs - openedMs);
  }

  async function release(): Promise<void> {
    await device.release();
    // Opened again on purpose, at the same address: the flow need not be told.
    delete access.seen;
  }

  return {
    leftMs,
    async during(work) {
      openedMs = 0;
      const value = await work();
      // Also when the next run of the chain repeats the effect.
      frame.state = paused(stateOf(frame), clock.waitedMs + openedMs);
      return value;
    },
    async opened() {
      if (access.seen !== undefined || leftMs() === undefined) return undefined;
      const started = Date.now();
      try {
        await device.ensure();
        return undefined;
      } catch (error) {
        if (!(error instanceof DeviceLostError)) throw error;
        return { code: error.code, message: error.message };
      } finally {
        openedMs += Date.now() - started;
      }
    },
    wait: (ask, screenshot, timeoutMs) =>
      clock.wait(() =>
        people.ask(ask, screenshot, {
          asker: frame.name,
          timeoutMs,
          interrupted: isToContinueAsNew,
          longWait: { afterMs: settled.resolved.settings.releaseDeviceAfter, release },
        }),
      ),
  };
}
