// A run's last observation, as stored: its controls and its screenshot.
import { join } from 'node:path';
import sharp from 'sharp';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import type { ControlList } from '../../src/domain/ui/control-list.js';
import type { Bounds } from '../../src/domain/ui/geometry.js';
import type { ArtifactRef } from '../../src/domain/ui/observation.js';
import type { Harness, Run } from './agent-harness.js';

export interface MaskedField {
  readonly name: string;
  readonly value: string | undefined;
  /** Number of colours in its area of the screenshot; one means blank. */
  readonly colours: number;
}

export async function maskedInLastLook(harness: Harness, run: Run): Promise<readonly MaskedField[]> {
  const last = (await harness.records(run)).map((record) => JSON.stringify(record)).findLast((record) => record.includes('"controls"'));
  const { screenshot = '', controls = '' } =
    /"screenshot":"(?<screenshot>sha256:\w+)".*?"controls":"(?<controls>sha256:\w+)"/.exec(last ?? '')?.groups ?? {};
  const artifacts = createFileArtifactStore({ folder: join(harness.config.shared, 'artifacts') });
  const [list, picture] = await Promise.all([artifacts.getJson(controls as ArtifactRef), artifacts.get(screenshot as ArtifactRef)]);
  const masked = (list as ControlList).controls.filter((control) => control.masked);
  return Promise.all(masked.map(async ({ name, value, bounds }) => ({ name, value, colours: await coloursIn(picture, bounds) })));
}

async function coloursIn(picture: Uint8Array, { x: left, y: top, width, height }: Bounds): Promise<number> {
  const pixels = await sharp(picture).extract({ left, top, width, height }).removeAlpha().raw().toBuffer();
  return new Set(Array.from({ length: pixels.length / 3 }, (_, index) => pixels.subarray(index * 3, index * 3 + 3).toString('hex'))).size;
}
