/** Exit codes of all commands; `steadyhand --help` prints them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, unreachable: 3, limit: 4, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = `Exit codes:
  0    done
  1    failed, or refused
  2    the command was not understood
  3    something is unreachable: the Temporal server, a worker, a browser
  4    the run reached a limit: steps, tokens, time or cost
  130  interrupted
With --json, an error is one object on stdout, {"error": {"code": "…", "message": "…"}}; the exit code is the same.`;

/** The code for a run's outcome (docs/design/contracts.md §3: completed, failed, error, cancelled, or the name of the limit). */
export function exitCodeOf(outcome: string): ExitCode {
  if (outcome === 'completed') return exitCodes.done;
  if (outcome === 'step-limit' || outcome.startsWith('budget-')) return exitCodes.limit;
  return exitCodes.failed;
}
