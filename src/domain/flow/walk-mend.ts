// What a walk does when a node of a compiled flow does not find its place. Nothing of the node was sent, and nothing here sends it twice.
//
// mend-1. In this order: what is known to come in front is closed; a login screen is logged in at; the list is turned to its next page; a model is asked
//     once a visit; an agent takes over.
// mend-2. After whatever was done, the node looks again by its own rules: a mend is never taken for the node's action.
// mend-3. A heal holds for the rest of the run. It changes the document only when somebody accepts it (src/domain/flow/heal.ts).
// mend-4. Where the row of a target is not there or another one reads like it, the target is disabled or switched already, or its name is one that this
//     run was given in place of the recorded one, nothing else can be meant: no model is asked.
// mend-5. What was healed holds for each node that recorded the same control on the same screen: it is proposed for that node too, and asked about once.
// mend-7. Once an agent has taken over, nothing is mended but what is known to come in front: the last screen is there, or that is told.
// mend-8. What came in front after the flow's own deed may ask whether to do it: only a person answers that, and the button is pressed once a visit.
// mend-6. Nobody logs in after a form was begun: it would be empty then, and be sent so.
import { defined } from '../collections.js';
import { interruptionsOf, plainClick, targetAt } from './compiled-node.js';
import type { FlowNode } from './document.js';
import type { Broken, CallOutcome, FlowEvent, Visit } from './flow-state.js';
import type { Target } from '../anchors/anchors.schema.js';
import type { Heal } from './heal.js';
import { targetText } from './one-line.js';
import type { FlowRecord } from './record.js';
import { askModel, attemptFailed, callAgain, dispatch, giveUp, nodeFailed, perform, takeOver, unknownMessage } from './walk-attempt.js';
import { countUnknown, log, presentNode, presentVisit, setVisit, type Walk } from './walk-state.js';

/** In front of one node, however often it comes back. */
const mostClosed = 5;

/** Pages of a list, for one node. */
const mostTurned = 20;

/** Characters of a dialog's words. */
const mostAsked = 500;

/** Whether anything is done about it; if not, the attempt has failed. */
export function mend(walk: Walk, { broken, code, message }: Extract<CallOutcome, { readonly status: 'failed' }>): boolean {
  if (!broken) return false;
  const { mended = {} } = presentVisit(walk);
  const { heal, fallback } = walk.rules;
  const elsewhere = healedElsewhere(walk, broken);
  const known = broken.kind === 'interrupted' && interruptionsOf(walk).find(({ name }) => name === broken.name);
  const mayHeal = heal !== undefined && heal !== 'never' && !(broken.came && mended.answered !== undefined);
  const { question, framed } = broken.came ?? {};
  if (elsewhere) {
    setVisit(walk, { mended: { ...mended, carried: true } });
    addHeal(walk, elsewhere);
  } else if (known && (mended.closed ?? 0) < mostClosed) {
    log(walk, 'interrupted', { message });
    pressBefore(walk, known.close, { ...mended, closed: (mended.closed ?? 0) + 1 });
  } else if (walk.state.tookOver) return false;
  else if (broken.isLogin && !mended.loggedIn && !hasFilledIn(walk)) {
    setVisit(walk, { mended: { ...mended, loggedIn: true } });
    perform(walk, { type: 'log-in', flow: walk.graph.flow.log_in });
  } else if (question && broken.kind === 'screen' && mayHeal) {
    const { id, name } = presentNode(walk);
    const asked = `"${question.texts.join(' ').slice(0, mostAsked)}" came in front after what was done before "${name}". Press ${targetText(question.close)}, now and whenever it asks the same?`;
    perform(walk, { type: 'consent', heal: { kind: 'interruption', node: id, interruption: question }, question: asked, framed });
  } else if ('nextPage' in broken && broken.nextPage && (mended.turned ?? 0) < mostTurned) {
    log(walk, 'noticed', { message: `${message}: the list is turned to its next page, "${broken.nextPage.name}"` });
    pressBefore(walk, broken.nextPage, { ...mended, turned: (mended.turned ?? 0) + 1 });
  } else if (canHeal(broken) && !broken.isLogin && mayHeal && !mended.asked) {
    setVisit(walk, { mended: { ...mended, asked: true } });
    askModel(walk, { type: 'heal', broken });
  } else if (fallback === 'agent') takeOver(walk, code, message);
  else return false;
  return true;
}

/** With nothing said of the screen. */
function pressBefore(walk: Walk, target: Target, mended: NonNullable<Visit['mended']>): void {
  setVisit(walk, { closing: true, mended });
  dispatch(walk, { name: 'flow:act', arguments: { deed: plainClick, target, wait_ms: 0 } }, false);
}

/** mend-6: by the node that ran before this one. */
function hasFilledIn({ graph: { nodes }, state: { visited } }: Walk): boolean {
  const before = [...nodes.values()].find(({ name }) => name === visited.at(-2));
  return before?.node_type.type === 'Act' && (before.node_type.deed.type === 'SetText' || before.node_type.deed.type === 'Select');
}

function canHeal({ kind }: Broken): boolean {
  return kind === 'target' || kind === 'screen';
}

/** mend-5: the heal of another node, for this one; once a visit, and before a model is asked. */
export function healedElsewhere(walk: Pick<Walk, 'graph' | 'state'>, broken: Broken): Heal | undefined {
  const { visit, heals = [] } = walk.state;
  if (visit?.mended?.asked || visit?.mended?.carried || broken.isLogin || broken.came || !canHeal(broken)) return undefined;
  const node = presentNode(walk);
  const at = 'target' in broken ? broken.target : 0;
  const heal = heals.findLast((each) => {
    const other = walk.graph.nodes.get(each.node);
    if (each.kind !== 'target' || each.node === node.id || other === undefined) return false;
    return (each.screen !== undefined) === (broken.kind === 'screen') && recordedAt(other, each.at) === recordedAt(node, at);
  });
  return heal && { ...heal, node: node.id, ...defined({ at: heal.kind === 'target' ? at : undefined }) };
}

/** The control and the screen that it was recorded on, as the document has them; the schema orders their fields. */
function recordedAt(node: FlowNode, at: number): string {
  const { node_type: type } = node;
  return JSON.stringify([targetAt(node, at) ?? node.id, type.type === 'Act' || type.type === 'Read' ? type.screen : undefined]);
}

/** What was in front was pressed. */
export function closedInFront(walk: Walk, outcome: CallOutcome): void {
  const { closing: _, ...visit } = presentVisit(walk);
  walk.state = { ...walk.state, visit };
  if (outcome.status === 'done') return callAgain(walk);
  if (outcome.status === 'failed')
    return attemptFailed(walk, outcome.code, `what comes before it could not be pressed: ${outcome.message}`);
  countUnknown(walk, 1, true);
  attemptFailed(walk, 'outcome-unknown', unknownMessage(outcome));
}

/** A model has said what is meant. */
export function healed(walk: Walk, { answer }: Extract<FlowEvent, { readonly type: 'healed' }>): void {
  if (answer.kind === 'none') return giveUp(walk, `no control there is meant: ${answer.because}`);
  const { heal, question, framed } = answer;
  const { next } = walk.state;
  const isOfPerson = isAnswer(walk, heal) || (next.type === 'heal' && next.broken.came !== undefined);
  if (walk.rules.heal === 'auto' && !isOfPerson) return addHeal(walk, heal);
  perform(walk, { type: 'consent', heal, question, framed });
}

/** A person has said whether it is. */
export function consented(
  walk: Walk,
  heal: Heal,
  { approved, by = 'a person', note }: Extract<FlowEvent, { readonly type: 'confirmed' }>,
): void {
  if (!approved) return notConsented(walk, heal, `a person said that it is not meant${note === '' ? '' : `: ${note}`}`);
  keepHeal(walk, { ...heal, by });
  if (!isAnswer(walk, heal)) return callAgain(walk);
  const { name, close } = heal.interruption;
  pressBefore(walk, close, { ...presentVisit(walk).mended, answered: name });
}

/** mend-8: no agent answers it, either. */
export function notConsented(walk: Walk, heal: Heal, because: string): void {
  if (!isAnswer(walk, heal)) return giveUp(walk, because);
  const { name, close } = heal.interruption;
  nodeFailed(walk, 'unexpected-screen', `"${name}" came in front, and ${targetText(close)} was not pressed: ${because}`);
}

function isAnswer({ state: { aside } }: Walk, heal: Heal): heal is Extract<Heal, { readonly kind: 'interruption' }> {
  return heal.kind === 'interruption' && aside !== undefined;
}

function addHeal(walk: Walk, heal: Heal): void {
  keepHeal(walk, heal);
  callAgain(walk);
}

function keepHeal(walk: Walk, heal: Heal): void {
  log(walk, 'healed', heal as unknown as FlowRecord['payload']);
  walk.state = { ...walk.state, heals: [...(walk.state.heals ?? []), heal] };
}
