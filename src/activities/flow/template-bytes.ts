// The picture that a flow names: by its path on the host, or by its artifact.
import { readFile } from 'node:fs/promises';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { PictureError } from '../../ports/pictures.js';
import type { ScreenTools } from './tool-screen.js';

/** Throws `PictureError`, `ArtifactMissingError`. */
export async function templateBytes(template: string, artifacts: ScreenTools['artifacts']): Promise<Uint8Array> {
  if (/^sha256:[0-9a-f]{64}$/.test(template)) return artifacts.get(template as ArtifactRef);
  try {
    return await readFile(template);
  } catch (error) {
    throw new PictureError(
      `The template '${template}' cannot be read: ${error instanceof Error ? error.message : String(error)}. Give a PNG by its path on the host, or an artifact.`,
    );
  }
}
