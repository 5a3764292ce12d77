export interface DevServerOptions {
  /** Absent: a free one. */
  readonly port?: number;
  /** Absent: a file in a temporary folder. Give one to start the same server again after it was killed. */
  readonly dbFilename?: string;
  /** No file: for a server that is not started again, a third less work. */
  readonly inMemory?: boolean;
  /** History events after which a run is told to continue as new. */
  readonly suggestContinueAsNewAt?: number;
  readonly dynamicConfig?: Readonly<Record<string, unknown>>;
  readonly ui?: boolean;
  /** Where it shows its counters to Prometheus. */
  readonly metricsPort?: number;
}

export interface DevServer {
  readonly address: string;
  readonly port: number;
  readonly pid: number;
  readonly cli: string;
  readonly dbFilename: string;
  stop(options?: { readonly signal?: NodeJS.Signals; readonly keepFolder?: boolean }): Promise<void>;
}

export function startDevServer(options?: DevServerOptions): Promise<DevServer>;
export function freePort(): Promise<number>;
