// One observation of a device: controls, then pixels, stored by reference.
//
// look-1. Only references and short texts are returned.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { ClosedDevice, ObserveOptions } from '../../domain/device/device-work.js';
import type { ControlRef } from '../../domain/ui/control.js';
import { isSameControl, labelControls, parseControlList, type ControlList, type LabelledControl } from '../../domain/ui/control-list.js';
import {
  withDownloads,
  type ArtifactRef,
  type Bound,
  type Download,
  type MissedDownload,
  type Observation,
} from '../../domain/ui/observation.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import { originOf } from '../../domain/guard/guard.js';
import { sentNotices, type Sent } from '../../domain/wire/sent-log.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { ActionFailedError, type Look } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import type { Images } from '../../ports/pictures.js';
import type { LeasedDevice } from '../../host/leased-device.js';
import { readHostFile } from '../read-host-file.js';
import { stillBound, type StillBound } from './compare-approved.js';

export interface ObserveTools {
  readonly artifacts: ArtifactStore;
  readonly images: Images;
  readonly lexicon: Pick<Lexicon, 'noise'>;
  /** What the browser told of its pages, for who tells it apart from other notices. */
  heard?(events: readonly string[]): void;
  /** What was sent of the action that was just done, for who tells it with the action. Absent: it is a notice. */
  sent?(sent: Sent): void;
}

/** Turns of the event loop until a request of the device is on its way: it passes through several asynchronous layers. */
const requestLeaves = 4;
const mostApplications = 50;
/** Bytes. */
const largestDownload = 256_000_000;
/** Observations of one generation that an action may still name. */
const rememberedLists = 4;

export async function observeDevice(
  leased: LeasedDevice,
  device: HandedDevice,
  options: ObserveOptions,
  tools: ObserveTools,
  extraNotices: readonly string[] = [],
): Promise<Observation> {
  const { artifacts } = tools;
  const bound = options.bound && (await stillBound(options.bound, device, tools));
  const look = await device.look();
  const [screenshot, { list, controls, fingerprint }] = await Promise.all([
    device.screenshot().then((pixels) => artifacts.put(pixels, 'image/png')),
    storeControls(look, options, artifacts),
  ]);
  remember(leased, controls, list);
  leased.screen = {
    title: look.title,
    address: look.application.url,
    controls: look.controls,
    screenshot,
  };
  const source = options.source === true ? await artifacts.put(Buffer.from(await device.source()), 'text/plain') : undefined;
  const applications = options.applications === true ? (await device.listApplications()).slice(0, mostApplications) : undefined;
  const { downloads, notices: unstored } = await storeDownloads(leased, device, artifacts);
  const events = await device.takeEvents();
  tools.heard?.(events);
  const taken = await device.takeSent();
  tools.sent?.(taken);
  const sent = sentNotices({ ofAction: tools.sent ? [] : taken.ofAction, late: taken.late }, originOf(look.application.url ?? ''));
  const notices = [...look.notices, ...extraNotices, ...unstored, ...events, ...sent];
  return {
    generation: leased.generation,
    screenshot,
    controls,
    source,
    application: look.application,
    title: look.title,
    controlCount: look.controls.length,
    fingerprint,
    applications,
    bound: bound === undefined ? undefined : labelled(bound, list),
    pressed: look.pressed,
    downloads: downloads.length === 0 ? undefined : downloads,
    notices: notices.length === 0 ? undefined : notices,
  };
}

/** A screenshot is mostly waiting for the display: meanwhile the list is made and stored, as soon as the request for pixels has left this process. */
async function storeControls(
  look: Look,
  { controlRoles, reannotate }: ObserveOptions,
  artifacts: ArtifactStore,
): Promise<{ readonly list: ControlList; readonly controls: ArtifactRef; readonly fingerprint: string }> {
  for (let turns = 0; turns < requestLeaves; turns += 1) await turn();
  const list = labelControls(look.controls, {
    roles: controlRoles,
    address: look.application.url,
    title: look.title,
    only: reannotate,
  });
  return { list, controls: await artifacts.putJson(list), fingerprint: fingerprintOf(look) };
}

/** Brings a running application to the front; one that does not run is not launched. Returns notices for the observation. */
export async function bringToFront(device: HandedDevice, application: string): Promise<readonly string[]> {
  const applications = await device.listApplications();
  const wanted = applications.find(({ id, running }) => id === application && running);
  if (wanted === undefined) return [`Application ${application} does not run any more.`];
  if (wanted.current) return [];
  try {
    await device.selectApplication(application);
    return [];
  } catch (error) {
    if (error instanceof ActionFailedError) return [`${error.code}: ${error.message}`];
    throw error;
  }
}

/** The labels of an observation: from memory, or from the store after a restart. */
export async function labelsOf(
  leased: LeasedDevice,
  controls: ArtifactRef,
  artifacts: ArtifactStore,
): Promise<ReadonlyMap<string, LabelledControl>> {
  const known = leased.labels.get(controls);
  if (known !== undefined) return known;
  const list = parseControlList(await artifacts.getJson(controls), controls);
  leased.screen ??= { controls: list.controls };
  return remember(leased, controls, list);
}

function remember(leased: LeasedDevice, controls: ArtifactRef, list: ControlList): ReadonlyMap<string, LabelledControl> {
  const labels = new Map(list.controls.flatMap((control) => (control.label === undefined ? [] : [[control.label, control] as const])));
  leased.labels.delete(controls);
  leased.labels.set(controls, labels);
  for (const oldest of [...leased.labels.keys()].slice(0, -rememberedLists)) leased.labels.delete(oldest);
  return labels;
}

/** An action can be aimed at a control that has a label. */
function labelled(bound: StillBound, { controls }: ControlList): Bound {
  if (!bound.fits) return bound;
  const refs: ControlRef[] = [];
  for (const { id, role, name, path } of bound.targets) {
    const now = controls.find((each) => each.label !== undefined && each.id === id && isSameControl(each, { role, name, path }));
    if (now?.label === undefined) return { fits: false, because: `${role} "${name}" is no longer there` };
    refs.push({ label: now.label, role: now.role, name: now.name, path: now.path });
  }
  const [target, other] = refs;
  return { fits: true, target, other };
}

/** ms between two questions for what is under way. */
const pollMs = 250;

/** All downloads of its UI session, and what was sent without an answer; what is under way is waited for: downloads at most so long, answers a third of it. */
export async function lastOf(
  leased: LeasedDevice,
  device: HandedDevice,
  { artifacts, awaitMs }: { readonly artifacts: ArtifactStore; readonly awaitMs: number },
): Promise<ClosedDevice> {
  const until = async <Left>(ms: number, ask: () => Promise<readonly Left[]>): Promise<readonly Left[]> => {
    const deadline = Date.now() + ms;
    let now = await ask();
    for (; now.length > 0 && Date.now() < deadline; now = await ask()) await sleep(pollMs);
    return now;
  };
  const [left, unanswered] = await Promise.all([
    until(awaitMs, () => device.downloadsUnderWay()),
    until(awaitMs / 3, async () => (await device.takeSent()).open),
  ]);
  await storeDownloads(leased, device, artifacts);
  const late = left.map((name) => ({
    name,
    problem: `It was still under way ${awaitMs / 1_000} s after the run's work, and was given up.`,
  }));
  return { downloads: withDownloads(leased.downloads, late), unanswered };
}

async function storeDownloads(
  leased: LeasedDevice,
  device: HandedDevice,
  artifacts: ArtifactStore,
): Promise<{ readonly downloads: readonly Download[]; readonly notices: readonly string[] }> {
  const downloads: Download[] = [];
  const missed: MissedDownload[] = [];
  for (const path of await device.takeDownloads()) {
    try {
      downloads.push({
        name: basename(path),
        // What a browser leaves in its folder may be a link by the time it is read.
        file: await artifacts.put(await readHostFile(path, { most: largestDownload, follow: false }), 'application/octet-stream'),
      });
    } catch (error) {
      missed.push({ name: basename(path), problem: `It could not be stored: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  leased.downloads = withDownloads(leased.downloads, [...downloads, ...missed]);
  return { downloads, notices: missed.map(({ name, problem }) => `The download ${name}: ${problem}`) };
}

function fingerprintOf({ application, controls }: Look): string {
  const hash = createHash('sha256').update(application.id);
  for (const { role, name, value, path, enabled, states } of controls)
    hash.update(`\n${role}\t${name}\t${value ?? ''}\t${path}\t${enabled ? '' : 'disabled'}\t${states?.join() ?? ''}`);
  return hash.digest('hex').slice(0, 16);
}
