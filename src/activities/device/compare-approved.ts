// Whether an approved action still means what it meant when it was approved: both looks are compared (domain/guard/binding.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Seen } from '../../domain/device/device-work.js';
import { rebind, restlessTexts, type PicturePair, type Rebound } from '../../domain/guard/binding.js';
import { parseControlList } from '../../domain/ui/control-list.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import type { Control } from '../../domain/ui/control.js';
import type { UiAction } from '../../domain/ui/ui-action.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import type { Look } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import type { Images } from '../../ports/pictures.js';

interface Tools {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'getJson'>;
  readonly images: Images;
  readonly lexicon: Pick<Lexicon, 'noise'>;
}

/** `targets`: the controls that the action names, as they are now. */
export type StillBound = { readonly fits: true; readonly targets: readonly Control[] } | { readonly fits: false; readonly because: string };

/** ms: a clock that ticks shows it. */
const restlessMs = 1_200;

/** Looks by itself; where only texts differ, twice, to know which of them change on their own. */
export async function stillBound(
  { action, ...seen }: { readonly action: UiAction } & Seen,
  device: HandedDevice,
  tools: Tools,
): Promise<StillBound> {
  const { images, lexicon } = tools;
  const then = await sightThen(seen, tools).catch(unlessMissing);
  if (then === undefined) return { fits: false, because: 'what it was approved on is no longer stored' };
  let now = await sightOf(device, images);
  let rebound = rebind(action, then, now, lexicon);
  if (!rebound.fits && rebound.isText) {
    const before = now;
    await sleep(restlessMs);
    now = await sightOf(device, images);
    rebound = rebind(action, then, now, lexicon, restlessTexts(before.controls, now.controls));
  }
  return verdict(rebound, then, now, images);
}

interface Sight {
  readonly controls: readonly Control[];
  readonly png: Uint8Array;
  readonly size: { readonly width: number; readonly height: number };
  readonly address?: string | undefined;
  readonly about?: readonly string[] | undefined;
}

async function sightThen(seen: Seen, { artifacts, images }: Tools): Promise<Sight> {
  const png = await artifacts.get(seen.screenshot);
  const { controls, address, title } = parseControlList(await artifacts.getJson(seen.controls), seen.controls);
  return { controls, address, about: title === undefined ? undefined : [title], png, size: await images.size(png) };
}

/** An approval may come after weeks. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ArtifactMissingError)) throw error;
}

async function sightOf(device: HandedDevice, images: Images): Promise<Sight> {
  const look: Look = await device.look();
  const png = await device.screenshot();
  return { controls: look.controls, address: look.application.url, about: [look.title], png, size: await images.size(png) };
}

async function verdict(rebound: Rebound, then: Sight, now: Sight, images: Images): Promise<StillBound> {
  if (!rebound.fits) return { fits: false, because: rebound.because };
  const isAlike = async ({ was, is, isAll }: PicturePair) =>
    (await images.alike({ png: then.png, box: was }, { png: now.png, box: is })) ?? !isAll;
  for (const pair of rebound.pictures) if (!(await isAlike(pair))) return { fits: false, because: 'the picture there has changed' };
  return { fits: true, targets: rebound.targets };
}
