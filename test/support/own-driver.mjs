// A driver of somebody's own, as a module: its devices are files, to which keys are added.
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export function createFileDriver({ title }) {
  const deviceAt = (file) => ({
    kind: 'own-file',
    listApplications: async () => [],
    look: async () => ({
      application: { id: file, name: title, running: true, current: true },
      title: `${process.pid} ${await readFile(file, 'utf8').catch(() => '')}`,
      controls: [],
      notices: [],
    }),
    perform: async ({ keys }) => (await appendFile(file, keys), {}),
    settle: async () => true,
    takeDownloads: async () => [],
    detach: async () => undefined,
    close: async () => rm(file, { force: true }),
  });
  return {
    kind: 'own-file',
    check: async () => undefined,
    open: async (_spec, { folder }) => ({ device: deviceAt(join(folder, 'keys')), attachment: { file: join(folder, 'keys') } }),
    attach: async ({ file }) => deviceAt(file),
    destroy: async () => undefined,
  };
}
