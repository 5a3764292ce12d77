// The protocol between the stub driver and its process: one POST per call, JSON both ways, over loopback.
import type { DeviceAction } from '../../domain/ui/ui-action.js';

export type StubCall =
  | { readonly method: 'look' | 'screenshot' | 'source' | 'listApplications' | 'settle' | 'hello' | 'close' }
  | { readonly method: 'selectApplication' | 'launchApplication' | 'closeApplication'; readonly id: string }
  | { readonly method: 'expect' | 'heard'; readonly key: string }
  | { readonly method: 'perform'; readonly action: DeviceAction };

export type StubReply = { readonly value: unknown } | { readonly error: { readonly code: string; readonly message: string } };

/** Written to the device's folder by the process once it listens. */
export interface StubPlace {
  readonly port: number;
  readonly pid: number;
  /** Distinguishes it from a process that got the port or the process id later. */
  readonly token: string;
}

export const placeFile = 'stub.json';
export const scriptFile = 'script.json';
