// Appends a story in batches, as a worker's activity does, until it is complete or killed: `<runs> <artifacts> <visits> <from> <batch>`. Prints `ready`, then after
// each batch the last `seq` that is safe.
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from '../../src/adapters/filesystem/flow-records.js';
import { flowStory, storyPlace } from './flow-story.js';

const [runs = '', artifacts = '', visits, from, batch] = process.argv.slice(2);
const story = flowStory(Number(visits));
const records = createFileFlowRecords({ folder: runs, artifacts: createFileArtifactStore({ folder: artifacts }) });

async function write(): Promise<void> {
  process.stdout.write('ready\n');
  for (let start = Number(from); start < story.length; start += Number(batch)) {
    const some = story.slice(start, start + Number(batch));
    await records.append(storyPlace, some);
    process.stdout.write(`${some.at(-1)?.seq ?? 0}\n`);
  }
}

void write();
