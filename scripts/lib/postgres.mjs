// The programs of a PostgreSQL server, for tests: installed ones, else Debian's package.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';

const versions = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`. Throws `SetupError` with the reason why there is none. */
export async function ensurePostgres(say = () => {}) {
  const found = newest();
  if (found) return found;
  // Without a default cluster: tests create their own.
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
