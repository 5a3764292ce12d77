// What is read of an observation: its stored control list, pictures for a model that takes them, what a person changed, and what a person is shown who is asked.
import type { DecideAppInput, AppAction } from '../../domain/agent/decision.js';
import { isInView, sentSide, usedPart, wantsPicture } from '../../domain/agent/pictures.js';
import { parseControlList, type LabelledControl } from '../../domain/ui/control-list.js';
import type { Bounds, Size } from '../../domain/ui/geometry.js';
import type { ArtifactRef, Observation } from '../../domain/ui/observation.js';
import { pngSize } from '../../domain/ui/png.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { type Images, PictureError } from '../../ports/pictures.js';
import { StoreUnavailableError } from '../../ports/run-records.js';
import type { ModelRequest } from '../../ports/model.js';
import { effectOf, type Screen } from '../../domain/ui/change.js';
import { storeFramed, type FramingTools } from '../store-framed.js';

type Picture = NonNullable<ModelRequest<unknown>['images']>[number];

export interface Pictures {
  readonly images: readonly Picture[];
  readonly annotated?: ArtifactRef;
  /** What the picture shows of the screen, px; absent: all of it. */
  readonly part?: Bounds;
  /** What is drawn on the screen, px, where that was asked: the part goes by it. */
  readonly drawn?: Bounds;
  readonly warnings: readonly string[];
}

export const noPictures: Pictures = { images: [], warnings: [] };

export async function loadControls(artifacts: ArtifactStore, ref: ArtifactRef): Promise<readonly LabelledControl[]> {
  return parseControlList(await artifacts.getJson(ref), ref).controls;
}

/** Throws a `PictureError` for a screenshot that is none. */
export async function screenSize(artifacts: ArtifactStore, screenshot: ArtifactRef): Promise<Size> {
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
  const { screenshot, pressed } = observation;
  const wish = { asked: seesAfresh, unclear: isUnclear, pressed: pressed !== undefined, setting };
  if (!wantsPicture(wish, controls)) return noPictures;
  const before = lastScreenshot === undefined ? [] : [{ caption: 'The screen before your last action:', ref: lastScreenshot }];
  try {
    const png = await artifacts.get(screenshot);
    // Where something is held its place is told as a fraction of the whole.
    const drawn = pressed ? undefined : await images.drawn(png);
    const part = pressed ? undefined : usedPart(controls, await images.size(png), drawn);
    const labelled = await images.annotate(png, marksOf(controls), seenBoxesOf(controls));
    const shown = part ? await images.crop(labelled, part) : labelled;
    const annotated = await artifacts.put(await images.shrink(shown, sentSide(await images.size(shown))), 'image/png');
    const caption = `${part ? 'What is used of the screen' : 'The screen'}, with labels coloured by kind:`;
    return { images: [...before, { caption, ref: annotated }], annotated, part, drawn, warnings: [] };
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    const warning = `The labels could not be drawn: ${error instanceof Error ? error.message : String(error)}`;
    return { images: [...before, { caption: 'The screen:', ref: screenshot }], warnings: [warning] };
  }
}

function marksOf(controls: readonly LabelledControl[]) {
  return controls.filter(isInView).flatMap(({ label, role, bounds }) => (label === undefined ? [] : [{ label, role, bounds }]));
}

function seenBoxesOf(controls: readonly LabelledControl[]) {
  return controls.filter(isInView).flatMap(({ label, bounds }) => (label === undefined ? [bounds] : []));
}

// ── What a person changed on the screen ──────────────────────────────────────

/** For the model: what came and went, never what was typed. Undefined: no person had the screen. */
export async function changedByPerson(
  artifacts: ArtifactStore,
  { beforeTakeOver, observation }: Pick<DecideAppInput, 'beforeTakeOver' | 'observation'>,
  controls: readonly LabelledControl[],
): Promise<string | undefined> {
  if (!beforeTakeOver) return undefined;
  const effect = effectOf(
    withoutValues(beforeTakeOver, await loadControls(artifacts, beforeTakeOver.controls)),
    withoutValues(observation, controls),
  );
  const { url } = observation.application;
  const moved = url !== undefined && url !== beforeTakeOver.application.url ? [`The address is now ${url}.`] : [];
  return [...moved, effect.kind === 'changed' ? effect.what : 'nothing visible'].join(' ');
}

/** A masked value is only told to be another one (effect-2). */
function withoutValues(
  { title, application: { url } }: Pick<Observation, 'title' | 'application'>,
  controls: readonly LabelledControl[],
): Screen {
  return { title, address: url, controls: controls.map((control) => ({ ...control, masked: true })) };
}

// ── What a person is shown who is asked ──────────────────────────────────────

/**
 * Each action with the screen and its target in a frame. One picture after another, each control's once: a list may have many actions, and the worker has other work. A picture that cannot be made keeps nobody from
 * asking.
 */
export async function framedEach(
  actions: readonly AppAction[],
  controls: readonly LabelledControl[],
  screenshot: ArtifactRef,
  { artifacts, images }: FramingTools & { readonly artifacts: Pick<ArtifactStore, 'get' | 'put'> },
): Promise<readonly AppAction[]> {
  const pictures = new Map<LabelledControl, ArtifactRef | undefined>();
  const frame = async (control: LabelledControl): Promise<ArtifactRef> =>
    storeFramed(await artifacts.get(screenshot), control, { artifacts, images });
  const done: AppAction[] = [];
  for (const action of actions) {
    const { activation, target } = action;
    const control = activation?.facts && target && controls.find(({ label }) => label === target.label);
    if (control && !pictures.has(control)) pictures.set(control, await frame(control).catch(() => undefined));
    const picture = control && pictures.get(control);
    done.push(
      activation?.facts && picture ? { ...action, activation: { ...activation, facts: { ...activation.facts, picture } } } : action,
    );
  }
  return done;
}
