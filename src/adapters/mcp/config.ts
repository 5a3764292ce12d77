export interface StdioServerConfig {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /**
   * In addition to the few variables that every program needs (HOME, PATH, …); the server gets nothing else of the worker's environment.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

export interface HttpServerConfig {
  /** URL of its streamable HTTP endpoint. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type ToolServerConfig = (StdioServerConfig | HttpServerConfig) & {
  /** Only these are offered; all, when absent. */
  readonly tools?: readonly string[] | undefined;
};
