// Pictures on a real page: FindImage finds them, TemplateFound checks judge by them. Templates are cut out of what the browser shows, as an author would.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import type { ArtifactRef } from '../../src/domain/ui/observation.js';
import type { FlowResult } from '../../src/workflows/flow/flow-result.js';
import { usePages } from '../support/agents.js';
import type { FlowRun } from '../support/agent-harness.js';

/** Size of each picture in pages/pictures.html, px. */
const size = { width: 80, height: 60 };

interface Node {
  readonly id: string;
  readonly name: string;
  readonly node_type: object;
  readonly checks?: readonly object[];
}

describe('pictures in flows in a real browser', () => {
  const world = usePages();
  /** One as an artifact and as a file, the other as an artifact. */
  let boat: ArtifactRef;
  let boatFile: string;
  let anchor: ArtifactRef;

  beforeAll(async () => {
    const region = (id: string, x: number, y: number): Node => screenshot(id, { mode: 'Region', x, y, ...size });
    const cut = await walked('boat=400,100&anchor=400,300', region('one', 400, 100), region('other', 400, 300));
    boat = cut.variables['one.image'] as ArtifactRef;
    anchor = cut.variables['other.image'] as ArtifactRef;
    boatFile = join(world.harness.home, 'boat.png');
    await writeFile(boatFile, await createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') }).get(boat));
  });

  /** On the page with these pictures. */
  const start = (pictures: string, ...nodes: readonly Node[]): Promise<FlowRun> =>
    world.harness.flow(
      () => ({ name: 'pictures', nodes, edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })) }),
      {
        device: { kind: 'web', url: `${world.pages.origin}/pictures?${pictures}` },
      },
    );
  const walked = async (pictures: string, ...nodes: readonly Node[]): Promise<FlowResult> =>
    (await start(pictures, ...nodes)).handle.result();

  test('F226: a FindImage finds the centre of the picture, by an artifact and by a file', async () => {
    const { outcome, variables } = await walked('boat=233,187', find('stored', boat), find('file', boatFile));
    expect(outcome).toBe('completed');
    for (const by of ['stored', 'file']) {
      expect(variables).toMatchObject({ [`${by}.success`]: true, [`${by}.found`]: true, [`${by}.count`]: 1, [`${by}.scale`]: 1 });
      expect(matchesOf(variables, by)).toEqual([{ ...size, x: near(233 + 40), y: near(187 + 30), scale: 1, score: alike(0.97) }]);
    }
  });

  test('F226: not finding a picture is a result, and the flow continues', async () => {
    const { outcome, variables, visited } = await walked('boat=233,187', find('gone', anchor), find('there', boat));
    expect({ outcome, visited }).toEqual({ outcome: 'completed', visited: ['gone', 'there'] });
    expect(variables).toMatchObject({
      'gone.success': true,
      'gone.found': false,
      'gone.count': 0,
      'gone.matches': [],
      'there.found': true,
    });
    expect(variables).not.toHaveProperty('gone.x');
  });

  test('F226: a picture shown larger is found with its scale', async () => {
    const { variables } = await walked('boat=300,150,1.5', find('large', boat));
    expect(matchesOf(variables, 'large')).toEqual([
      { width: 120, height: 90, x: near(300 + 60), y: near(150 + 45), scale: 1.5, score: alike(0.88) },
    ]);
  });

  test('F226: a picture shown several times is found at each place, up to max_results', async () => {
    const shown = 'boat=100,200&boat=300,200&boat=500,350';
    const { variables } = await walked(shown, find('all', boat), find('two', boat, { max_results: 2 }));
    const places = matchesOf(variables, 'all').map(({ x, y }) => [x, y]);
    expect(places).toHaveLength(3);
    for (const place of [
      [140, 230],
      [340, 230],
      [540, 380],
    ])
      expect(places).toContainEqual(place.map(near));
    expect(variables).toMatchObject({ 'all.count': 3, 'two.count': 2 });
  });

  test('F226: a template that cannot be read fails its node, which names it', async () => {
    const run = await start('boat=233,187', find('look', '/no/such/picture.png'));
    const error: unknown = await run.handle.result().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkflowFailedError);
    expect(error).toMatchObject({
      cause: {
        message: expect.stringMatching(/"look" \(look\): picture-unreadable: The template '\/no\/such\/picture\.png' cannot be read/),
      },
    });
  });

  test('F226: a TemplateFound check passes where the picture is, and fails or warns where it is not', async () => {
    const { outcome, verdict, checks } = await walked('boat=233,187', {
      ...screenshot('look'),
      checks: [
        templateFound('boat', boat),
        templateFound('boat by file', boatFile),
        templateFound('anchor', anchor),
        templateFound('anchor, perhaps', anchor, { on_fail: 'WarnOnly' }),
        templateFound('no file', '/no/such/picture.png'),
      ],
    });
    expect({ outcome, verdict }).toEqual({ outcome: 'completed', verdict: 'failed' });
    expect(checks.map(({ check, result, reason }) => [check, result, reason])).toEqual([
      ['boat', 'passed', expect.stringMatching(/^found with a score of (0\.9\d|1\.00)$/)],
      ['boat by file', 'passed', expect.stringMatching(/^found with a score of (0\.9\d|1\.00)$/)],
      ['anchor', 'failed', 'not found'],
      ['anchor, perhaps', 'warned', 'not found'],
      ['no file', 'not-judged', expect.stringContaining("'/no/such/picture.png' cannot be read")],
    ]);
  });

  test('F226: a TemplateFound check finds a picture at another size, and a run whose checks all pass says so', async () => {
    const checks = [templateFound('boat', boat), templateFound('anchor', anchor)];
    const { verdict, checks: judged } = await walked('boat=233,187,1.5&anchor=500,350', { ...screenshot('look'), checks });
    expect({ verdict, results: judged.map(({ result }) => result) }).toEqual({ verdict: 'passed', results: ['passed', 'passed'] });
  });
});

interface Match {
  readonly x: number;
  readonly y: number;
}

function node(id: string, node_type: object): Node {
  return { id, name: id, node_type };
}

function screenshot(id: string, more: object = {}): Node {
  return node(id, { type: 'TakeScreenshot', include_ocr: false, ...more });
}

function find(id: string, template_image: string, more: object = {}): Node {
  return node(id, { type: 'FindImage', template_image, ...more });
}

function templateFound(name: string, template: string, more: object = {}): object {
  return { name, check_type: 'TemplateFound', params: { template }, ...more };
}

function matchesOf(variables: FlowResult['variables'], by: string): readonly Match[] {
  return variables[`${by}.matches`] as unknown as readonly Match[];
}

/** Within two px. */
function near(wanted: number): unknown {
  return { asymmetricMatch: (given: unknown) => typeof given === 'number' && Math.abs(given - wanted) <= 2 };
}

function alike(least: number): unknown {
  return { asymmetricMatch: (given: unknown) => typeof given === 'number' && given >= least && given <= 1 };
}
