// One activity of a later format as the engine follows it: its list of steps, checkpoints and loops becomes three lists and their order (docs/design/procedure.md §1).
import { defined } from '../collections.js';
import { noteActions, noteTriggers, readActions } from './read-actions.js';
import { readCheckpoint, readLoopFields, readStep, withWhen, type Source } from './read-parts.js';
import type { Path } from './finding.js';
import { gateIn } from './known-fields.js';
import { isFields, isList, moved, say, without, type Fields } from './format-findings.js';

interface Placed {
  readonly source: Source;
  /** Of the activity, as it is read. */
  readonly activity: Path;
  /** The checkpoints that stand among steps, in the order in which they come up. */
  readonly checkpoints: unknown[];
}

const kinds: ReadonlySet<unknown> = new Set([undefined, 'technique', 'action', 'checkpoint', 'loop']);

export function readActivity(written: Fields, path: Path, source: Source): Fields {
  const placed: Placed = { source, activity: path, checkpoints: [] };
  const body = readBody(withEdges(written, path, source), { from: path, to: path }, placed);
  const { checkpoints, transitions, decisions } = written;
  const closing = isList(checkpoints) ? checkpoints : [];
  const shift = placed.checkpoints.length;
  closing.forEach((_, index) => moved(source.reading, [...path, 'checkpoints', index], [...path, 'checkpoints', shift + index]));
  return {
    ...body,
    ...defined({
      checkpoints:
        isList(checkpoints) || (checkpoints === undefined && shift > 0)
          ? [
              ...placed.checkpoints,
              ...closing.map((each, index) => (isFields(each) ? readCheckpoint(each, [...path, 'checkpoints', index], source) : each)),
            ]
          : undefined,
      transitions: isList(transitions) ? conditional(transitions, [...path, 'transitions'], source) : undefined,
      decisions: isList(decisions) ? decisions.map((each, index) => readDecision(each, [...path, 'decisions', index], source)) : undefined,
    }),
  };
}

function readDecision(decision: unknown, path: Path, source: Source): unknown {
  if (!isFields(decision) || !isList(decision['branches'])) return decision;
  return { ...decision, branches: conditional(decision['branches'], [...path, 'branches'], source) };
}

function conditional(list: readonly unknown[], path: Path, source: Source): readonly unknown[] {
  return list.map((each, index) => (isFields(each) ? withWhen(each, [...path, index], source) : each));
}

/** `from`: where it is written; `to`: where it is read. */
function readBody(body: Fields, { from, to }: { readonly from: Path; readonly to: Path }, placed: Placed): Fields {
  const { source } = placed;
  const steps: unknown[] = [];
  const loops: unknown[] = [];
  const order: Fields[] = [];
  if ('order' in body)
    say(
      source.reading,
      'not-understood',
      [...from, 'order'],
      'the order is that of the list: write steps, checkpoints and loops in it, with their `kind`',
    );
  const loop = (entry: unknown, at: Path): void => {
    const target = [...to, 'loops', loops.length];
    moved(source.reading, at, target);
    loops.push(isFields(entry) ? readBody(readLoopFields(entry, at, source), { from: at, to: target }, placed) : entry);
  };
  for (const [index, entry] of (isList(body['steps']) ? body['steps'] : []).entries()) {
    const at = [...from, 'steps', index];
    const kind = isFields(entry) ? entry['kind'] : undefined;
    if (!kinds.has(kind))
      say(
        source.reading,
        'not-understood',
        [...at, 'kind'],
        `the kind of step '${String(kind).slice(0, 80)}' is not known, and it might hold an agent; known are technique, action, checkpoint, loop`,
      );
    if (isFields(entry) && kind === 'checkpoint') {
      moved(source.reading, at, [...placed.activity, 'checkpoints', placed.checkpoints.length]);
      order.push({ checkpoint: placed.checkpoints.length });
      placed.checkpoints.push(readCheckpoint(entry, at, source));
    } else if (isFields(entry) && kind === 'loop') {
      order.push({ loop: loops.length });
      loop(entry, at);
    } else {
      moved(source.reading, at, [...to, 'steps', steps.length]);
      order.push({ step: steps.length });
      steps.push(isFields(entry) ? readStep(entry, at, source) : entry);
    }
  }
  if (isList(body['loops'])) body['loops'].forEach((entry, index) => loop(entry, [...from, 'loops', index]));
  return {
    ...without(body, 'order'),
    ...defined({
      steps: isList(body['steps']) ? steps : undefined,
      loops: isList(body['loops']) || (body['loops'] === undefined && loops.length > 0) ? loops : undefined,
      order: order.some((part) => !('step' in part)) ? order : undefined,
    }),
  };
}

/** What an agent is told to do on entry and before leaving stands with the first and the last step. */
function withEdges(activity: Fields, path: Path, source: Source): Fields {
  const { entryActions, exitActions, triggers, steps } = activity;
  noteActions({ entryActions, exitActions }, path, source.reading);
  noteTriggers(triggers, path, source.reading);
  for (const [name, value] of Object.entries({ entryActions, exitActions })) {
    const hidden = gateIn(value);
    if (hidden)
      say(
        source.reading,
        'not-understood',
        [...path, name, ...hidden],
        `'${hidden.at(-1)}' in ${name} might hold an agent, and nothing would ask it`,
      );
  }
  if (!isList(steps)) return activity;
  const isWork = (step: unknown): step is Fields => isFields(step) && step['kind'] !== 'checkpoint' && step['kind'] !== 'loop';
  const first = steps.findIndex(isWork);
  const last = steps.findLastIndex(isWork);
  const before = linesOf(entryActions, 'On entry');
  const after = linesOf(exitActions, 'Before leaving');
  if (before + after === '') return activity;
  return {
    ...activity,
    steps: steps.map((step, index) => {
      const more = [index === first ? before : '', index === last ? after : ''].filter((text) => text !== '');
      if (more.length === 0 || !isWork(step)) return step;
      const { description, actions, technique } = step;
      const own = typeof description === 'string' ? description : readActions(actions, technique).text;
      return { ...step, description: [own, ...more].filter((text) => text !== '').join('\n') };
    }),
  };
}

function linesOf(actions: unknown, title: string): string {
  const { text } = readActions(actions, undefined);
  return text === '' ? '' : `${title}: ${text}`;
}
