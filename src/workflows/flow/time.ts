// Whose time goes by while a node is at work: a person's, or that until a device is open, is not the node's own.
import { workflowInfo } from '@temporalio/workflow';
import { presentNode } from '../../domain/flow/present-node.js';
import { paused, timeLeft } from '../../domain/flow/time-left.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Ask } from '../../domain/human/requests.js';
import { DeviceLostError } from '../device/device-access.js';
import { stateOf, type FlowShell } from './shell.js';
import type { Reply } from '../people/people.js';

export interface FlowTime {
  /** Of one effect; ms that it took, without those that a person took. */
  measure<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly activeMs: number }>;
  /** Of the attempt at work, ms; undefined: it has no limit. */
  leftMs(): number | undefined;
  /** A device that was not seen yet, or that was given back, is opened before the time of a node that needs it goes by. Why there is none. */
  opened(): Promise<{ readonly code: string; readonly message: string } | undefined>;
  /** For a person; undefined: not answered yet, but the workflow is to continue as new. */
  wait(ask: Ask, screenshot: ArtifactRef | undefined, timeoutMs: number | undefined): Promise<Reply | undefined>;
}

export function createFlowTime({ graph, carried, settled, device, people }: FlowShell): FlowTime {
  /** Of the effect at work, ms. */
  let waitedMs = 0;
  let openedMs = 0;

  function leftMs(): number | undefined {
    const { visit } = stateOf(carried);
    return visit && timeLeft(presentNode(graph, stateOf(carried)), visit, Date.now() - waitedMs - openedMs);
  }

  return {
    leftMs,
    async measure(work) {
      const started = Date.now();
      waitedMs = 0;
      openedMs = 0;
      const value = await work();
      // Also when it is to be done again by the next run of the chain.
      carried.state = paused(stateOf(carried), waitedMs + openedMs);
      return { value, activeMs: Date.now() - started - waitedMs };
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
    async wait(ask, screenshot, timeoutMs) {
      const started = Date.now();
      const reply = await people.ask(ask, screenshot, {
        timeoutMs,
        interrupted: () => workflowInfo().continueAsNewSuggested,
        longWait: {
          afterMs: settled.resolved.settings.releaseDeviceAfter,
          async release() {
            await device.release();
            // Opened again on purpose, at the same address: no news to a flow.
            delete carried.device.seen;
          },
        },
      });
      waitedMs += Date.now() - started;
      return reply;
    },
  };
}
