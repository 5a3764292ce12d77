// What accepting a heal changes in the document, line by line, for people.
import difference from 'microdiff';
import type { FlowDocument } from '../../domain/flow/document.js';
import { applyHeal, type ProposedHeal } from '../../domain/library/heals.js';

export interface HealChange {
  readonly sign: '-' | '+';
  /** `target.name: "Order"` */
  readonly text: string;
}

/** Of its node, or of the document's interruptions; nothing where it does not fit any more. */
export function changesOf(flow: FlowDocument, { heal }: Pick<ProposedHeal, 'heal'>): readonly HealChange[] {
  const healed = applyHeal(flow, heal);
  if ('refusal' in healed) return [];
  const part = ({ nodes, interruptions = [] }: FlowDocument): object =>
    heal.kind === 'target' ? (nodes.find(({ id }) => id === heal.node)?.node_type ?? {}) : { interruptions };
  return difference(part(flow), part(healed.flow)).flatMap((change) => {
    const line = (sign: HealChange['sign'], value: unknown): HealChange => ({
      sign,
      text: `${change.path.join('.')}: ${JSON.stringify(value)}`,
    });
    return [
      ...(change.type === 'CREATE' ? [] : [line('-', change.oldValue)]),
      ...(change.type === 'REMOVE' ? [] : [line('+', change.value)]),
    ];
  });
}
