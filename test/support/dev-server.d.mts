export interface DevServerOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Default: a file in a temporary folder. Give one to restart the same server after it was killed. */
  readonly dbFilename?: string;
  /** Keeps state in memory: a third less work, for a server that is not restarted. */
  readonly inMemory?: boolean;
  /** Number of history events after which continue-as-new is suggested. */
  readonly suggestContinueAsNewAt?: number;
  readonly dynamicConfig?: Readonly<Record<string, unknown>>;
  readonly ui?: boolean;
  /** Port of its HTTP API. Default: a random one. */
  readonly httpPort?: number;
  /** Port of its Prometheus metrics. */
  readonly metricsPort?: number;
}

export interface DevServer {
  readonly address: string;
  readonly port: number;
  readonly pid: number;
  readonly cli: string;
  readonly dbFilename: string;
  /** Of one that runs on PostgreSQL. */
  readonly database?: {
    url(name: string): string;
    /** SIGKILL, as a machine that fails. */
    kill(): Promise<void>;
    start(): Promise<void>;
    /** After a stop of the server with `keepDatabase`. */
    stop(): Promise<void>;
  };
  stop(options?: { readonly signal?: NodeJS.Signals; readonly keepFolder?: boolean; readonly keepDatabase?: boolean }): Promise<void>;
}

export function startDevServer(options?: DevServerOptions): Promise<DevServer>;
