// What a tool sees of the device: one look, and text read from pixels where the tree has none.
import { findText, fits, matchOf, plain, type MatchMode, type TextMatch } from '../../domain/flow/find-text.js';
import { isScroller, type Control } from '../../domain/ui/control.js';
import { isIn } from '../../domain/ui/geometry.js';
import { isArtifact, type Application, type ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { ActionFailedError, type Look } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import { readHostFile } from '../read-host-file.js';
import { type Images, type PictureSearch, type ReadLine, type TextReader, PictureError } from '../../ports/pictures.js';

export interface ScreenTools {
  readonly artifacts: ArtifactStore;
  readonly images: Images;
  readonly pictures: PictureSearch;
  readonly reader: TextReader;
}

/** What is in front, seen once and lazily, since most tools need one or two of these. */
export interface Screen extends Sight {
  read(signal: AbortSignal): Promise<readonly ReadLine[]>;
  /** Brings the named window to the front, unless it is there already; from then on, this is the window that is seen. Throws `NoSuchWindowError`. */
  bringForward(name: string): Promise<void>;
  /** What is in front is seen anew. */
  again(): void;
}

interface Sight {
  look(): Promise<Look>;
  /** PNG without secrets. */
  pixels(): Promise<Uint8Array>;
  stored(): Promise<ArtifactRef>;
}

export interface Found extends TextMatch {
  /** Absent: read from pixels. */
  readonly control?: Control;
}

/** `window`: id of the window that the name refers to. */
export function createScreen(device: HandedDevice, tools: ScreenTools, window?: string): Screen {
  let sight = createSight(device, tools);
  return {
    look: () => sight.look(),
    pixels: () => sight.pixels(),
    stored: () => sight.stored(),
    async read(signal) {
      const lines = await tools.reader.read(await sight.pixels(), signal);
      const texts = await device.conceal(lines.map(({ text }) => text));
      return lines.map((line, index) => ({ ...line, text: texts[index] ?? '' }));
    },
    again() {
      sight = createSight(device, tools);
    },
    async bringForward(name) {
      const isWanted = (candidate: Application): boolean => (window === undefined ? isNamed(candidate, name) : candidate.id === window);
      const { application } = await sight.look();
      if (isWanted(application)) return;
      const applications = await device.listApplications();
      const wanted = applications.find((candidate) => candidate.running && isWanted(candidate));
      // Another window of the same name is a different one.
      if (!wanted)
        throw new NoSuchWindowError(
          window === undefined ? `There is no window '${name}'` : `The window that was focused as '${name}' is gone`,
          namesOf(applications),
        );
      if (!wanted.current) await device.selectApplication(wanted.id);
      sight = createSight(device, tools);
    },
  };
}

function createSight(device: HandedDevice, { artifacts }: ScreenTools): Sight {
  const look = once(() => device.look());
  const pixels = once(() => device.screenshot());
  return {
    look,
    pixels,
    stored: once(async () => artifacts.put(await pixels(), 'image/png')),
  };
}

/** The tree first; what it does not have is read from pixels. */
export async function findOnScreen(screen: Screen, text: string, mode: MatchMode, signal: AbortSignal): Promise<readonly Found[]> {
  const { controls } = await screen.look();
  const inTree = findText(controls, text, mode);
  if (inTree.length > 0) return inTree;
  const wanted = plain(text);
  const lines = await screen.read(signal);
  return lines
    .filter((line) => fits(plain(line.text), wanted, mode))
    .map(({ text: own, bounds, confidence }) => matchOf(own, bounds, { role: 'text', source: 'ocr', interactive: false }, confidence));
}

/** A window that is not there; a model may choose among those that are. */
export class NoSuchWindowError extends ActionFailedError {
  constructor(
    problem: string,
    readonly candidates: readonly string[],
  ) {
    super('no-such-application', `${problem}; there are: ${candidates.join(', ') || 'none'}.`);
  }
}

export function isNamed({ name, title }: Pick<Application, 'name' | 'title'>, wanted: string): boolean {
  return [name, title ?? ''].some((own) => plain(own) === plain(wanted));
}

export function namesOf(applications: readonly Application[]): readonly string[] {
  return [
    ...new Set(
      applications.filter(({ running }) => running).map(({ name, title }) => (title === undefined || title === '' ? name : title)),
    ),
  ];
}

/** The innermost control at a point, which comes last: what a click there would hit. */
export function controlAt(controls: readonly Control[], x: number, y: number): Control | undefined {
  return controls.findLast((control) => control.interactive && control.visible && !isScroller(control) && isIn(control.bounds, { x, y }));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Bytes. */
const largestPicture = 16_000_000;

/** The picture that a flow names: by its path on the host, or by its artifact. Throws `PictureError`, `ArtifactMissingError`. */
export async function templateBytes(template: string, artifacts: ScreenTools['artifacts']): Promise<Uint8Array> {
  if (isArtifact(template)) return artifacts.get(template);
  try {
    return await readHostFile(template, { most: largestPicture, follow: true });
  } catch (error) {
    throw new PictureError(
      `The template '${template}' cannot be read: ${error instanceof Error ? error.message : String(error)}. Give a PNG by its path on the host, or an artifact.`,
    );
  }
}
