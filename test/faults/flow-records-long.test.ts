import { expect, test } from '@jest/globals';
import { flowStory, storyEntries } from '../support/flow-story.js';
import { flowRunIn, storesIn } from '../support/stores-in.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();

test('F213: a run of 10,000 records', async () => {
  const story = storyEntries(flowStory(500, 6));
  const { records } = storesIn(folder());
  const since = performance.now();
  for (let start = 0; start < story.length; start += 100) await records.append('flow-1', story.slice(start, start + 100));
  const written = performance.now();
  const read = await flowRunIn(folder(), 'flow-1');
  const done = performance.now();
  expect(read.visits).toHaveLength(500);
  console.log(
    `${story.length} records in batches of 100: ${Math.round(written - since)} ms, reading them ${Math.round(done - written)} ms`,
  );
});
