// Where a node of a compiled flow acts: it waits for its screen and its target, and says what is wrong where they do not come. Nothing has happened yet.
import { z } from 'zod';
import { screenSchema, targetSchema, type ExpectedScreen, type Target } from '../../domain/anchors/anchors.schema.js';
import {
  type InFront,
  inFrontOf,
  matchScreen,
  shows,
  screenText,
  type ScreenMatch,
  type SeenNow,
} from '../../domain/anchors/expected-screen.js';
import { nextPageOf } from '../../domain/anchors/next-page.js';
import { asWritten, findTarget, type FoundTarget, type NoTarget } from '../../domain/anchors/find-target.js';
import { makeTarget } from '../../domain/anchors/make-target.js';
import { isLayered, isSurrounding } from '../../domain/explorer/signature.js';
import type { Interruption } from '../../domain/flow/document.js';
import { deedSchema, interruptionSchema } from '../../domain/flow/document.schema.js';
import type { Broken } from '../../domain/flow/flow-state.js';
import { targetText } from '../../domain/flow/one-line.js';
import { isLeaving } from '../../domain/guard/names.js';
import { longestWaitMs } from '../../domain/run/limits.js';
import { defaultControlRoles } from '../../domain/run/settings.js';
import { textBetween } from '../../domain/text/data-forms.js';
import { labelControls } from '../../domain/ui/control-list.js';
import { isScroller, type Control } from '../../domain/ui/control.js';
import { isWholeAs } from '../../domain/ui/geometry.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Look } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import { storeFramed } from '../store-framed.js';
import { defineTool } from './define-tool.js';
import { templateBytes, type Screen, type ScreenTools } from './tool-screen.js';
import type { ReadResult } from './tool-on-device.js';

/** Arguments of the calls behind nodes. */
const placeArgs = {
  target: targetSchema.optional(),
  screen: screenSchema.optional(),
  wait_ms: z.number().default(10_000),
  interruptions: z.array(interruptionSchema).default([]),
  /** What stood in front before anything was done: `any`, until something was. */
  aside: z.union([z.literal('any'), z.array(z.string())]).default([]),
};
/** `settles`: whether the page is waited for afterwards; the next node waits for its own. `given_name`: the target's name is a value of this run, other than the recorded one. */
export const actArgs = { ...placeArgs, deed: deedSchema, settles: z.boolean().default(true), given_name: z.boolean().default(false) };

interface Place {
  readonly targets: readonly Target[];
  readonly screen: ExpectedScreen | undefined;
  readonly waitMs: number;
  readonly interruptions: readonly Interruption[];
  readonly aside: 'any' | readonly string[];
  /** Something is done to its targets: they must be usable, not only there. */
  readonly acts?: true;
  /** Keys go to what has the focus, which may be what is in front. */
  readonly goesToFocus?: boolean;
  /** The name of the first one is a value of this run, other than the recorded one. */
  readonly isGiven?: boolean;
}

interface Scene {
  readonly device: HandedDevice;
  readonly screen: Screen;
  readonly tools: ScreenTools;
  readonly signal: AbortSignal;
}

export interface NotThere {
  readonly code: 'unexpected-screen' | 'target-not-found' | 'target-ambiguous' | 'interrupted';
  readonly message: string;
  readonly broken: Broken;
}

/** ms: a page that is quiet for a moment is looked at again. */
const settleMs = 1_000;

interface PlaceFound {
  /** Of its targets, in their order, on the newest look. */
  readonly controls: readonly Control[];
  readonly aside: readonly string[];
  readonly warnings: readonly string[];
}

export async function awaitPlace(place: Place, scene: Scene): Promise<PlaceFound | { readonly failed: NotThere }> {
  const { device, screen, signal } = scene;
  const until = Date.now() + Math.min(place.waitMs, longestWaitMs);
  for (;;) {
    const look = await screen.look();
    const aside = leftAside(place, look.controls);
    const left = aside.length === 0 ? undefined : await placeIn(place, withoutThem(look, aside), scene);
    if (left?.isFound) return { controls: left.controls, ...asideTold(place, aside) };
    const { seen, match, found, controls, isFound } = await placeIn(place, look, scene);
    if (isFound) return { controls, aside: [], warnings: [] };
    const interruption = place.interruptions.find((each) => isThere(each, look.controls));
    const isLast = Date.now() >= until || signal.aborted;
    if (interruption || isLast) return { failed: await notThere(place, { look, seen, match, found, interruption }, scene) };
    await device.settle(settleMs);
    screen.again();
  }
}

async function placeIn(place: Place, look: Look, scene: Scene) {
  const seen = seenOf(look);
  const match: ScreenMatch = place.screen ? matchScreen(place.screen, seen) : { isSame: true };
  const found = await Promise.all(
    place.targets.map((target) => findWithPictures(place.acts ? target : asWritten(target, look.controls), look.controls, scene)),
  );
  const controls = found.flatMap((each) => ('control' in each ? [each.control] : []));
  const isUsable = !place.acts || controls.every(({ enabled }) => enabled);
  return { seen, match, found, controls, isFound: match.isSame && controls.length === found.length && isUsable };
}

function leftAside({ screen, goesToFocus, aside }: Place, controls: readonly Control[]): readonly InFront[] {
  if (!screen || goesToFocus) return [];
  return inFrontOf(screen, controls).filter(({ says }) => aside === 'any' || aside.includes(says));
}

function withoutThem(look: Look, aside: readonly InFront[]): Look {
  return { ...look, controls: look.controls.filter((control) => !aside.some(({ controls }) => controls.has(control))) };
}

/** Told once: what is known of it goes on with the run. */
function asideTold({ aside: known }: Place, aside: readonly InFront[]): Pick<PlaceFound, 'aside' | 'warnings'> {
  const told = known === 'any' ? aside : [];
  const warnings = told.map(({ name }) => `"${name}" lies over the screen, and was left there: nothing that is needed is under it.`);
  return { aside: aside.map(({ says }) => says), warnings };
}

interface Missed {
  readonly look: Look;
  readonly seen: SeenNow;
  readonly match: ScreenMatch;
  readonly found: readonly FoundTarget[];
  readonly interruption: Interruption | undefined;
}

async function notThere(place: Place, { look, seen, match, found, interruption }: Missed, { screen, tools }: Scene): Promise<NotThere> {
  const { controls, application } = look;
  const list = labelControls(controls, { roles: defaultControlRoles, address: application.url, title: look.title });
  const screenshot = await screen.stored();
  const broken = {
    controls: await tools.artifacts.putJson(list),
    screenshot,
    came: await cameSince(place, { controls, screenshot }, tools),
    title: look.title,
    isLogin: isLogin(controls, place.screen) ? (true as const) : undefined,
  };
  const out = broken.isLogin ? '; nobody is logged in there: give the run a profile that is, or the flow a `log_in`' : '';
  if (interruption)
    return {
      code: 'interrupted',
      message: `"${interruption.name}" is in front`,
      broken: { ...broken, kind: 'interrupted', name: interruption.name },
    };
  const { screen: expected } = place;
  if (expected && !match.isSame)
    return {
      code: 'unexpected-screen',
      message: `expected ${expectedText(expected)}, but ${match.because}${out}`,
      broken: { ...broken, kind: 'lacks' in match ? 'text' : 'screen' },
    };
  const at = found.findIndex((each) => !('control' in each) || (place.acts && !each.control.enabled));
  const [missed, target] = [found[at], place.targets[at]];
  const missing: NoTarget = missed && 'missing' in missed ? missed : { missing: 'disabled', because: 'it is there, but disabled' };
  return {
    code: ambiguous.has(missing.missing) ? 'target-ambiguous' : 'target-not-found',
    message: `${target ? targetText(target) : 'it'} ${troubles[missing.missing] ?? 'was not found'} on ${screenText(seen)}: ${missing.because}${out}`,
    broken: {
      ...broken,
      kind: certain.has(missing.missing) || (at === 0 && place.isGiven) ? 'certain' : 'target',
      target: at,
      nextPage: missing.missing === 'no-row' && target ? nextPageOf(target, controls) : undefined,
    },
  };
}

/** Of a dialog that asks something, the button that goes on is the only one beside those that leave it, and there is nothing to fill in. */
async function cameSince(
  { screen, aside }: Place,
  { controls, screenshot }: { readonly controls: readonly Control[]; readonly screenshot: ArtifactRef },
  tools: ScreenTools,
): Promise<Broken['came']> {
  if (!screen || aside === 'any') return undefined;
  const dialogs = inFrontOf({ ...screen, structure: [] }, controls).filter(({ says }) => !aside.includes(says));
  const recorded = isLayered(screen.structure) ? 1 : 0;
  const [dialog] = dialogs;
  if (!dialog || dialogs.length <= recorded) return undefined;
  const inside = [...dialog.controls].filter((control) => control.visible && !isScroller(control));
  const [accepts, another] = inside.filter(
    ({ interactive, role, name }) => interactive && (role === 'button' ? !leaves(name) : role !== 'link'),
  );
  if (dialogs.length + recorded > 1 || accepts?.role !== 'button' || !accepts.enabled || another) return {};
  const { target, isUnsure } = makeTarget(controls, accepts);
  if (isUnsure) return {};
  const texts = inside.filter(({ interactive, name }) => !interactive && name.trim() !== '').map(({ name }) => name.trim());
  const question = { name: dialog.name, close: target, texts: [...new Set(texts)].slice(0, mostWords) };
  return { question, framed: await storeFramed(await tools.artifacts.get(screenshot), accepts, tools) };
}

const mostWords = 20;
const cross = /^[^\p{L}\p{N}]*x?[^\p{L}\p{N}]*$/iu;

function leaves(name: string): boolean {
  return isLeaving(name) || cross.test(name);
}

const troubles: Readonly<Partial<Record<NoTarget['missing'], string>>> = { disabled: 'cannot be used', switched: 'is not as it was' };
const ambiguous: ReadonlySet<NoTarget['missing']> = new Set(['rows-alike', 'ambiguous', 'disagreeing']);
/** Nothing else can be meant (mend-4 of walk-mend.ts). */
const certain: ReadonlySet<NoTarget['missing']> = new Set(['no-row', 'rows-alike', 'disabled', 'switched', 'other-value']);

/** What has a picture has to look like it. */
async function findWithPictures(target: Target, controls: readonly Control[], { screen, tools }: Scene): Promise<FoundTarget> {
  const { picture } = target;
  if (picture === undefined) return findTarget(target, controls);
  const [crop, png] = [await templateBytes(picture, tools.artifacts), await screen.pixels()];
  const { width, height } = await tools.images.size(crop);
  const alike = new Set<Control>();
  const whole = await tools.images.size(png);
  const one = { png: crop, box: { x: 0, y: 0, width, height } };
  for (const control of controls.filter(({ role, visible }) => visible && role === target.role))
    if (isWholeAs({ width, height }, control.bounds, whole) && (await tools.images.alike(one, { png, box: control.bounds })))
      alike.add(control);
  return findTarget(target, controls, alike);
}

export function seenOf({ application, title, controls }: Look): SeenNow {
  return { app: application.name, url: application.url, title, controls };
}

function isThere({ close, texts }: Interruption, controls: readonly Control[]): boolean {
  return texts.every((text) => shows(controls, text)) && 'control' in findTarget(close, controls);
}

/** Somebody has to log in first: a password is asked for, where the recorded screen asked for none. */
function isLogin(controls: readonly Control[], expected: ExpectedScreen | undefined): boolean {
  if (expected?.controls.some((control) => control.startsWith('password '))) return false;
  return controls.some((control) => control.role === 'password' && control.visible && !isSurrounding(control));
}

function expectedText({ title = '', place = '', texts }: ExpectedScreen): string {
  const name = title === '' ? `'${place}'` : `"${title}"${place === '' ? '' : ` (${place})`}`;
  return texts.length === 0 ? name : `${name} with ${texts.map((text) => `"${text}"`).join(', ')}`;
}

// The nodes of compiled flows that only look: `Read` and `Expect`.

export interface NotRead {
  readonly failed: NotThere | { readonly code: string; readonly message: string };
}

const nothing: ReadResult = { result: null, images: [], files: [] };

export const nodeReads = {
  'flow:read': defineTool({
    args: { ...placeArgs, target: targetSchema, before: z.string().default(''), after: z.string().default('') },
    description: '',
    async run({ target, screen, wait_ms: waitMs, interruptions, aside, before, after }, scene): Promise<ReadResult | NotRead> {
      const place = await awaitPlace({ targets: [target], screen, waitMs, interruptions, aside }, scene);
      if ('failed' in place) return place;
      const [control] = place.controls;
      if (!control || control.masked) return { failed: { code: 'not-readable', message: `${targetText(target)} hides what is in it.` } };
      const shown = control.value ?? control.name;
      const text = textBetween(shown, before, after);
      if (text !== undefined) return { ...nothing, result: { text }, warnings: place.warnings };
      const message = `${targetText(target)} reads "${shown}", which is not of the form "${before}…${after}".`;
      return { failed: { code: 'not-readable', message } };
    },
  }),

  'flow:expect': defineTool({
    args: { ...placeArgs, screen: screenSchema },
    description: '',
    async run({ screen, wait_ms: waitMs, interruptions, aside }, scene): Promise<ReadResult | NotRead> {
      const place = await awaitPlace({ targets: [], screen, waitMs, interruptions, aside }, scene);
      return 'failed' in place ? place : { ...nothing, warnings: place.warnings };
    },
  }),
};
