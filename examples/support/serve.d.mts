/** Resolves when the port (a free one unless given) is open. */
export function serve(
  handle: (request: Request) => Response | Promise<Response>,
  port?: number,
): Promise<{ readonly url: string; close(): Promise<void> }>;

export function isProgram(moduleUrl: string): boolean;

export function runUntilStopped(what: { readonly name: string; readonly url: string; close(): Promise<void> }): void;
