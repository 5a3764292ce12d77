// The files of a library of flows (library/flow-library.ts), as objects below `flows/`. Whoever takes a number is who writes its object first (bucket-1).
import type { FlowLibrary } from '../../ports/flow-library.js';
import { createFlowLibrary } from '../library/flow-library.js';
import type { LibraryFiles } from '../library/library-files.js';
import type { Lines } from '../objects/objects.js';
import type { Bucket } from './bucket.js';

const folder = 'flows/';
const mediaType = 'application/json';

export function createS3FlowLibrary(bucket: Bucket, lines: Lines): FlowLibrary {
  return createFlowLibrary(libraryObjects(bucket, lines));
}

function libraryObjects(bucket: Bucket, lines: Lines): LibraryFiles {
  const at = (path: string): string => `${folder}${path}`;
  /** `replays.jsonl` is kept as `replays-000001.jsonl` and so on. */
  const linesAt = (path: string): string => at(path.replace(/\.jsonl$/, '-'));
  return {
    place: bucket.addressOf('flows'),
    read: async (path) => (await bucket.get(at(path)))?.bytes,
    names: (below) => bucket.names(at(below)),
    claim: async (path, content) => (await bucket.put(at(path), Buffer.from(content), { mediaType, when: { absent: true } })) !== undefined,
    replace: async (path, content) => void (await bucket.put(at(path), content, { mediaType })),
    remove: (path) => bucket.remove([at(path)]),
    addLine: (path, line) => lines.append(linesAt(path), [line]),
    lines: (path) => lines.read(linesAt(path)),
    inTurn: (_below, work) => work(),
  };
}
