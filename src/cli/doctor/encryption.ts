// Whether what Temporal stores is encrypted, and whether it should be.
import { openEncryption } from '../../client/data-converter.js';
import type { CliContext } from '../context.js';
import { type Check, fail, ok, warn } from './check.js';

const name = 'Encryption';

export async function checkEncryption({ config, server, program }: Pick<CliContext, 'config' | 'server' | 'program'>): Promise<Check> {
  const settings = config();
  const { address } = server();
  try {
    const { encrypts, keys } = await openEncryption(settings);
    if (encrypts) return ok(name, `on, key ${keys?.newest().id ?? ''} in ${keys?.source ?? ''}`);
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
