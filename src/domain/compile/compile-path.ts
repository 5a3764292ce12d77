// A way through an explorer's map as a flow (docs/explorer.md, "A way as a flow"): by the compiler of runs where the map kept what was seen.
//
// path-1. A step that was seen acts on its target, told by several ways, on its screen; after it, the screen that it led to is expected. Another one finds
//     its control by its name (explorer/path-flow.ts), and that is told.
// path-2. The explorer typed samples: each is the default of a variable. A password is a secret by name.
import { expectedScreen } from '../anchors/expected-screen.js';
import { referenceTo } from '../anchors/fill.js';
import { safeFrom } from '../explorer/actions.js';
import {
  arrival,
  flowOfPath,
  isFilling,
  maySend,
  stepsOver,
  type DrivenEdge,
  type DrivenMap,
  type DrivenScreen,
  type Step,
} from '../explorer/path-flow.js';
import type { StoredAction } from '../explorer/requests.js';
import { actionName } from '../explorer/screen-map.js';
import { uiActionsOf } from '../explorer/enumerate-actions.js';
import { oneLine } from '../flow/one-line.js';
import type { CompiledFlow } from './compile-run.js';
import { draftedSteps, screenAfter } from './draft-steps.js';
import { addedDraft, plainly, withEntered, type Draft } from './drafts.js';
import { keptSteps } from './left-out.js';
import { graphOf, createNames } from './node-graph.js';
import { doneDeed, isDeed, type Deed, type StoryScreen } from './story.js';
import { fieldOf, firstFree, identifierOf, type Value } from './values.js';
import { varyingNames, type Varying } from './screens.js';

/** Something done on the way, and what was seen around it. */
export interface SeenStep {
  readonly action: StoredAction;
  /** Everything that could be done there. */
  readonly among: readonly StoredAction[];
  readonly before: StoryScreen;
  readonly after: StoryScreen;
}

interface SeenPath {
  readonly map: DrivenMap;
  readonly from: DrivenScreen;
  readonly to: DrivenScreen;
  /** `drivenWay`. */
  readonly way: readonly DrivenEdge[];
  /** Of the edges that were seen: what was done on their screen, the edge's own action last. */
  readonly seen: ReadonlyMap<DrivenEdge, readonly SeenStep[]>;
  /** The run that took the way, and the application of the map. */
  readonly run: string;
  readonly app: string;
}

const longestName = 60;
const secretPassword = '{{secret:PASSWORD}}';

/** Throws `NoFlowError`. */
export function compilePath(path: SeenPath): CompiledFlow {
  const { map, from, to, way, seen, run, app } = path;
  const blind = way.filter((edge) => !seen.has(edge));
  const told = blind.map((edge) => byName(map, edge));
  if (blind.length === way.length) {
    const { flow, leftOut } = flowOfPath(map, from, to);
    return { flow, leftOut: [...told, ...leftOut.map(notByName)] };
  }
  const drafted = draftsOf(path);
  const { drafts, values } = withSamples(drafted.drafts);
  const graph = graphOf(
    drafts.map(({ draft }) => draft),
    [],
    createNames(),
  );
  const left = [...told, ...drafted.notes].map(plainly);
  const [start, end] = [oneLine(from.name, longestName), oneLine(to.name, longestName)];
  return {
    flow: {
      id: '',
      name: `From ${start} to ${end}`,
      nodes: graph.nodes.map((node, index) => ({ ...node, ...drafts[index]?.options })),
      edges: graph.edges,
      form: values.map(fieldOf),
      compiled: { run, request: plainly(`Go from ${start} to ${end}`), application: app, version: 1, left_out: left },
    },
    leftOut: left,
  };
}

interface OwnDraft {
  readonly draft: Draft;
  readonly options?: Step['options'];
}

interface Drafts {
  readonly drafts: readonly OwnDraft[];
  readonly notes: readonly string[];
}

/** Steps that were seen, one after another, are drafted together. */
function draftsOf({ map, to, way, seen }: SeenPath): Drafts {
  const drafts: OwnDraft[] = [];
  const notes: string[] = [];
  const varying = varyingNames([...seen.values()].flat().flatMap(({ before, after }) => [before, after]));
  let run: (readonly SeenStep[])[] = [];
  const end = (): void => {
    const made = ofRun(run, varying);
    drafts.push(...made.drafts);
    notes.push(...made.notes);
    run = [];
  };
  for (const edge of way) {
    const steps = seen.get(edge);
    if (steps) {
      run.push(steps);
      continue;
    }
    end();
    const over = stepsOver(map, edge);
    const isLast = edge === way.at(-1);
    drafts.push(
      ...over.steps.map((step, index) => {
        const last = isLast && index === over.steps.length - 1 ? arrival(map, to) : {};
        return { draft: addedDraft(step.type, { name: step.name }), options: { ...step.options, ...last } };
      }),
    );
    notes.push(...over.leftOut.map(notByName));
  }
  end();
  return { drafts, notes };
}

/** path-1. */
function ofRun(edges: readonly (readonly SeenStep[])[], varying: Varying): Drafts {
  const last = edges.at(-1)?.at(-1);
  if (!last) return { drafts: [], notes: [] };
  const deeds = edges.flatMap((steps) => {
    const own = steps.at(-1);
    return steps.filter((step) => step === own || !isFillingIn(step) || (own && maySend(doneIn(own)))).flatMap(deedsOf);
  });
  const kept = keptSteps(deeds);
  const drafted = draftedSteps(kept.steps, { said: [], varying });
  const lastDeed = kept.steps.findLast(isDeed);
  // What only waited has no deed, but led somewhere.
  const screen = lastDeed?.after === last.after ? screenAfter(lastDeed) : expectedScreen(last.after);
  return {
    drafts: [...drafted.drafts, addedDraft({ type: 'Expect', screen })].map((draft) => ({ draft })),
    notes: [...kept.leftOut, ...drafted.notes],
  };
}

function isFillingIn(step: SeenStep): boolean {
  return isFilling(doneIn(step));
}

function doneIn({ action: { verb, target } }: SeenStep): { readonly verb: string; readonly role: string } {
  return { verb, role: target?.role ?? '' };
}

function deedsOf({ action, among, before, after }: SeenStep): readonly Deed[] {
  const { text, target } = action;
  const sent = target?.role === 'password' && text !== undefined ? { ...action, text: secretPassword } : action;
  const actions = uiActionsOf(sent, among, { url: undefined, kind: 'web' });
  return actions.map((one, index) =>
    doneDeed({
      step: `on "${before.title}"`,
      words: target === undefined ? action.verb : `${action.verb} "${target.name}"`,
      action: one,
      isRisky: action.safety < safeFrom,
      before,
      after: index === actions.length - 1 ? after : before,
    }),
  );
}

/** path-2. */
function withSamples(drafts: readonly OwnDraft[]): { readonly drafts: readonly OwnDraft[]; readonly values: readonly Value[] } {
  const values: Value[] = [];
  const made = drafts.map(({ draft, options }): OwnDraft => {
    const { type, field = '' } = draft;
    const isEmpty = type.type === 'Act' && type.deed.type === 'SetText' && (type.deed.text === '' || type.deed.text.includes('{{'));
    if (type.type !== 'Act' || isEmpty) return { draft, options };
    const deed = withEntered(type.deed, (text) => {
      const name = firstFree(identifierOf(field), '_', (one) => values.some((value) => value.name === one));
      values.push({ name, title: field.trim() || name, text, type: 'text', description: 'What the explorer entered.' });
      return referenceTo(name);
    });
    return { draft: { ...draft, type: { ...type, deed } }, options };
  });
  return { drafts: made, values };
}

function byName({ screens }: DrivenMap, { from, action }: DrivenEdge): string {
  const on = screens.find(({ key }) => key === from)?.name ?? from;
  return `${actionName(screens, from, action)} on '${on}' is found by its text alone: the map has no list of controls of it (the explorer did not see all of it, or gc removed the list); a map that is made anew, under another appId, has it`;
}

function notByName(done: string): string {
  return `the explorer also did ${done}, which a flow cannot find by name`;
}
