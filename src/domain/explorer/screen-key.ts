/** Hashes of what signature.ts distinguishes: a screen, and a variant of it. */
export interface ScreenKey {
  readonly identity: string;
  readonly composite: string;
  /** In the application that is explored. */
  readonly inside: boolean;
}
