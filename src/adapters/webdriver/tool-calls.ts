// FL21: what a session is asked about tools of its page, and what it answers.
import type { FoundPageTool, PageToolRef, ToolInput } from '../../domain/ui/page-tool.js';

export interface ToolsFound {
  readonly top: string | null;
  readonly tools: readonly FoundPageTool[];
}

export type ToolAnswer =
  | { readonly kind: 'answered'; readonly output: unknown }
  /** The document that it ran in was replaced, or went away. */
  | { readonly kind: 'left' }
  /** A form is filled in and waits for whoever sends it. */
  | { readonly kind: 'filled' }
  /** It has opened a dialog, and waits for the answer. */
  | { readonly kind: 'asks' };

export interface ToolCall {
  readonly tool: PageToolRef;
  readonly input: ToolInput;
  readonly signal: AbortSignal;
  /** Of what the page says went wrong, before it is cut. */
  readonly mask: (text: string) => string;
  /** Calls it when the page becomes blocked, until the function that it returns is called. */
  readonly onBlocked: (listener: (why: Error) => void) => () => void;
}
