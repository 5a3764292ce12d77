// The map of an application, read by a worker and stored as an artifact: only workers reach the database.
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { isShape, isText } from '../../domain/checks/input-check.js';
import { InputError } from '../../domain/errors/input-error.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { parsed, refused } from '../engine/activity-calls.js';

const graphInput = isShape({ appId: isText }, { app: 'appId', app_id: 'appId' });

/** A stored `StoredGraph`. */
export async function screenGraph(input: unknown): Promise<ArtifactRef> {
  const appId = parsed(parse, input);
  const { exportGraph } = proxyActivities<Activities>({
    startToCloseTimeout: '1 minute',
    scheduleToCloseTimeout: '2 minutes',
    retry: { maximumInterval: '5 seconds' },
    summary: 'read the map',
  });
  return exportGraph({ app: appId }).catch(refused);
}

function parse(input: unknown): string {
  const { appId } = graphInput(input, 'input');
  if (appId === undefined)
    throw new InputError('input.appId', undefined, 'the name of an explored application, such as https://shop.example');
  return appId;
}
