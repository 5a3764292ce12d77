// What a prompt shows of an observation: the stored control list as text, and pictures for a model that takes them.
import type { DecideAppInput } from '../../domain/agent/decision.js';
import { sentSide, usedPart, wantsPicture } from '../../domain/agent/pictures.js';
import { parseControlList, type LabelledControl } from '../../domain/ui/control-list.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { pngSize } from '../../domain/ui/png.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/images.js';
import { StoreUnavailableError } from '../../ports/store-errors.js';
import { PictureError } from '../../ports/picture-errors.js';
import type { ScreenSize } from './decide-action.js';
import type { ModelRequest } from '../../ports/model.js';

type Picture = NonNullable<ModelRequest<unknown>['images']>[number];

export interface Pictures {
  readonly images: readonly Picture[];
  readonly annotated?: ArtifactRef;
  /** What the picture shows of the screen, px; absent: all of it. */
  readonly part?: Bounds;
  readonly warnings: readonly string[];
}

export const noPictures: Pictures = { images: [], warnings: [] };

export async function loadControls(artifacts: ArtifactStore, ref: ArtifactRef): Promise<readonly LabelledControl[]> {
  return parseControlList(await artifacts.getJson(ref), ref).controls;
}

/** Throws a `PictureError` for a screenshot that is none. */
export async function screenSize(artifacts: ArtifactStore, screenshot: ArtifactRef): Promise<ScreenSize> {
  const size = pngSize(await artifacts.get(screenshot));
  if (!size) throw new PictureError(`The screenshot ${screenshot} is not a PNG.`);
  return size;
}

/** At most one picture, with labels, of the part that is used; and the screen before, where the setting wants it and much has changed. What cannot be drawn is left out with a warning. */
export async function appPictures(
  { observation, pictures: setting, seesAfresh = false, isUnclear = false, lastScreenshot }: DecideAppInput,
  controls: readonly LabelledControl[],
  { artifacts, images }: { readonly artifacts: ArtifactStore; readonly images: Images },
): Promise<Pictures> {
  const { screenshot, held } = observation;
  const wish = { asked: seesAfresh, unclear: isUnclear, held: held !== undefined, setting };
  if (!wantsPicture(wish, controls)) return noPictures;
  const before = lastScreenshot === undefined ? [] : [{ caption: 'The screen before your last action:', ref: lastScreenshot }];
  try {
    const png = await artifacts.get(screenshot);
    // Where something is held its place is told as a fraction of the whole.
    const part = held ? undefined : usedPart(controls, await images.size(png));
    const labelled = await images.annotate(png, marksOf(controls), seenBoxesOf(controls));
    const shown = part ? await images.crop(labelled, part) : labelled;
    const annotated = await artifacts.put(await images.shrink(shown, sentSide(await images.size(shown))), 'image/png');
    const caption = `${part ? 'What is used of the screen' : 'The screen'}, with labels coloured by kind:`;
    return { images: [...before, { caption, ref: annotated }], annotated, part, warnings: [] };
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    const warning = `The labels could not be drawn: ${error instanceof Error ? error.message : String(error)}`;
    return { images: [...before, { caption: 'The screen:', ref: screenshot }], warnings: [warning] };
  }
}

function marksOf(controls: readonly LabelledControl[]) {
  return controls.flatMap(({ label, role, bounds }) => (label === undefined ? [] : [{ label, role, bounds }]));
}

function seenBoxesOf(controls: readonly LabelledControl[]) {
  return controls.flatMap(({ label, visible, bounds }) => (label === undefined && visible ? [bounds] : []));
}
