// One question to a model about a node that does not find its place, and what code believes of the answer.
//
// heal-1. The named control must be of a role that does the same, in the row that was recorded, seen and enabled. What it would set going, the guard judges when it runs.
// heal-2. A heal is written with the variables of the document, not with the values of this run.
// heal-3. What closes something in front is learnt by its own words, and by what was in front with it.
import { defined } from '../../domain/collections.js';
import { z } from 'zod';
import type { ExpectedScreen, Target } from '../../domain/anchors/anchors.schema.js';
import { isInRow } from '../../domain/anchors/agreement.js';
import { expectedScreen } from '../../domain/anchors/expected-screen.js';
import { referenceTo, namesIn } from '../../domain/anchors/fill.js';
import { makeTarget } from '../../domain/anchors/make-target.js';
import { sightOf } from '../../domain/anchors/locators.js';
import type { Usage } from '../../domain/budget/usage.js';
import type { HealAnswer } from '../../domain/flow/heal.js';
import { targetText } from '../../domain/flow/one-line.js';
import type { HealedNode, HealNodeInput } from '../../domain/flow/requests.js';
import { lookUp } from '../../domain/flow/variables.js';
import type { Variables } from '../../domain/run/json.js';
import { isDialog } from '../../domain/guard/screen.js';
import { parseControlList, type LabelledControl } from '../../domain/ui/control-list.js';
import { isCheckable, type Control } from '../../domain/ui/control.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import { healUserPrompt } from '../../prompts/flow.js';
import { storeFramed } from '../store-framed.js';

export const healSchema = z.strictObject({
  label: z.string().nullable(),
  closes: z.boolean(),
  because: z.string(),
});

interface HealTools {
  readonly artifacts: ArtifactStore;
  readonly images: Images;
}

type AskHeal = (
  user: string,
  pictures: readonly ArtifactRef[],
) => Promise<{ readonly value: z.infer<typeof healSchema>; readonly usage: Usage }>;

export async function healNode(input: HealNodeInput, tools: HealTools, ask: AskHeal): Promise<HealedNode> {
  const { broken } = input;
  const { controls, address } = parseControlList(await tools.artifacts.getJson(broken.controls), broken.controls);
  const { value, usage } = await ask(healUserPrompt(input, controls), [broken.screenshot]);
  const label = value.label?.replace(/\D/g, '');
  const named = controls.find((control) => control.label !== undefined && control.label === label);
  const answer =
    named === undefined ? none(value.because) : value.closes ? closes(input, named, controls) : means(input, named, controls, address);
  if (answer.kind === 'none' || !named) return { answer, usage };
  const framed = await storeFramed(await tools.artifacts.get(broken.screenshot), named, tools);
  return { answer: { ...answer, framed }, usage };
}

function means(
  { node, target, written = target, broken, variables }: HealNodeInput,
  named: LabelledControl,
  controls: readonly LabelledControl[],
  address: string | undefined,
): HealAnswer {
  const told = `${named.role} "${named.name}"`;
  if (!target || !written) return none(`${told} cannot be meant where no control is looked for`);
  if (!doesTheSame(target.role, named.role)) return none(`${told} is no ${target.role}`);
  if (!named.visible || !named.enabled) return none(`${told} cannot be used`);
  const sighted = sightOf(controls).find(({ control }) => control === named);
  if (!sighted || !isInRow(target, sighted))
    return none(`${told} is not in the row with ${(target.row ?? []).map((text) => `"${text}"`).join(', ')}`);
  const made = makeTarget(controls, named, { rowTexts: target.row ?? [] });
  if (made.isUnsure) return none(`${told} cannot be told from others there`);
  const now = asWritten(made.target, variables, namesIn(written));
  const at = 'target' in broken ? broken.target : 0;
  const screen = broken.kind === 'screen' ? screenNow(broken.title, controls, address) : undefined;
  return {
    kind: 'heal',
    question: `"${node.name}" looks for ${targetText(target)}, which is not found${screen ? ' on the screen that it expects' : ''}. A model says that ${told} is meant now. Go on with it?`,
    heal: { kind: 'target', node: node.id, at, was: written, now, screen },
  };
}

/** heal-3. */
function closes({ node }: HealNodeInput, named: LabelledControl, controls: readonly LabelledControl[]): HealAnswer {
  const told = `${named.role} "${named.name}"`;
  if (!pressed.has(named.role)) return none(`${told} closes nothing`);
  const { target, isUnsure } = makeTarget(controls, named);
  if (isUnsure) return none(`${told} cannot be told from others there`);
  const layer = controls.findLast((control) => control.visible && isDialog(control) && control.name.trim() !== '');
  const beside = layer?.name.trim() ?? target.beside ?? target.section;
  if (beside === undefined) return none(`${told} stands beside nothing that would tell when it may be pressed`);
  return {
    kind: 'heal',
    question: `"${beside}" is in front of what "${node.name}" looks for. A model says that ${told} closes it. Press it, now and whenever it comes?`,
    heal: { kind: 'interruption', node: node.id, interruption: { name: beside, close: target, texts: [beside] } },
  };
}

const pressed: ReadonlySet<string> = new Set(['button', 'link', 'menuitem', 'tab', 'generic', 'img', 'summary', 'option']);
const filledIn: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'date']);

/** heal-1. */
function doesTheSame(was: string, is: string): boolean {
  return (
    was === is || [pressed, filledIn].some((roles) => roles.has(was) && roles.has(is)) || [was, is].every((role) => isCheckable({ role }))
  );
}

/** heal-2. */
function asWritten(target: Target, variables: Variables, names: readonly string[]): Target {
  const back = (text: string): string =>
    names.reduce((known, name) => {
      const value = lookUp(variables, name);
      return value === null || String(value) === '' ? known : known.replaceAll(String(value), referenceTo(name));
    }, text);
  return {
    ...target,
    ...defined({ name: target.name === undefined ? undefined : back(target.name), row: target.row?.map(back) }),
  };
}

function screenNow(title: string, controls: readonly Control[], url: string | undefined): ExpectedScreen {
  return expectedScreen({ app: '', url, title, controls });
}

function none(because: string): HealAnswer {
  return { kind: 'none', because };
}
