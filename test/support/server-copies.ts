// Copies of a Temporal server's database, taken and put back (docs/production.md, "Backup and restore"): of a development server's file while it is stopped, of
// PostgreSQL with its own tools while everything runs.
import { execFile } from 'node:child_process';
import { cp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePostgres } from '../../scripts/lib/postgres.mjs';
import { postgresUser } from './postgres-process.mjs';
import { startDevServer, type DevServer } from './temporal-server.js';

const execute = promisify(execFile);

export interface ServerCopies {
  readonly name: string;
  /** Returns the server that runs afterwards. */
  take(server: DevServer): Promise<DevServer>;
  /** The server is stopped, its database is the copy, the server is started. */
  putBack(server: DevServer): Promise<DevServer>;
}

/** What can be done with the server that the tests run on. */
export const serverCopies: readonly ServerCopies[] =
  process.env['STEADYHAND_TEST_SERVER'] === 'postgres' ? [withBaseBackup(), withDumps()] : [ofFiles()];

function ofFiles(): ServerCopies {
  const backup = 'backup-';
  async function copied(server: DevServer, from: string, to: string): Promise<DevServer> {
    const { port, dbFilename } = server;
    await server.stop({ keepFolder: true });
    const folder = dirname(dbFilename);
    const names = (await readdir(folder)).filter((name) => name.startsWith(`${from}${basename(dbFilename)}`));
    for (const name of names) await cp(join(folder, name), join(folder, `${to}${name.slice(from.length)}`), { recursive: true });
    return startDevServer({ port, dbFilename });
  }
  return {
    name: 'a copy of the file of a development server',
    take: (server) => copied(server, '', backup),
    putBack: (server) => copied(server, backup, ''),
  };
}

/** Both databases at one moment, with what the server needs to start from it. */
function withBaseBackup(): ServerCopies {
  return {
    name: 'pg_basebackup',
    async take(server) {
      await client(server, 'pg_basebackup', [
        '-D',
        join(folderOf(server), 'copy'),
        '-X',
        'stream',
        '-c',
        'fast',
        '-d',
        urlOf(server, 'postgres'),
      ]);
      return server;
    },
    async putBack(server) {
      const { port, dbFilename } = server;
      await server.stop({ keepFolder: true });
      const folder = folderOf(server);
      await rm(join(folder, 'data'), { recursive: true });
      await rename(join(folder, 'copy'), join(folder, 'data'));
      return startDevServer({ port, dbFilename });
    },
  };
}

/** One database after the other: the runs are all in the first. */
function withDumps(): ServerCopies {
  const databases = ['temporal', 'temporal_visibility'];
  const dumpOf = (server: DevServer, name: string): string => join(folderOf(server), `${name}.dump`);
  return {
    name: 'pg_dump',
    async take(server) {
      for (const name of databases) await client(server, 'pg_dump', ['-Fc', '-f', dumpOf(server, name), urlOf(server, name)]);
      return server;
    },
    async putBack(server) {
      const { port, dbFilename } = server;
      // The database goes on; what is connected to it is sent away.
      await server.stop({ keepFolder: true, keepDatabase: true });
      for (const name of databases) {
        await client(server, 'dropdb', ['--force', '--maintenance-db', urlOf(server, 'postgres'), name]);
        await client(server, 'createdb', ['--maintenance-db', urlOf(server, 'postgres'), name]);
        await client(server, 'pg_restore', ['-d', urlOf(server, name), dumpOf(server, name)]);
      }
      await server.database?.stop();
      return startDevServer({ port, dbFilename });
    },
  };
}

const folderOf = ({ dbFilename }: DevServer): string => `${dbFilename}.postgres`;

function urlOf({ database }: DevServer, name: string): string {
  if (database === undefined) throw new Error('this server has no PostgreSQL');
  return database.url(name);
}

/** As the user that the server runs as, to whom the files have to belong. */
async function client(server: DevServer, program: string, args: readonly string[]): Promise<void> {
  const [bin = '', user] = await Promise.all([ensurePostgres(), postgresUser()]);
  await execute(join(bin, program), args, { cwd: folderOf(server), ...user });
}
