// This machine's configuration. Runs use the worker's; on one machine it is the same.
import { stat } from 'node:fs/promises';
import { HostFormatError, readHostId, tryFolder } from '../../adapters/filesystem/host-folder.js';
import type { Config } from '../../config/config.js';
import { isLockedAlways } from '../../domain/guard/network-lock.js';
import { type Check, fail, ok, warn } from './check.js';
import { openEncryption } from '../../client/data-converter.js';
import type { CliContext } from '../context.js';

export async function checkFolder(home: string): Promise<Check> {
  try {
    await tryFolder(home);
    await readHostId(home);
    return ok('Data folder', home);
  } catch (error) {
    if (error instanceof HostFormatError)
      return fail('Data folder', `${home} was made by another version`, 'set STEADYHAND_HOME to a new folder, or delete it');
    return fail(
      'Data folder',
      `${home} cannot be written (${error instanceof Error ? error.message : String(error)})`,
      'correct it or its disk, or set STEADYHAND_HOME',
    );
  }
}

export async function checkStore({ artifacts }: Pick<Config, 'artifacts'>, check: () => Promise<void>): Promise<Check | undefined> {
  if (artifacts === undefined) return undefined;
  return check().then(
    () => ok('Store', artifacts),
    (error: unknown) =>
      fail('Store', error instanceof Error ? error.message : String(error), 'correct STEADYHAND_ARTIFACTS or the AWS_ variables'),
  );
}

/** Artifacts show what the agent saw, and whoever can write here can drive its devices. */
export async function checkPrivate(folders: readonly string[]): Promise<Check | undefined> {
  if (process.platform === 'win32') return undefined;
  const modes = await Promise.all(
    [...new Set(folders)].map(async (folder) => ({ folder, mode: (await stat(folder).catch(() => undefined))?.mode ?? 0 })),
  );
  const open = modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ folder }) => folder);
  return open.length === 0
    ? undefined
    : warn('Data folder for others', `other users of this machine may look into ${open.join(', ')}`, `\`chmod 700 ${open.join(' ')}\``);
}

/** A worker without devices decides for runs whose devices are of other hosts, beside a newer version for example. */
export function checkSharedFolder({
  kinds,
  home,
  shared,
  artifacts,
}: Pick<Config, 'kinds' | 'home' | 'shared' | 'artifacts'>): Check | undefined {
  if (kinds.length > 0 || artifacts !== undefined || shared !== home) return undefined;
  return warn(
    'Shared folder',
    `a worker without devices keeps artifacts in its own ${home}, where runs on the devices of others do not find theirs`,
    "set STEADYHAND_SHARED to that of the hosts (a host's STEADYHAND_HOME, unless it is set there)",
  );
}

/** Only browsers of our own can be kept from sending. */
export function checkNetworkLocks({ secrets, kinds }: Pick<Config, 'secrets' | 'kinds'>): Check | undefined {
  const locked = Object.keys(secrets).filter((name) => secrets[name] && isLockedAlways(secrets[name]));
  if (locked.length === 0) return undefined;
  const unable = kinds.filter((kind) => kind === 'appium' || kind === 'desktop');
  return unable.length === 0
    ? ok('Network locks', locked.join(', '))
    : warn(
        'Network locks',
        `${locked.join(', ')}: not typed on devices of the kind ${unable.join(', ')}`,
        "what they send cannot be limited; use a browser of the kind 'web' for these secrets, or take lockNetwork out",
      );
}

/** A held lock is the normal case while a worker runs. */
export function checkLock(holder: string | undefined): Check {
  if (holder === undefined) return ok('Data folder in use', 'by no worker');
  return holder === ''
    ? warn('Data folder in use', 'by a process that does not answer', 'it may be stopped (SIGSTOP): continue or end it')
    : ok('Data folder in use', `by process ${holder}`);
}

// Whether what Temporal stores is encrypted, and whether it should be.

const name = 'Encryption';

export async function checkEncryption({ config, server, program }: Pick<CliContext, 'config' | 'server' | 'program'>): Promise<Check> {
  const settings = config();
  const { address } = server();
  try {
    const { encrypts, keys } = await openEncryption(settings);
    if (encrypts) return ok(name, `on, key ${(await keys?.newest())?.id ?? ''} in ${keys?.source ?? ''}`);
    const found = keys ? `off, though there are keys in ${keys.source}` : 'off';
    return isHere(address)
      ? ok(name, found)
      : warn(
          name,
          `${found}: ${address} is not this machine, and whoever reads its database reads requests, answers and typed texts`,
          keys
            ? 'set STEADYHAND_ENCRYPTION to on'
            : `\`${program} new-key\`, and give the key to every worker and client (docs/encryption.md)`,
        );
  } catch (error) {
    return fail(name, error instanceof Error ? error.message : String(error), 'no worker starts, and no run can be read, without the keys');
  }
}

function isHere(address: string): boolean {
  const host = address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
