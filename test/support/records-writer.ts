// Appends a story in batches, as a worker's activity does, until it is complete or killed: `<runs> <artifacts> <visits> <from> <batch>`. Prints `ready`, then after
// each batch how many entries are safe.
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import { createFolderFiles } from '../../src/adapters/filesystem/folder-files.js';
import { createRunRecords } from '../../src/adapters/objects/run-records.js';
import { flowStory, storyEntries } from './flow-story.js';

const [runs = '', artifacts = '', visits, from, batch] = process.argv.slice(2);
const story = storyEntries(flowStory(Number(visits)));
const records = createRunRecords({ files: createFolderFiles(runs), artifacts: createFileArtifactStore({ folder: artifacts }) });

async function write(): Promise<void> {
  process.stdout.write('ready\n');
  for (let start = Number(from); start < story.length; start += Number(batch)) {
    const some = story.slice(start, start + Number(batch));
    await records.append('flow-1', some);
    process.stdout.write(`${start + some.length}\n`);
  }
}

// The bundle is CommonJS, which has no await of its own here.
write().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
