// What a prompt shows of an observation: the stored control list as text, and pictures for a model that takes them.
import type { DecideAppInput } from '../../domain/agent/decision.js';
import { parseControlList, type LabelledControl } from '../../domain/ui/control-list.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/images.js';
import type { ScreenSize } from './decide-action.js';
import type { ModelRequest } from '../../ports/model.js';

type Picture = NonNullable<ModelRequest<unknown>['images']>[number];

export interface Pictures {
  readonly images: readonly Picture[];
  readonly annotated?: ArtifactRef;
  readonly warnings: readonly string[];
}

export const noPictures: Pictures = { images: [], warnings: [] };

const cropMargin = 40;

export async function loadControls(artifacts: ArtifactStore, ref: ArtifactRef): Promise<readonly LabelledControl[]> {
  return parseControlList(await artifacts.getJson(ref), ref).controls;
}

/** The first chunk of a PNG has its width and height. */
export async function screenSize(artifacts: ArtifactStore, screenshot: ArtifactRef): Promise<ScreenSize> {
  const header = Buffer.from(await artifacts.get(screenshot)).subarray(0, 24);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

/**
 * In the order of docs/design/agent.md §4: the screenshot before, the control that the last action aimed at, the clean screenshot, the one with
 * labels. What cannot be drawn is left out with a warning.
 */
export async function appPictures(
  input: DecideAppInput,
  controls: readonly LabelledControl[],
  { artifacts, images }: { readonly artifacts: ArtifactStore; readonly images: Images },
): Promise<Pictures> {
  const { observation, lastScreenshot, lastTarget } = input;
  const warnings: string[] = [];
  const attempt = async (what: string, draw: () => Promise<ArtifactRef | undefined>): Promise<ArtifactRef | undefined> =>
    draw().catch((error: unknown) => {
      warnings.push(`${what} could not be drawn and was left out: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    });
  const target = lastTarget && (await attempt('The last control', () => cropTarget(lastTarget, artifacts, images)));
  const annotated = await attempt('The screenshot with labels', async () =>
    artifacts.put(
      await images.annotate(await artifacts.get(observation.screenshot), marksOf(controls), seenBoxesOf(controls)),
      'image/png',
    ),
  );
  return {
    images: [
      ...(lastScreenshot && lastScreenshot !== observation.screenshot
        ? [{ caption: 'The screen before your last action:', ref: lastScreenshot }]
        : []),
      ...(target ? [{ caption: 'The control that your last action aimed at, as it looked then:', ref: target }] : []),
      { caption: 'The screen now:', ref: observation.screenshot },
      ...(annotated ? [{ caption: 'The screen now with labels, coloured by kind:', ref: annotated }] : []),
    ],
    ...(annotated ? { annotated } : {}),
    warnings,
  };
}

async function cropTarget(
  { controls, screenshot, label }: NonNullable<DecideAppInput['lastTarget']>,
  artifacts: ArtifactStore,
  images: Images,
): Promise<ArtifactRef | undefined> {
  const control = (await loadControls(artifacts, controls)).find((candidate) => candidate.label === label);
  if (!control) return undefined;
  const { x, y, width, height } = control.bounds;
  const box = { x: x - cropMargin, y: y - cropMargin, width: width + 2 * cropMargin, height: height + 2 * cropMargin };
  return artifacts.put(await images.crop(await artifacts.get(screenshot), box), 'image/png');
}

function marksOf(controls: readonly LabelledControl[]) {
  return controls.flatMap(({ label, role, bounds }) => (label === undefined ? [] : [{ label, role, bounds }]));
}

function seenBoxesOf(controls: readonly LabelledControl[]) {
  return controls.flatMap(({ label, visible, bounds }) => (label === undefined && visible ? [bounds] : []));
}
