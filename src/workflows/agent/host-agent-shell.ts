// A HostAgent's frame, the lowest of a session (docs/design/agent.md §1, §3).
import type { HostAgentState } from '../../domain/agent/host-agent-state.js';
import type { RecordContext } from '../../domain/device/device-work.js';
import type { Clock } from '../engine/drive.js';
import type { RunShell } from '../engine/run.js';
import type { FrameState } from '../engine/stack.js';

export interface HostFrame extends FrameState {
  readonly kind: 'host';
  machine: HostAgentState;
}

export interface HostAgentShell {
  readonly frame: HostFrame;
  readonly run: RunShell;
  readonly clock: Clock;
}

export function recordOf({ frame: { name, machine } }: HostAgentShell): RecordContext {
  return { run: name, agent: name, step: machine.spent.steps };
}
