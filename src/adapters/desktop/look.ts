// A look at a desktop: the application in front, by the controls that it reports, else by its picture.
import type { Control } from '../../domain/ui/control.js';
import { areaOf, type Bounds } from '../../domain/ui/geometry.js';
import { mask } from '../../domain/ui/mask.js';
import { aimAmong, shownThrough, type Layer } from '../../domain/ui/layers.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Look } from '../../ports/device.js';
import type { TextReader } from '../../ports/pictures.js';
import { withoutSecrets } from '../masking-kit/masked-device.js';
import type { Secrets } from '../../ports/secrets.js';
import type { AccessibilityBus } from './accessibility-bus.js';
import { idOf, type AccessibleRef, toolkitOf, type Toolkit } from './accessible.js';
import type { Applications, OpenApplication } from './applications.js';
import { unlessUnanswered } from './bus-connection.js';
import { controlOf, cut, needsOf, refusalOfError, type Details, type Told } from './controls.js';
import type { Front } from './front-windows.js';
import type { Hands } from './input.js';
import { modalTitles } from './window-hit.js';

/** What a look knows of where things are, beyond what it tells. */
export interface Scene {
  /** The one looked at; absent: none has a window. */
  readonly application?: OpenApplication;
  readonly toolkit: Toolkit;
  /** By the ids of its controls. */
  readonly places: ReadonlyMap<string, Place>;
  readonly obstacles: readonly Obstacle[];
}

export interface Place extends Pick<Told, 'order' | 'clips'> {
  readonly behind: boolean;
}

/** What a pointer may end at instead of the control behind it. */
export interface Obstacle extends Layer {
  /** As errors call it. */
  readonly what: string;
}

export interface Eyes {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  readonly secrets: Secrets;
  /** For applications that report no controls. Without one only their picture is available. */
  readonly reader: TextReader | undefined;
  /** Absent where the system cannot be asked what is in front. */
  readonly front: Front | undefined;
  readonly screen: Bounds;
}

export const noApplication: Application = { id: 'desktop', name: 'Desktop', running: true, current: true };
/** Minimum confidence of a recognised line, 0..1; others are left out. */
const sure = 0.5;
/** The last drawn; no real window has as many. */
const mostObstacles = 500;

/** `isMute`: the application in front reports no controls; undefined without one. */
export async function lookAround(eyes: Eyes): Promise<{ readonly look: Look; readonly scene: Scene; readonly isMute?: boolean }> {
  const { applications, reader } = eyes;
  const running = await applications.open();
  const current = running.find((application) => application.current) ?? running.at(-1);
  if (current === undefined)
    return {
      look: { application: noApplication, title: '', controls: [], notices: ['No application has a window. Launch one.'] },
      scene: nothingSeen,
    };
  const { id, name, title = '' } = current;
  const notices: string[] = [];
  const seen = current.bus === undefined ? nothingTold : await fromTree(eyes, current).catch(unlessUnanswered);
  const readable = seen?.controls;
  if (readable === undefined) notices.push(`${name} does not answer, perhaps because it is busy.`);
  const isMute = readable === undefined || readable.length === 0;
  if (isMute)
    notices.push(
      reader === undefined
        ? `${name} reports no controls: only its picture is available.`
        : `${name} reports no controls: these texts were read from its picture.`,
    );
  const controls = isMute ? await fromPicture(eyes, current) : readable;
  const others = running.filter((each) => each !== current);
  const hidden = [...(await maskedElsewhere(eyes, others)), ...(await maskedTitles(eyes, running))];
  const application: Application = { id, name, title, running: true, current: true };
  const scene = { ...nothingSeen, ...seen?.scene, application: current };
  return { look: { application, title, controls: [...controls, ...hidden], notices }, scene, isMute };
}

interface TreeLook {
  readonly controls: readonly Control[];
  readonly scene: Omit<Scene, 'application'>;
}

const nothingSeen: Scene = { toolkit: toolkitOf(''), places: new Map(), obstacles: [] };
const nothingTold: TreeLook = { controls: [], scene: nothingSeen };

async function fromTree(
  eyes: Eyes,
  { bus: owner = '', windows }: OpenApplication,
  isWanted: (readable: Told) => boolean = () => true,
): Promise<TreeLook> {
  const [tree, modal] = await Promise.all([eyes.bus.treeOf(owner), modalTitles(eyes.front, windows)]);
  const { toolkit } = tree;
  const readable = refusalOfError(tree.windows, toolkit, modal).filter(isWanted);
  const clips = new Map(readable.flatMap((each) => each.clips.map((ref) => [idOf(ref), ref] as const)));
  const [details, clipBoxes] = await Promise.all([
    Promise.all(readable.map((each) => detailsOf(eyes.bus, each))),
    boxesOf(eyes.bus, [...clips.values()]),
  ]);
  const placed = readable.flatMap((each, index): readonly Placed[] => {
    const known = details[index];
    if (known === undefined || known.bounds.width <= 0 || known.bounds.height <= 0) return [];
    const boxes = each.clips.flatMap((ref) => clipBoxes.get(idOf(ref)) ?? []);
    return [{ readable: each, details: known, shown: shownThrough([eyes.screen, ...boxes], known.bounds) }];
  });
  const obstacles = toolkit.isDrawnInOrder ? placed.flatMap(obstacleOf).slice(-mostObstacles) : [];
  return {
    controls: placed.map(({ readable: each, details: known, shown }) => {
      const aim = aimAmong({ order: each.order, shown }, each.meaning.interactive ? obstaclesFor(each, obstacles) : []);
      return cut(withoutSecrets(eyes.secrets, controlOf(each, known, aim.status === 'ready')));
    }),
    scene: {
      toolkit,
      obstacles,
      places: new Map(placed.map(({ readable: { object, order, clips, behind } }) => [idOf(object.ref), { order, clips, behind }])),
    },
  };
}

interface Placed {
  readonly readable: Told;
  readonly details: Details;
  readonly shown: Bounds;
}

/** Cells are told only where they are in sight, with boxes that may reach under the headers. */
const cells = new Set(['gridcell', 'columnheader', 'rowheader', 'row']);

function obstacleOf({ readable: { meaning, name, order, behind }, shown }: Placed): readonly Obstacle[] {
  if (!meaning.interactive || behind || cells.has(meaning.role)) return [];
  return [{ order, shown, what: `${meaning.role}${name === '' ? '' : ` "${name}"`}` }];
}

/** Those in its window: which windows are in front of others is not told by the tree. */
export function obstaclesFor({ order: [window] }: Pick<Layer, 'order'>, obstacles: readonly Obstacle[]): readonly Obstacle[] {
  return obstacles.filter(({ order: [other] }) => other === window);
}

/** Without those that no longer answer, or have none. */
export async function boxesOf(bus: AccessibilityBus, refs: readonly AccessibleRef[]): Promise<ReadonlyMap<string, Bounds>> {
  const boxes = await Promise.all(refs.map(async (ref) => [idOf(ref), await bus.boundsOf(ref).catch(unlessUnanswered)] as const));
  return new Map(boxes.flatMap(([id, box]) => (box !== undefined && areaOf(box) > 0 ? [[id, box] as const] : [])));
}

/** Undefined when it went away during the look. */
async function detailsOf(bus: AccessibilityBus, readable: Told): Promise<Details | undefined> {
  const { ref } = readable.object;
  const field = readable.field?.ref ?? ref;
  const needs = needsOf(readable);
  try {
    const [bounds, text, number, labels] = await Promise.all([
      bus.boundsOf(ref),
      needs.text ? bus.textOf(field) : undefined,
      needs.number ? bus.valueOf(ref) : undefined,
      needs.labels ? bus.labelsOf(ref) : [],
    ]);
    return { bounds, text, number, labels };
  } catch (error) {
    return unlessUnanswered(error);
  }
}

/** What it says is not its name. */
const hasOwnText = new Set(['textbox', 'combobox']);

/** What must be masked in the picture although it is not part of the look: fields of applications that are not in front, and whatever repeats a secret there. */
async function maskedElsewhere(eyes: Eyes, others: readonly OpenApplication[]): Promise<readonly Control[]> {
  const { secrets } = eyes;
  const mayHide = ({ meaning: { role }, name }: Told): boolean =>
    role === 'password' || (secrets.isUsed() && hasOwnText.has(role)) || secrets.mask(name) !== name;
  const found = await Promise.all(
    others.map(async (other) =>
      other.bus === undefined ? [] : ((await fromTree(eyes, other, mayHide).catch(unlessUnanswered))?.controls ?? []),
    ),
  );
  return found.flatMap((controls, index) =>
    controls
      .filter(({ masked }) => masked)
      .map((control) => ({ ...control, path: `/behind[${index + 1}]${control.path}`, visible: false, interactive: false })),
  );
}

/** Title bars that repeat a secret: the window manager draws them, and no tree has them. */
async function maskedTitles({ secrets, front }: Eyes, running: readonly OpenApplication[]): Promise<readonly Control[]> {
  const telling = running.flatMap(({ windows }) => windows).filter(({ title }) => secrets.mask(title) !== title);
  if (telling.length === 0 || front === undefined) return [];
  const windows = await front.windows();
  const bars = await Promise.all(telling.map(({ id }) => windows.titleBarOf(Number(id))));
  return bars.flatMap((bounds, index): readonly Control[] => {
    const path = `/title[${index + 1}]`;
    if (bounds === undefined || areaOf(bounds) === 0) return [];
    return [
      { id: path, role: 'text', name: mask, bounds, enabled: true, visible: false, interactive: false, path, source: 'tree', masked: true },
    ];
  });
}

async function fromPicture({ reader, hands, secrets }: Eyes, { windows: [window] }: OpenApplication): Promise<readonly Control[]> {
  if (reader === undefined || window === undefined) return [];
  const lines = await reader.read(await hands.screenshot());
  return lines
    .filter(({ confidence, text, bounds }) => confidence >= sure && text.trim() !== '' && isMostlyIn(window.bounds, bounds))
    .map(({ text, bounds }, index): Control => {
      const path = `/ocr[${index + 1}]`;
      return withoutSecrets(secrets, {
        id: `ocr${path}`,
        role: 'generic',
        name: text.trim(),
        bounds,
        enabled: true,
        visible: true,
        interactive: true,
        path,
        source: 'ocr',
      });
    });
}

/** Whether its middle is inside. */
function isMostlyIn({ x, y, width, height }: Bounds, inside: Bounds): boolean {
  const [middle, centre] = [inside.x + inside.width / 2, inside.y + inside.height / 2];
  return middle >= x && middle < x + width && centre >= y && centre < y + height;
}
