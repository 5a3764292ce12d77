/** Answers of models by the hash of all that they follow from. */
export interface DecisionCache {
  /** Undefined: there is none, or its time is over. */
  get(key: string): Promise<unknown>;
  /** `lifetimeMs` from now on. */
  set(key: string, value: unknown, lifetimeMs: number): Promise<void>;
}
