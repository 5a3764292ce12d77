// LK34: driver and browser as another user of the machine. What that user cannot read, they cannot; the network is everybody's (docs/security.md).
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { minimalEnvironment } from '../../minimal-environment.js';
import { markOf } from '../../process-marks.js';
import { programOutput } from '../../program-version.js';
import { BrowserStartError } from '../errors.js';
import { createGiven } from './given-files.js';
import type { Isolation } from './isolation.js';
import { spawnDetached, type Session, type Surroundings } from './surroundings.js';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** Undefined: there is no such user. */
export async function accountOf(name: string): Promise<Account | undefined> {
  const [, , uid, gid, , home] = ((await programOutput('getent', ['passwd', name])) ?? '').trim().split(':');
  return uid === undefined || gid === undefined || home === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid), home };
}

/** How a program runs as that user. */
export function asAccount({ name, uid, gid }: Account, home: string) {
  return { uid, gid, cwd: '/', env: { ...minimalEnvironment(process.env), ...own(name, home) } };
}

/** The worker's own display, session and folders are none of theirs. */
function own(name: string, home: string): NodeJS.ProcessEnv {
  const others = Object.keys(process.env).filter((variable) => /^(?:XDG_|DBUS_|XAUTHORITY|LOGNAME)/.test(variable));
  return { ...Object.fromEntries(others.map((variable) => [variable, undefined])), HOME: home, USER: name, TMPDIR: home };
}

/**
 * Its folders lie where the user reaches them. The folder around them is ours, so that none can be put in the place of another, and nothing is
 * changed as root in folders that the user may write.
 */
export function createOtherUser({ user }: Isolation & { readonly kind: 'user' }, { temp, names, profile }: Session): Surroundings {
  const home = join(temp, 'tmp');
  const downloads = join(temp, names.downloads);
  const uploads = createGiven(temp);
  const profiles = async (): Promise<string> => join((await known(user)).home, '.steadyhand-profiles');
  const userData = profile ? async () => join(await profiles(), profile.name) : async () => join(temp, names.browser);
  const as = async () => asAccount(await known(user), home);
  const run = async (program: string, ...args: readonly string[]): Promise<unknown> => promisify(execFile)(program, args, await as());
  return {
    paths: async () => ({ userData: await userData(), downloads, temp: home }),
    downloads,
    browserArguments: [],
    refusesPorts: true,
    async open() {
      const { uid, gid, home: theirs } = await known(user);
      await chmod(temp, 0o711);
      await uploads.open();
      for (const path of [home, downloads, ...(profile ? [] : [await userData()])]) {
        await mkdir(path, { mode: 0o700 });
        await chown(path, uid, gid);
      }
      if (profile)
        await run('mkdir', '-p', '-m', '700', await profiles(), await userData()).catch((error: unknown) => {
          throw new BrowserStartError(`The profile '${profile.name}' cannot be kept: user '${user}' cannot write in ${theirs}.`, {
            cause: error,
          });
        });
      return [];
    },
    spawn: async (command) => spawnDetached(command, await as()),
    programOf: async (path) => path,
    markOf,
    give: uploads.give,
    portTo: async (port) => port,
    async remove() {
      // As the user: a link in there leads nowhere that the user could not go.
      await run('rm', '-rf', home, downloads, join(temp, names.browser)).catch(() => undefined);
      await rm(temp, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

async function known(user: string): Promise<Account> {
  const account = await accountOf(user);
  if (account) return account;
  throw new BrowserStartError(`There is no user '${user}' on this machine, whom browser.user names.`);
}
