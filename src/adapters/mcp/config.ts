export interface StdioServerConfig {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Besides the few variables that every program needs (HOME, PATH, …); nothing else of the worker's environment gets to the server. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

export interface HttpServerConfig {
  /** Of its streamable HTTP endpoint. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type ToolServerConfig = (StdioServerConfig | HttpServerConfig) & {
  /** Only these are offered; all, when left out. */
  readonly tools?: readonly string[] | undefined;
};
