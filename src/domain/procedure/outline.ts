// A procedure as a list of what is done, what is now and what is ahead, for pages: its definition, with what happened (docs/console.md).
//
// outline-1. Of an activity that was entered several times, and of a loop that goes around, the last time counts.
import type { Checkpoint } from './definition.js';
import type { Happening, HistoryEntry } from './history.js';
import type { Position } from './position.js';
import type { PreparedActivity, Procedure, Part } from './procedure.js';
import type { Author } from './state.js';

export interface OutlinedActivity {
  readonly id: string;
  readonly name: string;
  /** `passed`: its condition or an answer left it out. */
  readonly state: 'done' | 'now' | 'ahead' | 'passed';
  /** How often it was entered. */
  readonly visits: number;
  readonly parts: readonly OutlinedPart[];
}

export interface OutlinedPart {
  readonly kind: 'step' | 'checkpoint' | 'loop';
  readonly id: string;
  readonly name: string;
  /** How many loops it stands in. */
  readonly depth: number;
  readonly state: 'done' | 'now' | 'ahead' | 'passed' | 'failed';
  /** A step's summary, an answer's label, why it was skipped or failed. */
  readonly text?: string;
  readonly by?: Author;
  /** ms. */
  readonly at?: number;
}

/** Without a position: nothing is under way. */
export function outlineOf(
  procedure: Procedure,
  entries: readonly HistoryEntry[],
  position: Position | undefined,
): readonly OutlinedActivity[] {
  return procedure.definition.activities.map(({ id, name }): OutlinedActivity => {
    const own = entries.filter(({ activity }) => activity === id);
    const visits = Math.max(0, ...own.map(({ visit }) => visit));
    const last = own.filter(({ visit }) => visit === visits);
    const here = position?.activity === id ? position : undefined;
    const isPassedOver = last.some(({ happening: { type } }) => type === 'passed-over');
    const prepared = procedure.activities.get(id);
    return {
      id,
      name,
      state: here ? 'now' : visits === 0 ? 'ahead' : isPassedOver ? 'passed' : 'done',
      visits,
      parts: prepared ? partsOf(prepared, last, here) : [],
    };
  });
}

function partsOf(prepared: PreparedActivity, entries: readonly HistoryEntry[], here: Position | undefined): readonly OutlinedPart[] {
  const { activity, sequences, closing } = prepared;
  function inBody(parts: readonly Part[], depth: number, known: readonly HistoryEntry[]): readonly OutlinedPart[] {
    return parts.flatMap((part): readonly OutlinedPart[] => {
      if (part.type === 'checkpoint') {
        const checkpoint = activity.checkpoints[part.checkpoint];
        return checkpoint ? [outlinedCheckpoint(checkpoint, depth, known)] : [];
      }
      if (part.type === 'step') {
        const { id, name, checkpoint } = part.step;
        const before = checkpoint === undefined ? undefined : prepared.checkpoints.get(checkpoint);
        return [
          ...(before ? [outlinedCheckpoint(before, depth, known)] : []),
          { kind: 'step', id, name, depth, ...lastOf(known, (happening) => stepTold(happening, id)) },
        ];
      }
      const { loop } = part;
      const round = here?.loop?.id === loop.id ? here.loop : undefined;
      // outline-1.
      const inRound = round ? known.filter(({ iterations }) => iterations?.[depth] === round.iteration) : known;
      const found = lastOf(known, (happening) => loopTold(happening, loop.id));
      const count = round && `${round.iteration}${round.total === undefined ? '' : ` of ${round.total}`}`;
      const own: OutlinedPart = {
        ...{ kind: 'loop', id: loop.id, name: loop.name ?? loop.id, depth },
        ...(round ? { ...found, state: 'now', text: `round ${count}` } : found),
      };
      return [own, ...inBody(sequences.get(loop) ?? [], depth + 1, inRound)];
    });
  }
  const closed = closing.map((checkpoint) => outlinedCheckpoint(checkpoint, 0, entries));
  const parts = [...inBody(sequences.get(activity) ?? [], 0, entries), ...closed];
  return parts.map((part) => (isNow(part, here) ? { ...part, state: 'now' } : part));
}

function isNow({ kind, id }: OutlinedPart, here: Position | undefined): boolean {
  return (kind === 'step' && here?.step === id) || (kind === 'checkpoint' && here?.checkpoint?.id === id);
}

type Fate = Pick<OutlinedPart, 'state' | 'text'>;

function outlinedCheckpoint({ id, name, options }: Checkpoint, depth: number, entries: readonly HistoryEntry[]): OutlinedPart {
  const fate = lastOf(entries, (happening): Fate | undefined => {
    if (happening.type === 'checkpoint-passed' && happening.checkpoint === id) return { state: 'passed', text: 'its condition was false' };
    if (happening.type !== 'checkpoint-answered' || happening.checkpoint !== id) return undefined;
    return { state: 'done', text: options.find((option) => option.id === happening.option)?.label ?? happening.option };
  });
  return { kind: 'checkpoint', id, name, depth, ...fate };
}

function stepTold(happening: Happening, step: string): Fate | undefined {
  switch (happening.type) {
    case 'step-completed':
      return happening.step === step ? { state: 'done', text: happening.summary } : undefined;
    case 'step-failed':
      return happening.step === step ? { state: 'failed', text: happening.why } : undefined;
    case 'step-skipped':
      return happening.step === step ? { state: 'passed', text: happening.reason } : undefined;
    case 'step-passed':
      return happening.step === step ? { state: 'passed', text: 'its condition was false' } : undefined;
    case 'abandoned':
      return happening.steps.includes(step) ? { state: 'passed', text: 'left undone' } : undefined;
    default:
      return undefined;
  }
}

function loopTold(happening: Happening, loop: string): Fate | undefined {
  if (happening.type === 'loop-ended' && happening.loop === loop)
    return { state: 'done', text: happening.why === 'done' ? '' : happening.why };
  if (happening.type === 'loop-passed' && happening.loop === loop) return { state: 'passed', text: 'nothing to go over' };
  return undefined;
}

function lastOf(
  entries: readonly HistoryEntry[],
  fateOf: (happening: Happening) => Fate | undefined,
): Pick<OutlinedPart, 'state' | 'text' | 'by' | 'at'> {
  for (const { at, by, happening } of entries.toReversed()) {
    const fate = fateOf(happening);
    if (fate) return { ...fate, at, by };
  }
  return { state: 'ahead' };
}
