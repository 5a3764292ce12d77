import type { ActionOutcome } from '../device/device-work.js';
import type { ArtifactRef } from '../ui/observation.js';

/** What a person who holds a run sees of it: small enough for history. */
export interface PersonLook {
  /** WebP; blank over what is secret. */
  readonly picture: ArtifactRef;
  /** px; what points are given in. */
  readonly width: number;
  readonly height: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly title: string;
  readonly address?: string;
  /** The hand's public key (raw, base64url), for what is typed. Absent: this device takes no text. */
  readonly key?: string;
  /** What has the focus, by role; `password` and `secret` show nothing of what is typed. */
  readonly focus?: string;
  readonly notices?: readonly string[];
}

/** What came of an act: an unknown outcome is told, and never tried again. */
export interface PersonActed {
  readonly outcome: ActionOutcome;
  /** What a click was aimed at, by role and name: `button "Sign in"`. Never what stands in a field. */
  readonly on?: string;
  /** Why the guard would have asked; whoever acts has approved it thereby. */
  readonly approved?: string;
  /** Right after it; absent: it could not be taken. */
  readonly look?: PersonLook;
}
