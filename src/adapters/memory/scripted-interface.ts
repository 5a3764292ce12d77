// A scripted user interface: what it shows, and what actions do. Knows nothing of processes.
import type { Application } from '../../domain/ui/observation.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Look, Performed } from '../../ports/device.js';
import { blankPng } from './blank-png.js';
import type { DeviceScript } from './device-script.js';
import { perform } from './scripted-actions.js';
import { applicationsOf, closeApplication, launch, select } from './scripted-applications.js';
import { lookAt, sourceOf } from './scripted-look.js';
import { sceneOf, screenSize, startScript } from './scripted-state.js';

export interface ScriptedInterface {
  applications(): readonly Application[];
  select(id: string): void;
  launch(name: string): void;
  closeApplication(id: string): void;
  look(): Look;
  screenshot(): Uint8Array;
  source(): string;
  isQuiet(): boolean;
  /** Throws `ScriptEnded` for a step with `die`. */
  perform(action: DeviceAction, signal: AbortSignal): Promise<Performed>;
}

let picture: Uint8Array | undefined;

/** Throws `TypeError` for a script without its first screen. */
export function createScriptedInterface(script: DeviceScript): ScriptedInterface {
  const state = startScript(script);
  return {
    applications: () => applicationsOf(state),
    select: (id) => select(state, id),
    launch: (name) => launch(state, name),
    closeApplication: (id) => closeApplication(state, id),
    look: () => lookAt(state),
    screenshot: () => (picture ??= blankPng(screenSize.width, screenSize.height)),
    source: () => sourceOf(state),
    isQuiet: () => sceneOf(state).quiet !== false,
    perform: (action, signal) => perform(state, action, signal),
  };
}
