import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { Holding } from '../device-kit/held-pointer.js';
import type { Secrets } from '../../ports/secrets.js';
import type { AccessibleRef } from './accessible.js';
import type { AccessibilityBus } from './accessibility-bus.js';
import type { Applications } from './applications.js';
import type { Front } from './front-windows.js';
import type { Hands } from './hands.js';
import type { Scene } from './look.js';

/** What performing an action on a desktop needs. */
export interface ActionTools {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  readonly secrets: Secrets;
  readonly holding: Holding;
  readonly screen: Bounds;
  readonly platform: NodeJS.Platform;
  /** Absent where the system cannot be asked what is in front. */
  readonly front: Front | undefined;
  /** Of the last look; of a new one if that did not tell of this control. */
  readonly scene: (control?: Control) => Promise<Scene>;
  /** What has the focus by a look. */
  readonly focusedInLook: () => Promise<AccessibleRef | undefined>;
  /** All readable text. */
  readonly readAll: () => Promise<string>;
}
