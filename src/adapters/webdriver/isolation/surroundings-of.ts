import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minimalEnvironment } from '../../minimal-environment.js';
import { markOf } from '../../process-marks.js';
import { createBubblewrap } from './bubblewrap.js';
import type { Isolation } from './isolation.js';
import { createOtherUser } from './other-user.js';
import { spawnDetached, type Machine, type Session, type Surroundings } from './surroundings.js';

export function newTemp(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'steadyhand-'));
}

export function surroundingsOf(isolation: Isolation | undefined, session: Session, machine: Machine): Surroundings {
  switch (isolation?.kind) {
    case undefined:
      return createOwn(session);
    case 'user':
      return createOtherUser(isolation, session);
    case 'bubblewrap':
      return createBubblewrap(isolation, session, machine);
  }
}

function createOwn({ folder, temp, names, profile }: Session): Surroundings {
  const downloads = join(folder, names.downloads);
  const paths = { userData: profile ? join(profile.folder, profile.name) : join(folder, names.browser), downloads, temp };
  return {
    paths: async () => paths,
    downloads,
    browserArguments: [],
    refusesPorts: true,
    async open() {
      for (const path of [paths.userData, downloads]) await mkdir(path, { recursive: true });
      return [];
    },
    spawn: (command) => spawnDetached(command, { env: { ...minimalEnvironment(process.env), TMPDIR: temp } }),
    programOf: async (path) => path,
    markOf,
    give: async (paths) => paths,
    portTo: async (port) => port,
    remove: () => rm(temp, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}
