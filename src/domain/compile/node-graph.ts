// Drafts as the nodes and edges of a document, in a line; a loop goes back to its beginning.
import type { Target } from '../anchors/anchors.schema.js';
import { referenceTo } from '../anchors/fill.js';
import type { NodeTypeInput } from '../flow/document.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import { oneLine } from '../flow/one-line.js';
import { prefixOf } from '../flow/variables.js';
import { isBlank } from '../text/blank.js';
import { mask } from '../ui/mask.js';
import { screenAfter } from './draft-steps.js';
import { addedDraft, plainly, type ActInput, type Draft } from './drafts.js';
import { withGiven } from './make-variables.js';
import type { Reading } from './readings.js';
import type { Deed } from './story.js';
import { firstFree, withReferences, type Value } from './values.js';

type Nodes = FlowInputDocument['nodes'];
type Edges = NonNullable<FlowInputDocument['edges']>;

interface Named {
  readonly draft: Draft;
  readonly id: string;
  readonly name: string;
}

interface DraftGraph {
  readonly nodes: Nodes;
  readonly edges: Edges;
  readonly named: readonly Named[];
}

/** `unused`: makes a name that no other node has. */
export function graphOf(drafts: readonly Draft[], given: readonly Value[], unused: (name: string) => string): DraftGraph {
  const values = [...given];
  const nodes: Nodes = [];
  const edges: Edges = [];
  const named: Named[] = [];
  const loops: string[] = [];
  let from: Omit<Edges[number], 'to'> | undefined;
  for (const [index, draft] of drafts.entries()) {
    const id = `n${index + 1}`;
    // What a page said is no part of what a model is asked to do.
    const type = withGiven(draft.type, draft.type.type === 'AiStep' ? given : values);
    const name = draft.isNamed && draft.name !== undefined ? draft.name : unused(draft.name ?? nameOf(type));
    if (draft.gives) values.push(draft.gives);
    named.push({ draft, id, name });
    const loop = type.type === 'EndLoop' ? loops.pop() : undefined;
    const comment = draft.comment === '' ? undefined : draft.comment;
    nodes.push({ id, name, node_type: type.type === 'EndLoop' ? { ...type, loop_id: loop ?? '' } : type, comment });
    if (from) edges.push({ ...from, to: id });
    from = { from: id };
    if (type.type === 'Loop') {
      loops.push(id);
      from = { from: id, output: { type: 'LoopBody' } };
    }
    if (loop !== undefined) {
      edges.push({ from: id, to: loop });
      from = { from: loop, output: { type: 'LoopDone' } };
    }
  }
  return { nodes, edges, named };
}

/** Of nodes that are done one after another. */
export function edgesBetween(nodes: readonly { readonly id: string }[]): Edges {
  return nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id ?? '', to: id }));
}

// Names of compiled nodes, from what they do; none twice, nor with the variables of another.

const longest = 50;

export function createNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const name = firstFree(oneLine(wanted, longest), ' ', (one) => taken.has(prefixOf(one)));
    taken.add(prefixOf(name));
    return name;
  };
}

/** `Click Delete of row`: values by their names. */
export function nameOf(type: NodeTypeInput): string {
  return words(type)
    .replace(/\{\{(?:var|secret):([^{}]+)\}\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function words(type: NodeTypeInput): string {
  switch (type.type) {
    case 'Act':
      return deedWords(type);
    case 'Read':
      return `Read ${targetWords(type.target)}`;
    case 'Expect':
      return `Expect ${(type.screen.title || type.screen.headings?.[0] || 'the last screen').replace(/\p{N}+/gu, '#')}`;
    case 'AiStep':
      return type.prompt;
    case 'Ask':
      return type.question ?? type.confirmation ?? '';
    case 'FocusWindow':
      return `Focus ${type.value}`;
    case 'Loop':
      return `For each ${type.as ?? 'row'}`;
    default:
      return type.type;
  }
}

function deedWords({ deed, target }: ActInput): string {
  const on = target === undefined ? '' : targetWords(target);
  switch (deed.type) {
    case 'SetText':
      return `Fill in ${on}`;
    case 'PressKeys':
      return `Press ${deed.keys}${on === '' ? '' : ` in ${on}`}`;
    case 'Select':
      return `Choose ${deed.values.join(', ')} in ${on}`;
    case 'Navigate':
      return `Open ${deed.url}`;
    case 'GoBack':
      return 'Go back';
    case 'LaunchApp':
      return `Launch ${deed.app_name}`;
    case 'Drag':
      return `Drag ${on} to ${targetWords(deed.to)}`;
    case 'Scroll':
      return `Scroll ${on}`;
    default:
      return `${deed.type} ${on}`;
  }
}

function targetWords({ name, role, row }: Target | NonNullable<ActInput['target']>): string {
  return `${name ?? role}${row === undefined ? '' : ` of ${row.join(', ')}`}`;
}

// The readings of a run's result as nodes in their places, and the result as a template of them.

/** Each after the action that brought its screen; out of a loop, after that. */
export function withReadings(
  drafts: readonly Draft[],
  readings: readonly { readonly reading: Reading; readonly deed: Deed | undefined }[],
  values: readonly Value[],
): readonly Draft[] {
  const placed = [...drafts];
  for (const { reading, deed } of readings) {
    const at = placed.findLastIndex(({ deeds }) => deed !== undefined && deeds.includes(deed));
    const end = isInLoop(placed, at) ? placed.findIndex(({ type }, index) => index > at && type.type === 'EndLoop') : at;
    const after = endOfReadings(placed, end);
    placed.splice(after + 1, 0, draftOfReading(reading, deed, values));
  }
  return placed;
}

function isInLoop(drafts: readonly Draft[], at: number): boolean {
  const before = drafts.slice(0, at + 1);
  return before.filter(({ type }) => type.type === 'Loop').length > before.filter(({ type }) => type.type === 'EndLoop').length;
}

function endOfReadings(drafts: readonly Draft[], at: number): number {
  let end = at;
  while (drafts[end + 1]?.reading !== undefined) end++;
  return end;
}

function draftOfReading(reading: Reading, deed: Deed | undefined, values: readonly Value[]): Draft {
  const { target, before, after, label } = reading;
  return addedDraft(
    { type: 'Read', target, before, after, screen: deed && screenAfter(deed) },
    { name: withoutValues(label, values), comment: `The run's result said "${plainly(reading.text)}".`, reading },
  );
}

function withoutValues(label: string, values: readonly Value[]): string {
  const left = withReferences(label, values, true).replace(/\{\{var:[^{}]*\}\}/g, ' ');
  return isBlank(left) ? label : left;
}

/** The run's words, with what is read and what is given in their places. `known`: what stands for parts that are not read. */
export function resultOf(
  result: string,
  named: readonly Named[],
  known: readonly { readonly at: number; readonly text: string; readonly template?: string }[],
  values: readonly Value[],
): string {
  if (result.includes('{{') || result.includes(mask)) return '';
  const read = named.flatMap(({ draft: { reading }, name }) =>
    reading ? [{ at: reading.at, text: reading.said, template: referenceTo(`${prefixOf(name)}.text`) }] : [],
  );
  const parts = [
    ...read,
    ...known.flatMap(({ template, ...part }) =>
      template === undefined || read.some(({ at }) => at === part.at) ? [] : [{ ...part, template }],
    ),
  ].sort((one, other) => one.at - other.at);
  let from = 0;
  let whole = '';
  for (const { at, text, template } of parts) {
    whole += `${withReferences(result.slice(from, at), values)}${template}`;
    from = at + text.length;
  }
  return whole + withReferences(result.slice(from), values);
}
