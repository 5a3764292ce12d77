// Packages of Debian and Ubuntu, if this process may install them.
import { existsSync, readFileSync } from 'node:fs';
import { run, tail, which } from './commands.mjs';
import { SetupError } from './steps.mjs';

/** Throws `SetupError` with the reason why not. */
export async function installPackages(packages, say = () => {}) {
  if (process.getuid?.() !== 0) throw new SetupError('needs root');
  if (!isDebianLike() || !which('apt-get')) throw new SetupError('this is neither Debian nor Ubuntu');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  say(`apt-get install ${packages.join(' ')} …`);
  const update = await run('apt-get', ['update', '-q'], { env });
  // Ends what an earlier set-up that was killed has left half installed, which apt refuses to go on from.
  await run('dpkg', ['--configure', '-a'], { env });
  // Another apt may be at work, such as the one of a set-up that was just interrupted.
  const wait = ['-o', 'DPkg::Lock::Timeout=60'];
  const install = await run('apt-get', ['install', ...wait, '-q', '-y', '--no-install-recommends', ...packages], { env });
  if (install.code !== 0) throw new SetupError(tail(update.code === 0 ? install.output : `${update.output}\n${install.output}`, 3));
}

function isDebianLike() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}
