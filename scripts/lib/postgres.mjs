// A PostgreSQL server's programs, for tests: what is there, else Debian's package.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';

const versions = '/usr/lib/postgresql';

/** Folder of `initdb` and `postgres`. Throws `SetupError` with the reason why there are none. */
export async function ensurePostgres(say = () => {}) {
  const found = newest();
  if (found) return found;
  // Without a cluster of its own: tests make theirs.
  await installPackages(['postgresql'], say);
  return newest();
}

function newest() {
  if (!existsSync(versions)) return undefined;
  const [version] = readdirSync(versions)
    .filter((name) => existsSync(join(versions, name, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a));
  return version && join(versions, version, 'bin');
}
