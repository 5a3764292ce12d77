/** Caches answers of models by the hash of everything they depend on. */
export interface DecisionCache {
  /** Undefined: missing or expired. */
  get(key: string): Promise<unknown>;
  /** Expires `lifetimeMs` from now. */
  set(key: string, value: unknown, lifetimeMs: number): Promise<void>;
}
