import type { ControlRef } from './control.js';
import type { PressedPointer } from './ui-action.js';

/** `sha256:<64 hex>` of something in the artifact store. */
export type ArtifactRef = `sha256:${string}`;

export function isArtifact(value: unknown): value is ArtifactRef {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

/** On the web, an open tab (`running`) or a configured start URL. */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly url?: string;
  readonly running: boolean;
  readonly current: boolean;
}

/** A file that an interface has downloaded, as the artifact store has it; or why it has none. */
export type Download = { readonly name: string; readonly file: ArtifactRef };
export type MissedDownload = { readonly name: string; readonly problem: string };

const mostDownloads = 200;

/** Each once, the first ones: a run's result has them all in the order in which they came. */
export function withDownloads(
  known: readonly (Download | MissedDownload)[] = [],
  more: readonly (Download | MissedDownload)[],
): readonly (Download | MissedDownload)[] {
  return [...new Map([...known, ...more].map((each) => [JSON.stringify(each), each])).values()].slice(0, mostDownloads);
}

/** Whether an approved action still means what it meant (domain/guard/binding.ts). `target`: its control, under its label of this observation; `other`: the second one of a drag. */
export type Bound =
  | { readonly fits: true; readonly target?: ControlRef; readonly other?: ControlRef }
  | { readonly fits: false; readonly because: string };

/** The result of one look at a device: references and a few texts, never pixels, sources or control lists. */
export interface Observation {
  /** Generation of the device at this observation; an action refers to it and is refused if it is not the newest. */
  readonly generation: number;
  readonly screenshot: ArtifactRef;
  /** A stored `ControlList`. */
  readonly controls: ArtifactRef;
  readonly source?: ArtifactRef;
  readonly application: Application;
  readonly title: string;
  readonly controlCount: number;
  /** Changes when the visible content changes; for comparison only. */
  readonly fingerprint: string;
  /** Only when asked for (HostAgent); at most 50. */
  readonly applications?: readonly Application[];
  /** Answer to `bound`. */
  readonly bound?: Bound;
  /** A mouse button is pressed. */
  readonly pressed?: PressedPointer;
  readonly downloads?: readonly Download[];
  /** Notices for the observer: a navigation sent back (`origin-refused …`), an open dialog, a page that never settled. */
  readonly notices?: readonly string[];
}
