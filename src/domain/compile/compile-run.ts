// A flow from a recorded run (docs/design/repeat.md): pure, from what was recorded alone.
import type { FlowInputDocument } from '../flow/document.schema.js';
import { fieldOf, givenIn, says, type DataPart, type Value } from './values.js';
import { addedDraft, enteredIn, plainly, type Draft } from './drafts.js';
import { draftedSteps, screenAfter } from './draft-steps.js';
import { CompileError, isDeed, type Answered, type RunStory } from './story.js';
import { factsOf, writtenIn } from './expectations.js';
import { valuesOf } from './make-variables.js';
import { keptSteps } from './left-out.js';
import { withLoops } from './loops.js';
import { graphOf, createNames, resultOf, withReadings } from './node-graph.js';
import { newIn, placeToRead, readingsOf } from './readings.js';
import { varyingNames } from './screens.js';
import { oneLine } from '../flow/one-line.js';
import { expectedScreen } from '../anchors/expected-screen.js';
import { prefixOf } from '../flow/variables.js';

export interface CompileOptions {
  /** Of the flow; by default the beginning of the request. */
  readonly name?: string;
  /** Three or more repetitions over rows become one loop. */
  readonly loops?: boolean;
}

export interface CompiledFlow {
  readonly flow: FlowInputDocument;
  /** In sentences: what the run did and the flow does not, and what it cannot. */
  readonly leftOut: readonly string[];
}

const longestName = 60;

/** Of nodes and variables that the flow has beside. */
export interface TakenNames {
  /** Makes a name that no other node has. */
  readonly unused: (name: string) => string;
  /** Names of variables. */
  readonly reserved: readonly string[];
}

/** Throws a `CompileError`. */
export function compileRun(
  story: RunStory,
  { name, loops = false }: CompileOptions = {},
  { unused, reserved }: TakenNames = { unused: createNames(), reserved: [] },
): CompiledFlow {
  const answers = story.steps.filter((step): step is Answered => step.kind === 'answered');
  const said = [story.request, ...answers.map(({ answer }) => answer)];
  const relied = newIn(story.result, said).map(({ text }) => text);
  const kept = keptSteps(story.steps, relied);
  const deeds = kept.steps.filter(isDeed);
  const [first, last] = [deeds[0], deeds.at(-1)];
  if (!first || !last)
    throw new CompileError('no-effect', `The run '${story.run}' did nothing that had an effect: there is nothing to repeat.`);
  const screens = deeds.map(({ after }) => after);
  const varying = varyingNames(story.steps.filter(isDeed).flatMap(({ before, after }) => [before, after]));
  const drafted = draftedSteps(kept.steps, { said, written: writtenIn(story.steps), varying, pictures: story.pictures });
  const { drafts, form, names } = loops ? withLoops(drafted.drafts) : { drafts: drafted.drafts, form: [], names: [] };
  const given = valuesOf(drafts, story.request, answers, [...reserved, ...names]);
  const taken = withTaken(withInstruction(withoutKnownAnswers(drafts, given.values.all), story.request), said, unused);
  const values = [...given.values.all, ...taken.values];
  const known = givenIn(story.result, values);
  const isGiven = ({ at }: DataPart): boolean => known.some((part) => part.at === at);
  const readings = readingsOf(story.result, screens, said, isGiven);
  const nodes = [
    ...withReadings(
      taken.drafts,
      readings.read.map((reading) => ({ reading, deed: deeds[reading.screen] })),
      values,
    ),
    addedDraft({ type: 'Expect', screen: screenAfter(last, factsOf(story.result, first.before, last.after, values)) }),
  ];
  const graph = graphOf(nodes, given.values.all, unused);
  const unread = readings.unbound.filter(({ text }) => /\p{N}/u.test(text)).map((part) => ({ ...part, template: '…' }));
  const result = resultOf(story.result, graph.named, [...known, ...unread], values);
  const leftOut = [
    ...kept.leftOut,
    ...drafted.notes,
    ...given.notes,
    ...graph.named.flatMap(({ draft: { answer }, name: question }) =>
      answer === undefined ? [] : [`"${question}": what was answered was typed nowhere; the flow asks again`],
    ),
    ...readings.unbound.map(
      (part) =>
        `"${part.text}" of the result: no screen of the run shows it in a place of its own, so that ${unread.some(({ at }) => at === part.at) ? 'the result leaves it out' : 'it stays as it was'}`,
    ),
  ].map(plainly);
  const { run, request, application, cost } = story;
  return {
    flow: {
      id: '',
      name: name ?? oneLine(plainly(request), longestName),
      nodes: graph.nodes,
      edges: graph.edges,
      form: [...given.values.all.map(fieldOf), ...form],
      result: result === '' ? undefined : result,
      compiled: { run, request: plainly(request), application, version: 1, cost, left_out: [...leftOut] },
    },
    leftOut,
  };
}

/** What an AI step did once is told, but what it is to do says the request of this time. */
function withInstruction(drafts: readonly Draft[], request: string): readonly Draft[] {
  return drafts.map((draft) =>
    draft.type.type === 'AiStep'
      ? { ...draft, type: { ...draft.type, prompt: `${draft.type.prompt}\n\n${instruction}\n${plainly(request)}` } }
      : draft,
  );
}

const instruction =
  'That is how it was done once, on a screen that may look otherwise now. Do what belongs to it of this request, and no more:';

/** An answer that is a variable is not asked for again. */
function withoutKnownAnswers(drafts: readonly Draft[], values: readonly Value[]): readonly Draft[] {
  return drafts.filter(({ answer }) => answer === undefined || !values.some(({ text }) => says(answer, text)));
}

// Values that a run took from a screen: what it typed or chose because a text there said so, and nobody else.
//
// taken-1. What the request or an answer says is given, not taken. What is pressed is never taken: a text of a page would say which button it is.

interface Taken {
  readonly drafts: readonly Draft[];
  readonly values: readonly Value[];
}

/** `unused`: makes a name that no other node has. */
function withTaken(drafts: readonly Draft[], said: readonly string[], unused: (name: string) => string): Taken {
  const values: Value[] = [];
  const made: Draft[] = [];
  for (const draft of drafts) {
    const [deed] = draft.deeds;
    const wanted = takenText(draft);
    const isKnown = wanted === undefined || said.some((one) => says(one, wanted)) || values.some(({ text }) => text === wanted);
    if (deed && wanted && !isKnown && draft.deeds.length === 1) {
      const reading = placeToRead(wanted, [deed.before], said);
      if (reading) {
        const name = unused(`Read ${reading.label}`);
        const value = { name: `${prefixOf(name)}.text`, title: name, text: wanted, type: 'text', description: '' } as const;
        values.push(value);
        const { target, before, after } = reading;
        made.push(
          addedDraft(
            { type: 'Read', target, before, after, screen: expectedScreen(deed.before) },
            { name, isNamed: true, comment: `It said "${plainly(wanted)}".`, gives: value },
          ),
        );
      }
    }
    made.push(draft);
  }
  return { drafts: made, values };
}

function takenText({ type }: Draft): string | undefined {
  if (type.type !== 'Act') return undefined;
  const [text = '', ...others] = enteredIn(type.deed);
  return others.length > 0 || text.trim().length < 2 || text.includes('{{') ? undefined : text;
}
