// Between the stub driver and its process: one POST a call, JSON both ways, over the loopback.
import type { DeviceAction } from '../../domain/ui/ui-action.js';

export type StubCall =
  | { readonly method: 'look' | 'screenshot' | 'source' | 'listApplications' | 'settle' | 'hello' | 'close' }
  | { readonly method: 'selectApplication' | 'launchApplication' | 'closeApplication'; readonly id: string }
  | { readonly method: 'perform'; readonly action: DeviceAction };

export type StubReply = { readonly value: unknown } | { readonly error: { readonly code: string; readonly message: string } };

/** Written by the process when it listens, in the device's folder. */
export interface StubPlace {
  readonly port: number;
  readonly pid: number;
  /** Told apart from another process that has got the port or the process id since. */
  readonly token: string;
}

export const placeFile = 'stub.json';
export const scriptFile = 'script.json';
