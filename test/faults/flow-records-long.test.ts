import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from '../../src/adapters/filesystem/flow-records.js';
import { flowStory, storyPlace } from '../support/flow-story.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();

test('F213: a run of 10,000 records', async () => {
  const story = flowStory(500, 6);
  const artifacts = createFileArtifactStore({ folder: join(folder(), 'artifacts') });
  const told = createFileFlowRecords({ folder: join(folder(), 'runs'), artifacts });
  const since = performance.now();
  for (let start = 0; start < story.length; start += 100) await told.append(storyPlace, story.slice(start, start + 100));
  const written = performance.now();
  const read = await told.read(storyPlace);
  const done = performance.now();
  expect(read?.visits).toHaveLength(500);
  console.log(
    `${story.length} records in batches of 100: ${Math.round(written - since)} ms, reading them ${Math.round(done - written)} ms`,
  );
});
