// The page of a report, with the pictures, prompts and replies that the store still has.
import { oneLine } from '../domain/flow/one-line.js';
import type { Report } from '../domain/report/report.schema.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../ports/artifact-store.js';

export async function reportPage(report: Report, artifacts: ArtifactStore): Promise<string> {
  const { drawReportPage } = await import('../adapters/report-page/report-page.js');
  return drawReportPage(report, {
    picture: (ref) => stored(() => artifacts.get(ref as ArtifactRef)),
    json: (ref) => stored(() => artifacts.getJson(ref as ArtifactRef)),
  });
}

/** Undefined: `gc` has removed it. */
async function stored<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ArtifactMissingError) return undefined;
    throw error;
  }
}

/** An id may have characters that no file name takes. */
export function fileNameOf(id: string): string {
  return (
    oneLine(id, 100)
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '') || 'report'
  );
}
