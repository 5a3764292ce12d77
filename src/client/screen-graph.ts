// The map of an application, read through a worker: only workers reach the database.
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { ulid } from 'ulid';
import { screensMeant } from '../domain/explorer/screen-map.js';
import { screenNames } from '../domain/explorer/screen-names.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { NamedGraph, NamedScreen, StoredGraph, StoredRun } from '../ports/screen-graph.js';
import { taskQueue } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { ClientError } from './errors.js';
import { workerPolls } from './server-facts.js';
import { shellQuote } from './text.js';
import { drawMapPage, type MapPictures } from '../adapters/map-page/map-page.js';
import { ArtifactMissingError, type ArtifactStore } from '../ports/artifact-store.js';

export async function readGraph(context: ClientContext, app: string): Promise<NamedGraph> {
  const client = await context.client();
  if (!(await workerPolls(client)))
    throw new ClientError(
      'no-worker',
      `No worker polls '${taskQueue}', and only workers reach the map: start one with \`${context.program} up\`.`,
    );
  try {
    const ref = (await client.workflow.execute('screenGraph', {
      taskQueue,
      workflowId: `graph-${ulid().toLowerCase()}`,
      args: [{ appId: app }],
      workflowExecutionTimeout: '2 minutes',
      staticSummary: `the map of ${app}`,
    })) as ArtifactRef;
    return named((await context.artifacts().getJson(ref)) as StoredGraph);
  } catch (error) {
    const cause = error instanceof WorkflowFailedError ? error.cause : undefined;
    if (cause instanceof ApplicationFailure) throw new ClientError('refused', cause.message, { cause });
    if (cause instanceof TimeoutFailure)
      throw new ClientError('no-worker', `The map could not be read within 2 minutes: look at \`${context.program} hosts\`.`);
    throw error;
  }
}

export function named(graph: StoredGraph): NamedGraph {
  const names = screenNames(graph);
  return { ...graph, screens: graph.screens.map((screen) => ({ ...screen, name: names.get(screen.key) ?? screen.key })) };
}

const mostListed = 12;

/** Finds a screen by its name, the beginning of its key, or its address. */
export function oneScreen({ program }: Pick<ClientContext, 'program'>, graph: NamedGraph, text: string): NamedScreen {
  const [found, ...others] = screensMeant(graph, text);
  if (!found)
    throw new ClientError(
      'refused',
      `No screen of ${graph.app} is called '${text}': \`${program} graph ${shellQuote(graph.app)}\` lists them.`,
    );
  if (others.length === 0) return found;
  const listed = [found, ...others].slice(0, mostListed).map(({ key, name }) => `${name} (${key.slice(0, 8)})`);
  const more = others.length + 1 - listed.length;
  throw new ClientError(
    'refused',
    `'${text}' may be ${listed.join('; ')}${more > 0 ? `; or ${more} others` : ''}: say which, by its name, the beginning of its key, or its address.`,
  );
}

/** Finds a run by its id, or by its number counting back from the last: `1` is the last, `2` the one before. */
export function oneRun({ app, runs }: StoredGraph, text: string): StoredRun {
  const found = /^\d{1,3}$/.test(text) ? runs.at(-Number(text)) : runs.find(({ run }) => run.toLowerCase() === text.toLowerCase());
  if (!found)
    throw new ClientError(
      'refused',
      `No run '${text}' of ${app}; there are ${runs
        .slice(-5)
        .map(({ run }) => run)
        .join(', ')}.`,
    );
  return found;
}

// The page of a map, with the pictures that the store still has.

/** px: readable beside the map and when zoomed in. */
const screenSide = 480;
const variantSide = 240;
/** A screen with a clock has any number of variants. */
const mostVariants = 6;

export async function mapPage(graph: NamedGraph, artifacts: ArtifactStore): Promise<string> {
  const screens: (Uint8Array | undefined)[] = [];
  const variants: Record<number, readonly Uint8Array[]> = {};
  // One at a time: decoding a PNG of a screen takes megabytes.
  for (const [place, { screenshot, pictures }] of graph.screens.entries()) {
    screens.push(await smallPicture(artifacts, screenshot, screenSide));
    const small = [];
    for (const picture of pictures.slice(0, mostVariants)) small.push(await smallPicture(artifacts, picture, variantSide));
    variants[place] = small.filter((picture) => picture !== undefined);
  }
  return drawMapPage(graph, { screens, variants } satisfies MapPictures);
}

/** Undefined: `gc` has removed it. */
async function smallPicture(artifacts: ArtifactStore, ref: ArtifactRef, side: number): Promise<Uint8Array | undefined> {
  try {
    const { thumbnail } = await import('../adapters/sharp/sharp-images.js');
    return await thumbnail(await artifacts.get(ref), side);
  } catch (error) {
    if (error instanceof ArtifactMissingError) return undefined;
    throw error;
  }
}
