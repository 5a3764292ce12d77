// A desktop as a device: the application in front is what is looked at.
//
// T1. A call that finds the display or its session dead throws `DeviceGoneError`; the adapter starts nothing anew.
// T2. What the device cannot do it refuses with `ActionFailedError`, never in silence.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Device, Look } from '../../ports/device.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';
import type { TextReader } from '../../ports/text-reader.js';
import { withoutSecrets, type Secrets } from '../secrets.js';
import { UnansweredError, type AccessibilityBus } from './accessibility-bus.js';
import { createActions } from './actions.js';
import type { Applications, OpenApplication } from './applications.js';
import { controlOf, needsOf, toldOf, type Details, type Told } from './controls.js';
import type { Hands } from './hands.js';

export interface DeviceOptions {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  readonly secrets: Secrets;
  /** For applications that tell nothing of their controls. None: only their picture is there. */
  readonly reader: TextReader | undefined;
  readonly platform: NodeJS.Platform;
  readonly isAlive: () => Promise<boolean>;
  /** Ends the display and what runs on it. */
  readonly end: () => Promise<void>;
}

const quietAfter = 400;
/** ms between pictures of an application that does not tell when it changes. */
const watchPause = 100;
const noApplication: Application = { id: 'desktop', name: 'Desktop', running: true, current: true };
/** Words that were read surely enough to be clicked, 0..1. */
const sure = 0.5;

export async function createDesktopDevice({
  bus,
  hands,
  applications,
  secrets,
  reader,
  platform,
  isAlive,
  end,
}: DeviceOptions): Promise<Device> {
  const screen: Bounds = { x: 0, y: 0, ...(await hands.size()) };
  let quietNotBefore = 0;
  /** The last one that was looked at told nothing. */
  let isMute = false;

  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    if (!(await isAlive())) throw goneError();
    try {
      return await run();
    } catch (error) {
      if (error instanceof ActionFailedError || error instanceof DeviceGoneError) throw error;
      if (!(await isAlive())) throw goneError(error);
      if (error instanceof UnansweredError) throw new ActionFailedError('timeout', `The application does not answer: ${error.message}`);
      throw new ActionFailedError('action-failed', error instanceof Error ? error.message : String(error));
    }
  };

  const detailsOf = async (told: Told): Promise<Details | undefined> => {
    const { ref } = told.object;
    const needs = needsOf(told);
    try {
      const [bounds, text, number, labels] = await Promise.all([
        bus.boundsOf(ref),
        needs.text ? bus.textOf(ref) : undefined,
        needs.number ? bus.valueOf(ref) : undefined,
        needs.labels ? bus.labelsOf(ref) : [],
      ]);
      return { bounds, ...(text === undefined ? {} : { text }), ...(number === undefined ? {} : { number }), labels };
    } catch (error) {
      // It went away while it was looked at.
      if (error instanceof UnansweredError) return undefined;
      throw error;
    }
  };

  const fromTree = async (owner: string, isWanted: (told: Told) => boolean = () => true): Promise<readonly Control[]> => {
    const told = toldOf(await bus.windowsOf(owner)).filter(isWanted);
    const details = await Promise.all(told.map(detailsOf));
    return told.flatMap((each, index) => {
      const known = details[index];
      if (known === undefined || known.bounds.width <= 0 || known.bounds.height <= 0) return [];
      return [withoutSecrets(secrets, controlOf(each, known, screen))];
    });
  };

  /** What must be blanked in the picture although nobody asks for it: fields of applications that are not in front. */
  const maskedElsewhere = async (others: readonly OpenApplication[]): Promise<readonly Control[]> => {
    const mayHide = ({ meaning: { role } }: Told): boolean => role === 'password' || (secrets.isUsed() && role === 'textbox');
    const found = await Promise.all(
      others.map(async ({ bus: owner }) => (owner === undefined ? [] : fromTree(owner, mayHide).catch(unlessUnanswered))),
    );
    return found.flatMap((controls, index) =>
      controls
        .filter(({ masked }) => masked)
        .map((control) => ({ ...control, path: `/behind[${index + 1}]${control.path}`, visible: false, interactive: false })),
    );
  };

  const fromPicture = async ({ windows: [window] }: OpenApplication): Promise<readonly Control[]> => {
    if (reader === undefined || window === undefined) return [];
    const lines = await reader.read(await hands.screenshot());
    const { x, y, width, height } = window.bounds;
    const inWindow = ({ bounds }: { readonly bounds: Bounds }): boolean =>
      bounds.x + bounds.width / 2 >= x &&
      bounds.x + bounds.width / 2 < x + width &&
      bounds.y + bounds.height / 2 >= y &&
      bounds.y + bounds.height / 2 < y + height;
    return lines
      .filter((line) => line.confidence >= sure && line.text.trim() !== '' && inWindow(line))
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
  };

  const look = async (): Promise<Look> => {
    const running = await applications.open();
    const current = running.find((application) => application.current) ?? running.at(-1);
    if (current === undefined)
      return { application: noApplication, title: '', controls: [], notices: ['No application has a window. Launch one.'] };
    const { id, name, title = '' } = current;
    const application: Application = { id, name, title: secrets.mask(title), running: true, current: true };
    const notices: string[] = [];
    let controls: readonly Control[] = [];
    if (current.bus !== undefined)
      controls = await fromTree(current.bus).catch((error: unknown) => {
        if (!(error instanceof UnansweredError)) throw error;
        notices.push(`${name} does not answer, perhaps because it is busy.`);
        return [];
      });
    isMute = controls.length === 0;
    if (isMute) {
      controls = await fromPicture(current);
      notices.push(
        reader === undefined
          ? `${name} tells nothing of its controls: only its picture is there.`
          : `${name} tells nothing of its controls: these texts were read from its picture.`,
      );
    }
    const hidden = await maskedElsewhere(running.filter((each) => each !== current));
    return { application, title: secrets.mask(title), controls: [...controls, ...hidden], notices };
  };

  const readAll = async (): Promise<string> => {
    const { title, controls } = await look();
    return [title, ...controls.map(lineOf)].filter((line) => line !== '').join('\n');
  };

  const actions = createActions({ bus, hands, applications, secrets, screen, platform, readAll });

  return {
    kind: 'desktop',
    listApplications: () => guarded(async () => withCurrent(await applications.list())),
    selectApplication: (id) => guarded(async () => (id === noApplication.id ? undefined : applications.select(id))),
    launchApplication: (name) => guarded(() => applications.launch(name)),
    closeApplication: (id) => guarded(() => applications.close(id)),
    screenshot: () => guarded(() => hands.screenshot()),
    look: () => guarded(look),
    source: () =>
      guarded(async () => {
        const { controls } = await look();
        return controls
          .map(({ role, name, value, path }) => `${path} ${role} "${name}"${value === undefined ? '' : ` = ${value}`}`)
          .join('\n');
      }),
    async perform(action, signal) {
      signal.throwIfAborted();
      try {
        return await guarded(() => actions.perform(action));
      } finally {
        if (action.type !== 'read-text') quietNotBefore = Date.now() + quietAfter;
      }
    },
    settle: (maxMs) =>
      guarded(async () => {
        const front = (await applications.open()).find(({ current }) => current);
        const watch = front !== undefined && (isMute || front.bus === undefined) ? createWatch(hands) : undefined;
        for (const deadline = Date.now() + maxMs; ;) {
          const quietFor = Math.min(bus.quietFor(), (await watch?.quietFor()) ?? Number.POSITIVE_INFINITY);
          const left = Math.max(quietAfter - quietFor, quietNotBefore - Date.now());
          if (left <= 0) return true;
          const rest = deadline - Date.now();
          if (rest <= 0) return false;
          await sleep(Math.min(left, rest, watch ? watchPause : left));
          if (!(await isAlive())) throw goneError();
        }
      }),
    takeDownloads: async () => [],
    async detach() {
      hands.close();
      bus.close();
    },
    async close() {
      hands.close();
      bus.close();
      await end();
    },
  };
}

/** ms since the picture last changed, as far as anybody looked. */
function createWatch(hands: Hands): { quietFor(): Promise<number> } {
  let last: Buffer | undefined;
  let since = Date.now();
  return {
    async quietFor() {
      const picture = Buffer.from(await hands.screenshot());
      if (last === undefined || !picture.equals(last)) since = Date.now();
      last = picture;
      return Date.now() - since;
    },
  };
}

/** One is always the current one. */
function withCurrent(applications: readonly Application[]): readonly Application[] {
  if (applications.some(({ current }) => current)) return applications;
  const last = applications.findLastIndex(({ running }) => running);
  return last < 0
    ? [noApplication, ...applications]
    : applications.map((application, index) => (index === last ? { ...application, current: true } : application));
}

function unlessUnanswered(error: unknown): readonly Control[] {
  if (!(error instanceof UnansweredError)) throw error;
  return [];
}

function lineOf({ name, value }: Control): string {
  return [name, value].filter((text) => text !== undefined && text !== '').join(': ');
}

function goneError(cause?: unknown): DeviceGoneError {
  return new DeviceGoneError('The desktop is gone: its display or its session has ended.', { cause });
}
