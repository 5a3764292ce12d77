import { SteadyhandError } from '../domain/errors/errors.js';

/** A tool as its server describes it. */
export interface ToolDescription {
  /** Name of the configured server; `name` is the tool's own. */
  readonly server: string;
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The server declares that the tool changes nothing. */
  readonly readOnly: boolean;
}

export interface ToolImage {
  readonly bytes: Uint8Array;
  /** `image/png` */
  readonly mediaType: string;
}

export interface ToolReply {
  readonly text: string;
  readonly images: readonly ToolImage[];
  /** `structuredContent`, if the tool returned any. */
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface ToolListing {
  readonly tools: readonly ToolDescription[];
  /** Why servers did not list their tools. `tools` still has the last known tools of a server that did so before. */
  readonly unavailable: readonly ToolServerError[];
}

export interface ToolCallContext {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * External tools (Model Context Protocol) for one run. A server is started, or connected to, when first needed, and ends with `close`; one
 * that died is restarted at the next call, and `takeWarnings` reports it. Errors: `ToolServerError`.
 */
export interface ToolServers {
  /**
   * The tools listed before the signal fires; a server that fails does not affect the others, and is reported in the warnings. `wanted`:
   * name of the tool to find (also as `server/tool`); once it is found, silent servers get only a short wait.
   */
  list(signal: AbortSignal, wanted?: string): Promise<ToolListing>;
  call(
    tool: { readonly server: string; readonly name: string },
    args: Readonly<Record<string, unknown>>,
    context: ToolCallContext,
  ): Promise<ToolReply>;
  /** Warnings since the last call: a server that was restarted, output that was not a message, a server that is missing. */
  takeWarnings(): readonly string[];
  close(): Promise<void>;
}

export type ToolServerErrorCode =
  /** The server could not be started or reached, or gave no valid answer at start: no call was made. */
  | 'tool-server-unavailable'
  /** The server ended, or its connection broke, during a call: whether the call ran is not known. */
  | 'tool-server-lost'
  /** No answer in time; the call may still be running. */
  | 'tool-timeout'
  /** No such server or tool; the message lists the available ones. */
  | 'no-such-tool';

export class ToolServerError extends SteadyhandError {
  override readonly name = 'ToolServerError';

  constructor(
    readonly code: ToolServerErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
