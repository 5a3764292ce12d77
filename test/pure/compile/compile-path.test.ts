// Ways through a map that kept what was seen: list → form → done of the simulated application.
import { describe, expect, test } from '@jest/globals';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { compileWay } from '../../../src/client/compile/compile-runs.js';
import { named } from '../../../src/client/screen-graph.js';
import { findTarget } from '../../../src/domain/anchors/find-target.js';
import { matchScreen } from '../../../src/domain/anchors/expected-screen.js';
import type { Target } from '../../../src/domain/anchors/anchors.schema.js';
import type { CompiledFlow } from '../../../src/domain/compile/compile-run.js';
import type { Deed, StoryScreen } from '../../../src/domain/compile/story.js';
import type { LookedStep } from '../../../src/domain/explorer/screen-map.js';
import type { Perception, StoredAction } from '../../../src/domain/explorer/requests.js';
import type { FlowDocument, NodeOf } from '../../../src/domain/flow/document.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import type { StoredEdge, StoredGraph, StoredScreen } from '../../../src/ports/screen-graph.js';
import { freshApp, record, screenOf, type Move } from '../../support/simulated-app.js';

const open: Move = { type: 'click', role: 'link', name: 'New order' };
const fill = (name: string): Move => ({ type: 'set-text', role: 'textbox', name, text: 'test' });
const order: Move = { type: 'click', role: 'button', name: 'Place order' };
const { deeds } = record([open, fill('To'), fill('Note'), order]);
/** Another list: its rows turned round. */
const drifted = { ...freshApp, rows: [...freshApp.rows].reverse() };

const picture = `sha256:${'0'.repeat(64)}` as const;
const keyOf = ({ verb, target }: Pick<StoredAction, 'verb' | 'target'>): string => `${verb} ${target?.name ?? ''}`;

/** Everything that can be done on that screen. */
function actionsOn({ controls }: StoryScreen): readonly StoredAction[] {
  return controls
    .filter(({ interactive }) => interactive)
    .map(({ role, name, path }) => {
      const verb = role === 'textbox' ? 'type' : 'tap';
      const target = { role, name, path };
      return { key: keyOf({ verb, target }), verb, target, label: '', safety: 1, ...(verb === 'type' ? { text: 'test' } : {}) };
    });
}

class World {
  readonly artifacts = createMemoryArtifactStore();

  /** As explorers store it. */
  async look(seen: StoryScreen): Promise<ArtifactRef> {
    const { application: id, app: name, title, url = '', controls } = seen;
    const list = await this.artifacts.putJson({ version: 1, controls });
    const look = { screen: title, controls: list, application: { id, name }, title };
    const perception: Perception = {
      ...{ version: 1, title, headings: [], url, tokens: {}, place: '', structure: [] },
      ...{ actions: actionsOn(seen), look },
    };
    return this.artifacts.putJson(perception);
  }

  async steps(done: readonly Deed[]): Promise<readonly LookedStep[]> {
    return Promise.all(
      done.map(async ({ action, before, after }) => ({
        action: actionOf(action),
        before: await this.look(before),
        after: await this.look(after),
      })),
    );
  }

  way(graph: StoredGraph, from = 'list', to = 'done'): Promise<CompiledFlow> {
    const { screens, ...map } = named(graph);
    const of = (key: string) => {
      const found = screens.find((one) => one.key === key);
      if (!found) throw new Error(key);
      return found;
    };
    return compileWay(() => this.artifacts, { ...map, screens }, of(from), of(to));
  }
}

function actionOf(action: Deed['action']): string {
  const target = 'target' in action && action.target && 'control' in action.target ? action.target.control : undefined;
  return keyOf({ verb: action.type === 'set-text' ? 'type' : 'tap', ...(target ? { target } : {}) });
}

const edge = (from: string, to: string, steps: readonly string[], taken?: readonly LookedStep[]): StoredEdge => ({
  ...{ from, to, action: steps.at(-1) ?? '', before: steps.slice(0, -1), seen: 1, run: 'RUN' },
  ...(taken ? { taken } : {}),
});

const screen = (key: string, seen: StoryScreen): StoredScreen => ({
  ...{ key, title: key, found: 1, run: 'RUN', screenshot: picture, variants: 1, pictures: [], headings: [], address: '', layered: false },
  actions: actionsOn(seen).map(({ key: own, verb, target, safety }) => ({
    ...{ key: own, verb, safety, tries: 1, label: target?.name ?? '', role: target?.role ?? '' },
  })),
});

const graphOf = (edges: readonly StoredEdge[]): StoredGraph => ({
  ...{ app: 'https://app.example', runs: [], edges },
  screens: [
    screen('list', screenOf(freshApp)),
    screen('form', deeds[1]?.before as StoryScreen),
    screen('done', deeds[3]?.after as StoryScreen),
  ],
});

function parsed({ flow }: CompiledFlow): FlowDocument {
  const { flow: found, problems } = parseFlow(JSON.parse(JSON.stringify(flow)));
  expect(problems).toEqual([]);
  return found as FlowDocument;
}

const typesOf = (flow: FlowDocument): readonly string[] => flow.nodes.map(({ node_type: type }) => type.type);
const sending = ['type To', 'type Note', 'tap Place order'];

describe('a way that was seen', () => {
  test('RP1, RP3, RP4: is acts on targets told by several ways, on their screens, and then expects the last screen', async () => {
    const world = new World();
    const made = await world.way(
      graphOf([
        edge('list', 'form', ['tap New order'], await world.steps(deeds.slice(0, 1))),
        edge('form', 'done', sending, await world.steps(deeds.slice(1))),
      ]),
    );
    const flow = parsed(made);
    expect(made.leftOut).toEqual([]);
    expect(typesOf(flow)).toEqual(['Act', 'Act', 'Act', 'Act', 'Expect']);
    expect(flow.nodes.map(({ name }) => name)).toEqual([
      ...['Click New order', 'Fill in To', 'Fill in Note', 'Click Place order', 'Expect Tasks'],
    ]);
    const acts = flow.nodes.flatMap(({ node_type: type }) => (type.type === 'Act' ? [type] : []));
    expect(acts[0]).toMatchObject({
      target: { role: 'link', name: 'New order', path: expect.any(String) },
      screen: { place: '/list', headings: ['tasks'] },
    });
    // Found again, and its screen known again, with the rows in another order.
    const there = screenOf(drifted);
    expect(findTarget(acts[0]?.target as Target, there.controls)).toMatchObject({ control: { name: 'New order' } });
    expect(matchScreen((acts[0] as NodeOf<'Act'>['node_type']).screen as never, there)).toEqual({ isSame: true });
    expect(flow.compiled).toMatchObject({ run: 'RUN', application: 'https://app.example', request: 'Go from list to done' });
    expect(flow.compiled).not.toHaveProperty('cost');
  });

  test('RP2: what the explorer entered is the default of a variable for each field', async () => {
    const world = new World();
    const flow = parsed(await world.way(graphOf([edge('form', 'done', sending, await world.steps(deeds.slice(1)))]), 'form'));
    expect(flow.form).toMatchObject([
      { name: 'to', title: 'To', default: 'test' },
      { name: 'note', title: 'Note', default: 'test' },
    ]);
    expect(flow.nodes.map(({ node_type: type }) => (type.type === 'Act' && type.deed.type === 'SetText' ? type.deed.text : ''))).toEqual([
      ...['{{var:to}}', '{{var:note}}', '', ''],
    ]);
  });

  test('RP3: a row is found by its text, wherever it stands', async () => {
    const world = new World();
    const { deeds: toItem } = record([{ type: 'click', role: 'link', name: 'Buy milk' }]);
    const graph = graphOf([edge('list', 'form', ['tap Buy milk'], await world.steps(toItem))]);
    const [first] = parsed(await world.way(graph, 'list', 'form')).nodes;
    const target = first?.node_type.type === 'Act' ? first.node_type.target : undefined;
    expect(findTarget(target as Target, screenOf(drifted).controls)).toMatchObject({ control: { name: 'Buy milk' } });
    expect(findTarget(target as Target, screenOf({ ...drifted, rows: ['Walk the dog'] }).controls)).toHaveProperty('missing');
  });

  test('RP1: it takes steps that names alone cannot tell', async () => {
    const world = new World();
    const { deeds: starred } = record([{ type: 'click', role: 'checkbox', name: 'Star' }]);
    const twin = {
      ...screen('list', screenOf(freshApp)).actions[0],
      key: 'tap another',
      verb: 'tap',
      label: 'Star',
      role: 'button',
    } as const;
    const ambiguous = (graph: StoredGraph): StoredGraph => ({
      ...graph,
      screens: graph.screens.map((one) =>
        one.key === 'list' ? { ...one, actions: [...one.actions, { ...twin, safety: 1, tries: 1 }] } : one,
      ),
    });
    const graph = ambiguous(graphOf([edge('list', 'form', ['tap Star'])]));
    await expect(world.way(graph, 'list', 'form')).rejects.toThrow('is ambiguous');
    const seen = ambiguous(graphOf([edge('list', 'form', ['tap Star'], await world.steps(starred))]));
    const [first] = parsed(await world.way(seen, 'list', 'form')).nodes;
    expect(first).toMatchObject({ node_type: { target: { name: 'Star', row: [expect.stringContaining('Walk the dog')] } } });
  });
});

describe('a way of which something was not seen', () => {
  const told = `tap "New order" on 'list' is found by its text alone: the map has no list of controls of it`;

  test('RP1: it is found by its text there, and by its controls elsewhere; that is told, with what to do', async () => {
    const world = new World();
    const made = await world.way(
      graphOf([edge('list', 'form', ['tap New order']), edge('form', 'done', sending, await world.steps(deeds.slice(1)))]),
    );
    expect(typesOf(parsed(made))).toEqual(['Click', 'Act', 'Act', 'Act', 'Expect']);
    expect(made.leftOut).toEqual([expect.stringContaining(told)]);
    expect(made.leftOut[0]).toContain('a map that is made anew, under another appId, has it');
  });

  test('RP1: seen first and then not, the last step checks where it arrived', async () => {
    const world = new World();
    const made = await world.way(
      graphOf([edge('list', 'form', ['tap New order'], await world.steps(deeds.slice(0, 1))), edge('form', 'done', sending)]),
    );
    const flow = parsed(made);
    expect(typesOf(flow)).toEqual(['Act', 'Expect', 'Click', 'TypeText', 'Click', 'TypeText', 'Click']);
    expect(flow.nodes.at(-1)?.checks).toMatchObject([{ check_type: 'WindowTitleMatches', params: { title: 'done' } }]);
  });

  test.each<[string, (world: World) => Promise<readonly LookedStep[] | undefined>]>([
    ['the explorer did not see it', () => Promise.resolve(undefined)],
    [
      'gc removed what was seen',
      async (world) => (await world.steps(deeds.slice(0, 1))).map((step) => ({ ...step, before: `sha256:${'1'.repeat(64)}` as const })),
    ],
  ])('RP1: %s: a flow by texts, as before', async (_why, steps) => {
    const world = new World();
    const made = await world.way(graphOf([edge('list', 'form', ['tap New order'], await steps(world))]), 'list', 'form');
    expect(parsed(made).nodes).toMatchObject([{ node_type: { type: 'Click', target: 'New order' } }]);
    expect(made.leftOut).toEqual([expect.stringContaining(told)]);
  });
});
