// A screen as the explorer sees it: its signature, how much it differs from the one before, and what can be done there (docs/design/explorer.md §1).
import { createHash } from 'node:crypto';
import { addressWords, destinationDigests } from '../../domain/explorer/address.js';
import { nameOf, pageDigests, shortList, type ExplorerAction } from '../../domain/explorer/actions.js';
import { enumerateActions, type ActingOn } from '../../domain/explorer/enumerate-actions.js';
import type { EnumeratedAction } from '../../domain/explorer/agent-state.js';
import type { Seen } from '../../domain/explorer/effects.js';
import type { ExploreOn, Perception, StoredAction, PrepareAppInput } from '../../domain/explorer/requests.js';
import { headingsOf } from '../../domain/explorer/screen-names.js';
import { delta, hashedStructure, signatureOf, type ScreenSignature } from '../../domain/explorer/signature.js';
import { removersIn } from '../../domain/explorer/vanished-rows.js';
import { type Guard, isAllowedAddress } from '../../domain/guard/guard.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import { parseControlList, type LabelledControl } from '../../domain/ui/control-list.js';
import type { ControlRef } from '../../domain/ui/control.js';
import type { Application, ArtifactRef, Observation } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { HandedDevice } from '../../ports/device-process.js';

const longestLabel = 32;
const longestTitle = 80;

/** Stores what can be done there. What it returns passes through history, so it has neither targets nor texts. */
export async function seenOn(
  { artifacts, lexicon }: { readonly artifacts: ArtifactStore; readonly lexicon: Lexicon },
  device: HandedDevice,
  observation: Observation,
  told: readonly string[],
  { app, guard: guardRef, before }: ExploreOn,
  done?: { readonly action: StoredAction; readonly controls: ArtifactRef },
): Promise<Seen> {
  const [controls, guard, last] = await Promise.all([
    controlsOf(artifacts, observation.controls),
    artifacts.getJson(guardRef) as Promise<Guard>,
    before === undefined ? undefined : (artifacts.getJson(before) as Promise<Perception>),
  ]);
  const { url } = observation.application;
  const headings = headingsOf(controls);
  const signature = signatureOf({ app: app.id, title: observation.title, headings, controls, url });
  const actions = actionsOn({ controls, guard, lexicon, touch: device.kind === 'appium', hasHome: app.url !== undefined });
  const title = observation.title.slice(0, longestTitle);
  const identity = hashOf(signature.identity, 16);
  const removers = done ? removersIn(done.action, await controlsOf(artifacts, done.controls), controls) : [];
  const removed = removers.length > 0 && done ? [`Rows vanished after '${nameOf(done.action)}': nothing like it is pressed again`] : [];
  const notices = [...told, ...removed];
  const { id, name } = observation.application;
  const perception: Perception = {
    version: 1,
    title,
    headings,
    tokens: signature.tokens,
    ...hashed(signature),
    actions,
    look: { screen: identity, controls: observation.controls, application: { id, name }, title: observation.title },
    ...(url === undefined ? {} : { url, ...placed(url) }),
    notices: notices.length === 0 ? undefined : notices,
    removers: removers.length === 0 ? undefined : removers,
  };
  return {
    signature: {
      identity,
      composite: hashOf(signature.composite, 16),
      inside: isInside(observation.application, app, device.application),
    },
    delta: last === undefined ? 1 : delta(last, signature),
    bundle: {
      generation: observation.generation,
      screenshot: observation.screenshot,
      controls: observation.controls,
      actions: await artifacts.putJson(perception),
      title,
      before,
      notices: notices.length === 0 ? undefined : notices.length,
    },
    actions: shortList(actions).map(short),
  };
}

async function controlsOf(artifacts: ArtifactStore, ref: ArtifactRef): Promise<readonly LabelledControl[]> {
  return parseControlList(await artifacts.getJson(ref), ref).controls;
}

function actionsOn({
  controls,
  ...on
}: Omit<ActingOn, 'scrolls'> & { readonly controls: readonly LabelledControl[] }): readonly StoredAction[] {
  const labels = labelsOf(controls);
  return enumerateActions({ ...on, controls: controls.map(usable), scrolls: on.touch }).map((action) => stored(action, labels));
}

function hashed(signature: ScreenSignature): Pick<Perception, 'place' | 'structure'> {
  return { place: hashOf(signature.place, 8), structure: hashedStructure(signature, (token) => hashOf(token, 4)) };
}

function placed(url: string): Pick<Perception, 'at' | 'page'> {
  const page = pageDigests(destinationDigests(url));
  return { at: hashOf(addressWords(url), 8), page };
}

/** Only what has a label can be acted on. */
function usable(control: LabelledControl): LabelledControl {
  return { ...control, interactive: control.label !== undefined };
}

function stored({ key, ...action }: ExplorerAction, labels: ReadonlyMap<string, string>): StoredAction {
  const { target } = action;
  if (!target) return { ...action, key };
  const label = labels.get(placeOf(target));
  return { ...action, key: hashOf(key, 6), label };
}

/** For controls that `isSameControl` cannot tell apart, the label of the first. */
function labelsOf(controls: readonly LabelledControl[]): ReadonlyMap<string, string> {
  return new Map(
    controls.flatMap((control) => (control.label === undefined ? [] : [[placeOf(control), control.label] as const])).reverse(),
  );
}

function placeOf({ path, role, name }: Pick<ControlRef, 'path' | 'role' | 'name'>): string {
  return JSON.stringify([path, role, name]);
}

function short(action: StoredAction): EnumeratedAction {
  const { key, verb, safety } = action;
  return { key, verb, label: nameOf(action).replace(/\s+/g, ' ').trim().slice(0, longestLabel), safety };
}

/** Bytes of SHA-256, as hex. */
function hashOf(text: string, bytes: number): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * bytes);
}

/** Whether what is in front is the application that is explored. `own`: the application that the device was opened for, if any. */
export function isInside({ url, id, name }: Application, { origins }: PrepareAppInput['app'], own: string | undefined): boolean {
  if (own !== undefined) return id === own || name === own;
  if (origins.length === 0) return true;
  return url !== undefined && isAllowedAddress(origins, url);
}
