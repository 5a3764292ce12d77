import type { ChildProcess, StdioOptions } from 'node:child_process';

export interface JestRun {
  readonly node?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio: StdioOptions;
  readonly spawned?: (child: ChildProcess) => void;
  /** ms */
  readonly stillMs?: number;
}
/** `stuck`: undefined, or which files were under way when none had begun or ended for so long, and whether it was busy. */
export function runJest(
  name: string,
  args: readonly string[],
  run: JestRun,
): Promise<{ readonly code: number; readonly stuck: string | undefined }>;
