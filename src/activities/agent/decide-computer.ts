// Phase 2 of an AppAgent's step where the model acts by its provider's computer tool. Its batch becomes a list of actions, which is checked, judged and
// held item by item like any other; its safety checks become a CONFIRM.
import { type AppAction, type AppDecision, type DecideAppInput, checksText } from '../../domain/agent/decision.js';
import { functionsOf } from '../../domain/agent/functions.schema.js';
import { invalid } from '../../domain/action/call-references.js';
import type { ComputerItem, ComputerTurn } from '../../domain/computer/computer-turn.js';
import { itemCall } from '../../domain/computer/item-call.js';
import type { PictureOfScreen } from '../../domain/computer/picture-places.js';
import { createJudgement, judgedScreenOf } from '../../domain/guard/judge.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import { isField } from '../../domain/guard/screen.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { Size } from '../../domain/ui/geometry.js';
import type { PressedPointer } from '../../domain/ui/ui-action.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { ComputerQuestion, ComputerReply, OfferedFunction } from '../../ports/model.js';
import type { TypedTexts } from '../../ports/tokens.js';
import { computerNow, computerSystemPrompt, computerTask } from '../../prompts/computer.js';
import type { FramingTools } from '../store-framed.js';
import { changedByPerson, loadControls, screenSize, framedEach } from './decide-screen.js';
import { decideAction, mostActions, withActivation, withinTurn } from './decide-action.js';
import { maskedText, passwordsTyped, withoutPasswords } from './seal-typed.js';

export type AskComputer = (question: Omit<ComputerQuestion, 'signal'>) => Promise<ComputerReply>;

interface ComputerTools extends FramingTools {
  readonly artifacts: ArtifactStore;
  readonly typed: TypedTexts;
  readonly lexicon: Lexicon;
}

interface Seen {
  readonly controls: readonly LabelledControl[];
  readonly screen: Size;
  readonly pressed: PressedPointer | undefined;
}

export async function decideByComputer(
  input: DecideAppInput,
  ask: AskComputer,
  { artifacts, images, typed, lexicon }: ComputerTools,
): Promise<{ readonly decision: AppDecision; readonly warnings: readonly string[] }> {
  const { observation, turn: last } = input;
  const { screenshot, pressed } = observation;
  const controls = await loadControls(artifacts, observation.controls);
  const seen: Seen = { controls, screen: await screenSize(artifacts, screenshot), pressed };
  const changed = await changedByPerson(artifacts, input, controls);
  const model = input.models?.['app'];
  const reply = await ask({
    model,
    system: computerSystemPrompt(),
    task: computerTask(input),
    now: computerNow(input, changed ?? ''),
    picture: screenshot,
    functions: offered(observation.application.url !== undefined),
    last,
    stored: (text, turn, picture) => maskedText(text, passwordsTyped(actionsOf(turn, picture, seen), controls)),
  });
  const decision = withoutPasswords(decisionOf(reply, seen, input, lexicon), controls, typed);
  const actions = await framedEach(decision.actions, controls, screenshot, { artifacts, images });
  return { decision: { ...decision, actions }, warnings: reply.warnings };
}

function decisionOf(
  { turn, picture, usage, model, refs }: ComputerReply,
  seen: Seen,
  input: DecideAppInput,
  lexicon: Lexicon,
): AppDecision {
  const { observation, actionSequence } = input;
  const judge = createJudgement(judgedScreenOf(observation, seen.controls, seen.screen), lexicon);
  const named = withinTurn(actionsOf(turn, picture, seen));
  const actions = withChecks(named, turn.checks).map((action) => withActivation(action, judge));
  const [question, reason] = [saidBy(turn, askUser.name) ?? unheldChecks(named, turn.checks), saidBy(turn, giveUp.name)];
  const isDone = turn.items.length === 0;
  return {
    observation: '',
    thought: isDone ? '' : turn.text,
    plan: [],
    questions: question === undefined ? [] : [question],
    comment: reason ?? '',
    result: isDone ? turn.text : undefined,
    status: isDone ? 'FINISH' : question !== undefined ? 'PENDING' : reason !== undefined ? 'FAIL' : 'CONTINUE',
    actions: actionSequence ? actions : actions.slice(0, 1),
    turn: refs.reply,
    usage,
    model,
    refs,
  };
}

/** In order; the batch ends with what is refused, and one after the most that a turn may do. */
function actionsOf({ items }: ComputerTurn, picture: Size, { controls, screen, pressed }: Seen): readonly AppAction[] {
  const actions: AppAction[] = [];
  let field = controls.find(({ states }) => states?.includes('focused') === true);
  for (const item of items) {
    if (actions.length > mostActions) break;
    if (isWords(item)) continue;
    const sizes: PictureOfScreen = { picture, screen, field: field?.label !== undefined && isField(field) ? field.label : undefined };
    const found = itemCall(item, sizes);
    if (!found) continue;
    if ('refused' in found) return [...actions, refusedAction(item, found.refused)];
    const action = decideAction(found.call, controls, { agent: 'app', status: 'CONTINUE', screen, pressed });
    if (!action) continue;
    actions.push(action);
    // item-3: only what is clicked right before is known to have the focus.
    if (item.type !== 'text') field = item.type === 'click' ? labelled(action.target?.label, controls) : undefined;
  }
  return actions;
}

function labelled(label: string | undefined, controls: readonly LabelledControl[]): LabelledControl | undefined {
  return label === undefined ? undefined : controls.find((control) => control.label === label);
}

function refusedAction(item: ComputerItem, because: string): AppAction {
  const name = item.type === 'refused' ? item.name : item.type;
  return { function: name, args: {}, effect: 'read', status: 'CONTINUE', run: invalid('not-supported', because) };
}

/** On the first that does something to the device: it is held until a person approves. */
function withChecks(actions: readonly AppAction[], checks: ComputerTurn['checks']): readonly AppAction[] {
  const first = checks.length > 0 ? actions.findIndex(isOnDevice) : -1;
  return actions.map((action, index) => (index === first ? { ...action, status: 'CONFIRM', checks } : action));
}

/** Where nothing can be held, a person is asked in words; the call is not answered (tool-2). */
function unheldChecks(actions: readonly AppAction[], checks: ComputerTurn['checks']): string | undefined {
  if (checks.length === 0 || actions.some(isOnDevice)) return undefined;
  return `The model's provider asks, before anything is done: ${checksText(checks)}. How is the model to go on?`;
}

function isOnDevice({ run }: AppAction): boolean {
  return run.kind === 'device';
}

// ── What is offered beside the tool ──────────────────────────────────────────

const askUser = words('ask_user', 'Ask the user what only they can say or do. Nothing else of this turn is run.');
const giveUp = words('give_up', 'It cannot be done: say why. Nothing else of this turn is run.');

function words(name: string, description: string): OfferedFunction {
  const parameters = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
  return { name, description, parameters };
}

/** And what browsers have no place on the screen for. */
function offered(browser: boolean): readonly OfferedFunction[] {
  const others = functionsOf('app', browser).filter(({ inBrowsers, name }) => inBrowsers === true || name === 'texts');
  return [askUser, giveUp, ...others.map(({ name, description, wire }) => ({ name, description, parameters: wire }))];
}

function isWords(item: ComputerItem): item is Extract<ComputerItem, { type: 'function' }> {
  return item.type === 'function' && (item.name === askUser.name || item.name === giveUp.name);
}

function saidBy({ items }: ComputerTurn, name: string): string | undefined {
  const item = items.find((each) => isWords(each) && each.name === name);
  if (item?.type !== 'function') return undefined;
  return textIn(item.args) || '(no words)';
}

function textIn(args: unknown): string {
  try {
    const value: unknown = typeof args === 'string' ? JSON.parse(args) : args;
    return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' ? value.text : '';
  } catch {
    return '';
  }
}
