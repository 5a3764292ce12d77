export interface AppiumServer {
  readonly url: string;
  readonly pid: number;
  /** Its log; the beginning may have been dropped. */
  log(): string;
  close(): Promise<void>;
}

export function startAppium(options?: { readonly port?: number }): Promise<AppiumServer>;
