// A look at a desktop: the application in front, by the controls that it reports, else by its picture.
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Look } from '../../ports/device.js';
import type { TextReader } from '../../ports/text-reader.js';
import { withoutSecrets } from '../concealing.js';
import type { Secrets } from '../secrets.js';
import type { AccessibilityBus } from './accessibility-bus.js';
import type { Applications, OpenApplication } from './applications.js';
import { unlessUnanswered } from './bus-connection.js';
import { controlOf, needsOf, toldOf, type Details, type Told } from './controls.js';
import type { Hands } from './hands.js';

export interface Eyes {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  readonly secrets: Secrets;
  /** For applications that report no controls. Without one only their picture is available. */
  readonly reader: TextReader | undefined;
  readonly screen: Bounds;
}

export const noApplication: Application = { id: 'desktop', name: 'Desktop', running: true, current: true };
/** Minimum confidence of a recognised line, 0..1; others are left out. */
const sure = 0.5;

/** `isMute`: the application in front reports no controls; undefined without one. */
export async function lookAround(eyes: Eyes): Promise<{ readonly look: Look; readonly isMute?: boolean }> {
  const { applications, reader } = eyes;
  const running = await applications.open();
  const current = running.find((application) => application.current) ?? running.at(-1);
  if (current === undefined)
    return { look: { application: noApplication, title: '', controls: [], notices: ['No application has a window. Launch one.'] } };
  const { id, name, title = '' } = current;
  const notices: string[] = [];
  const told = current.bus === undefined ? [] : await fromTree(eyes, current.bus).catch(unlessUnanswered);
  if (told === undefined) notices.push(`${name} does not answer, perhaps because it is busy.`);
  const isMute = told === undefined || told.length === 0;
  if (isMute)
    notices.push(
      reader === undefined
        ? `${name} reports no controls: only its picture is available.`
        : `${name} reports no controls: these texts were read from its picture.`,
    );
  const controls = isMute ? await fromPicture(eyes, current) : told;
  const others = running.filter((each) => each !== current);
  const hidden = await maskedElsewhere(eyes, others);
  const application: Application = { id, name, title, running: true, current: true };
  return { look: { application, title, controls: [...controls, ...hidden], notices }, isMute };
}

async function fromTree(eyes: Eyes, owner: string, isWanted: (told: Told) => boolean = () => true): Promise<readonly Control[]> {
  const told = toldOf(await eyes.bus.windowsOf(owner)).filter(isWanted);
  const details = await Promise.all(told.map((each) => detailsOf(eyes.bus, each)));
  return told.flatMap((each, index) => {
    const known = details[index];
    if (known === undefined || known.bounds.width <= 0 || known.bounds.height <= 0) return [];
    return [withoutSecrets(eyes.secrets, controlOf(each, known, eyes.screen))];
  });
}

/** Undefined when it went away during the look. */
async function detailsOf(bus: AccessibilityBus, told: Told): Promise<Details | undefined> {
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
    return unlessUnanswered(error);
  }
}

/** What must be masked in the picture although it is not part of the look: fields of applications that are not in front. */
async function maskedElsewhere(eyes: Eyes, others: readonly OpenApplication[]): Promise<readonly Control[]> {
  const mayHide = ({ meaning: { role } }: Told): boolean => role === 'password' || (eyes.secrets.isUsed() && role === 'textbox');
  const found = await Promise.all(
    others.map(async ({ bus: owner }) =>
      owner === undefined ? [] : ((await fromTree(eyes, owner, mayHide).catch(unlessUnanswered)) ?? []),
    ),
  );
  return found.flatMap((controls, index) =>
    controls
      .filter(({ masked }) => masked)
      .map((control) => ({ ...control, path: `/behind[${index + 1}]${control.path}`, visible: false, interactive: false })),
  );
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
