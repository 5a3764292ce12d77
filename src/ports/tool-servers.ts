import { SteadyhandError } from '../domain/errors.js';

/** A tool as its server describes it. */
export interface ToolDescription {
  /** Name of the configured server, then the tool's own. */
  readonly server: string;
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The server says that it changes nothing. */
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
  /** `structuredContent`, when the tool gave some. */
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface ToolListing {
  readonly tools: readonly ToolDescription[];
  /** Why servers did not say what they offer. One that had said so before is among `tools` all the same, as it was then. */
  readonly unavailable: readonly ToolServerError[];
}

export interface ToolCallContext {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Tools of others (Model Context Protocol) for one run. A server is started, or connected to, when it is first needed, and ends with `close`; one that died is started
 * again at the next call, and `takeWarnings` says so. Errors: `ToolServerError`.
 */
export interface ToolServers {
  /**
   * What there is until the signal fires; one server that fails takes nothing from the others, and is told in the warnings. `wanted`: the name (`server/tool`, too) of the
   * tool that is sought; once it is found, servers that are silent are hardly waited for.
   */
  list(signal: AbortSignal, wanted?: string): Promise<ToolListing>;
  call(
    tool: { readonly server: string; readonly name: string },
    args: Readonly<Record<string, unknown>>,
    context: ToolCallContext,
  ): Promise<ToolReply>;
  /** What somebody should hear since the last call: a server that was started again, output that was no message, one that is not there. */
  takeWarnings(): readonly string[];
  close(): Promise<void>;
}

export type ToolServerErrorCode =
  /** It could not be started or reached, or said nothing sensible at the start: no call was made. */
  | 'tool-server-unavailable'
  /** It ended, or its connection broke, while a call was under way: whether that ran nobody knows. */
  | 'tool-server-lost'
  /** No answer in time; it may still be at work. */
  | 'tool-timeout'
  /** There is no such server or tool; the message lists what there is. */
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
