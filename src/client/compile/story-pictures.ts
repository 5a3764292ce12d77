// Pictures of the controls that a run acted on and that have no words, so that a flow finds them again.
//
// pictures-1. There is none where it tells nothing: of one colour, cut off by the edge of the screen, or with another control of its role beside it that
//     looks the same. Such a node halts, as without pictures.
import { wordlessAims } from '../../domain/compile/drafts.js';
import { isDeed, type Deed, type RunStory } from '../../domain/compile/story.js';
import { isWholeAs } from '../../domain/ui/geometry.js';
import type { Control } from '../../domain/ui/control.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Images } from '../../ports/images.js';

export interface Eyes {
  /** Undefined: it was removed, or the file was written without pictures. */
  pictureOf(ref: ArtifactRef): Promise<Uint8Array | undefined>;
  keep(png: Uint8Array): Promise<ArtifactRef>;
  /** Opened where a control needs it. */
  images(): Promise<Images>;
}

export async function withPictures(story: RunStory, eyes: Eyes): Promise<RunStory> {
  const pictures = new Map<Control, ArtifactRef>();
  for (const deed of story.steps.filter(isDeed))
    for (const control of wordlessAims(deed)) {
      const picture = await pictureOf(control, deed, eyes);
      if (picture !== undefined) pictures.set(control, picture);
    }
  return pictures.size === 0 ? story : { ...story, pictures };
}

/** pictures-1. */
async function pictureOf(control: Control, { before, screenshot }: Deed, eyes: Eyes): Promise<ArtifactRef | undefined> {
  const png = screenshot && (await eyes.pictureOf(screenshot));
  if (!png) return undefined;
  const images = await eyes.images();
  const whole = await images.size(png);
  const { bounds: box, role } = control;
  if (!isWholeAs(box, box, whole) || !(await images.shows(png, box))) return undefined;
  const others = before.controls.filter((each) => each !== control && each.role === role && each.visible);
  for (const { bounds } of others)
    if (isWholeAs(box, bounds, whole) && (await images.alike({ png, box }, { png, box: bounds }))) return undefined;
  return eyes.keep(await images.crop(png, box));
}
