// Whether this machine can keep a browser to itself, and a browser started so once.
import { execFile } from 'node:child_process';
import { chown, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { minimalEnvironment } from '../../minimal-environment.js';
import { programVersion } from '../../program-version.js';
import { handOver, insideProgram, privileges, wrapping } from './bubblewrap.js';
import type { Isolation } from './isolation.js';
import { accountOf, asAccount } from './other-user.js';
import type { Machine } from './surroundings.js';

const limit = 10_000;
const without = 'or set STEADYHAND_ISOLATION=none and do without it';

/** Why it cannot, and the way out, as the end of a sentence. */
export async function isolationProblem(isolation: Isolation | undefined): Promise<string | undefined> {
  if (isolation === undefined) return undefined;
  if (process.platform !== 'linux') return `browser.isolation '${isolation.kind}' works on Linux only; set STEADYHAND_ISOLATION=none`;
  return isolation.kind === 'user' ? userProblem(isolation.user) : bubblewrapProblem();
}

async function userProblem(user: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0)
    return `browser.isolation 'user' needs a worker that runs as root, since only root starts programs as another user; use 'bubblewrap', which needs no root, ${without}`;
  const account = await accountOf(user);
  if (!account) return `there is no user '${user}', whom browser.user names; \`useradd --system --create-home ${user}\`, ${without}`;
  return account.uid === 0 ? `browser.user '${user}' is root, and so sees everything; name another user, ${without}` : undefined;
}

async function bubblewrapProblem(): Promise<string | undefined> {
  if ((await programVersion('bwrap')) === undefined)
    return `bubblewrap is not installed, which browser.isolation asks for; on Debian \`apt-get install bubblewrap\`, ${without}`;
  try {
    await promisify(execFile)('bwrap', [...privileges(), '--ro-bind', '/', '/', '--proc', '/proc', 'true'], {
      timeout: limit,
      env: minimalEnvironment(process.env),
    });
    return undefined;
  } catch (error) {
    const { stderr = '' } = error as { readonly stderr?: string };
    return `bubblewrap cannot make a sandbox here (${stderr.trim().split('\n')[0] ?? ''}); allow user namespaces, in a container by its options, ${without}`;
  }
}

export interface Trial {
  /** Program and arguments, up to the browser's own. */
  readonly command: readonly string[];
  readonly userData: string;
  readonly as: { readonly env: NodeJS.ProcessEnv; readonly uid?: number; readonly gid?: number; readonly cwd?: string };
}

/** How a browser is started there without a driver, with `folder` for its files. */
export async function trialIn(
  isolation: Isolation | undefined,
  machine: Pick<Machine, 'chromium' | 'chromedriver'>,
  folder: string,
): Promise<Trial> {
  const env = minimalEnvironment(process.env);
  if (isolation?.kind === 'bubblewrap') {
    const temp = '/session/tmp';
    const wrap = await wrapping({ machine, readable: insideProgram.files(), writable: [[folder, temp]] });
    await handOver(folder);
    return {
      command: ['bwrap', ...wrap, ...insideProgram.command(), 'run', await realpath(machine.chromium)],
      userData: temp,
      as: { env },
    };
  }
  const account = isolation ? await accountOf(isolation.user) : undefined;
  if (!account) return { command: [machine.chromium], userData: folder, as: { env } };
  await chown(folder, account.uid, account.gid);
  return { command: [machine.chromium], userData: folder, as: asAccount(account, folder) };
}
