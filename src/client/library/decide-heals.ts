// Decides about heals. Whoever is first has decided, and is who the others are told of: people at two machines, a console and a command line.
import type { FlowDocument } from '../../domain/flow/document.js';
import { applyHeal, isUnwritten, type HealDecision, type ProposedHeal } from '../../domain/library/heals.js';
import { FlowConflictError, type FlowLibrary, type LibraryFlow } from '../../ports/flow-library.js';
import { ClientError } from '../errors.js';
import { shellQuote } from '../text.js';

export interface HealDesk {
  library(): FlowLibrary;
  readonly program: string;
  read(id: string): Promise<LibraryFlow>;
  healsOf(flow: LibraryFlow): Promise<readonly ProposedHeal[]>;
}

interface By {
  readonly by: string;
}

/** Somebody saves another version meanwhile: the heals are for that one, then. */
const mostTries = 20;

export async function acceptHeals(desk: HealDesk, id: string, ids: readonly string[], { by }: By): Promise<LibraryFlow> {
  for (let tried = 1; ; tried += 1) {
    const flow = await desk.read(id);
    const heals = open(await desk.healsOf(flow), ids, id, desk.program);
    const document = heals.reduce((healed, { heal }) => healedBy(healed, heal), flow.document);
    try {
      const next = { document, follows: flow.version };
      const { first, saved } = await desk.library().decide(id, decisionsOf(heals, 'accepted', by), next);
      if (saved) return saved;
      throw decidedBefore(id, heals, first);
    } catch (error) {
      if (!(error instanceof FlowConflictError) || tried >= mostTries) throw error;
    }
  }
}

export async function rejectHeals(desk: HealDesk, id: string, ids: readonly string[], { by }: By): Promise<void> {
  const heals = open(await desk.healsOf(await desk.read(id)), ids, id, desk.program);
  const unwritten = heals.find(({ decided }) => decided);
  if (unwritten) throw decidedBefore(id, heals, unwritten.decided);
  const { first } = await desk.library().decide(id, decisionsOf(heals, 'rejected', by));
  if (first) throw decidedBefore(id, heals, first);
}

function decisionsOf(heals: readonly ProposedHeal[], decision: HealDecision['decision'], by: string): readonly HealDecision[] {
  const at = new Date().toISOString();
  return heals.map(({ id: heal }) => ({ heal, decision, by, at }));
}

/** Those that somebody may still decide about. */
function open(heals: readonly ProposedHeal[], ids: readonly string[], flow: string, program: string): readonly ProposedHeal[] {
  return [...new Set(ids)].map((id) => {
    const found = heals.find((each) => each.id === id);
    if (!found)
      throw new ClientError(
        'refused',
        `No run of '${flow}' has proposed '${id}': \`${program} flow heals ${shellQuote(flow)}\` shows what they did.`,
      );
    const { number, state, decided, because } = found;
    if (state === 'waiting') return found;
    if (state === 'outdated')
      throw new ClientError('refused', `Heal ${number} of '${flow}' does not fit any more: ${because ?? 'its node has changed'}.`);
    throw decided ? decidedBefore(flow, [found], decided) : new ClientError('refused', `Heal ${number} of '${flow}' is ${state} already.`);
  });
}

function decidedBefore(flow: string, heals: readonly ProposedHeal[], first: HealDecision | undefined): ClientError {
  const number = heals.find(({ id }) => id === first?.heal)?.number ?? '';
  const what = first ? `is ${first.decision} already, by ${first.by} on ${first.at.slice(0, 10)}` : 'is decided already';
  const howTo = first && isUnwritten(first) ? ', but not written yet: accept it again to write it' : '';
  return new ClientError('refused', `Heal ${number} of '${flow}' ${what}${howTo}.`);
}

function healedBy(document: FlowDocument, heal: ProposedHeal['heal']): FlowDocument {
  const healed = applyHeal(document, heal);
  if ('refusal' in healed) throw new ClientError('refused', `These heals do not go together: ${healed.refusal}.`);
  return healed.flow;
}
