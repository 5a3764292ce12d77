// Whose time goes by while a node is at work: a person's, or that until a device is open, is not the node's own.
import { presentNode } from '../../domain/flow/present-node.js';
import { paused, timeLeft } from '../../domain/flow/time-left.js';
import { DeviceLostError } from '../device/device-access.js';
import { isToContinueAsNew } from '../engine/drive.js';
import { stateOf, type FlowShell, type FlowTime } from './shell.js';

export function createFlowTime({ graph, carried, settled, device, people, clock }: Omit<FlowShell, 'time'>): FlowTime {
  /** Of the effect at work, ms: the run's time, but not the node's. */
  let openedMs = 0;

  function leftMs(): number | undefined {
    const { visit } = stateOf(carried);
    return visit && timeLeft(presentNode(graph, stateOf(carried)), visit, Date.now() - clock.waitedMs - openedMs);
  }

  async function release(): Promise<void> {
    await device.release();
    // Opened again on purpose, at the same address: no news to a flow.
    delete carried.device.seen;
  }

  return {
    leftMs,
    async during(work) {
      openedMs = 0;
      const value = await work();
      // Also when it is to be done again by the next run of the chain.
      carried.state = paused(stateOf(carried), clock.waitedMs + openedMs);
      return value;
    },
    async opened() {
      if (carried.device.seen !== undefined || leftMs() === undefined) return undefined;
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
          timeoutMs,
          interrupted: isToContinueAsNew,
          longWait: { afterMs: settled.resolved.settings.releaseDeviceAfter, release },
        }),
      ),
  };
}
