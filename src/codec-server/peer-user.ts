// Whose program is at the other end of a connection within this machine. Linux tells it in /proc/net/tcp, where each end of a connection stands with its user.
//
// peer-1. The peer's end is the one whose own address and port are those that the connection comes from, and which is connected to ours: all four, and established. Of a connection that
//     has ended the user is told as root, and another loopback address may have the same port.
// peer-2. What is not told, or told twice, is nobody's.
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

interface End {
  readonly address: string;
  readonly port: number;
}

/** Undefined: it cannot be told, because the peer is on another machine or the system does not say. */
export async function userOfPeer({ remoteAddress, remotePort, localAddress, localPort }: Socket): Promise<number | undefined> {
  if (process.platform !== 'linux' || remoteAddress === undefined || localAddress === undefined) return undefined;
  if (remotePort === undefined || localPort === undefined) return undefined;
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')));
  return userIn(tables.join('\n'), { from: { address: remoteAddress, port: remotePort }, to: { address: localAddress, port: localPort } });
}

const established = '01';

/** Of the end at `from` that is connected to `to`. */
export function userIn(tables: string, { from, to }: { readonly from: End; readonly to: End }): number | undefined {
  const [own, other] = [inTable(from), inTable(to)];
  if (own === undefined || other === undefined) return undefined;
  const found = tables.split('\n').flatMap((line) => {
    const [, local, remote, state, , , , user] = line.trim().split(/\s+/);
    return state === established && local !== undefined && own.has(local) && remote !== undefined && other.has(remote)
      ? [Number(user)]
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** As the tables write it: addresses in hexadecimal words of the machine's byte order, `0100007F:1F90`; one of IPv4 may stand among those of IPv6. Undefined: another one of IPv6 than loopback. */
function inTable({ address, port }: End): ReadonlySet<string> | undefined {
  const inWords = (bytes: readonly number[]): string =>
    [0, 4, 8, 12]
      .map((at) => bytes.slice(at, at + 4))
      .map((word) =>
        Buffer.from(endianness() === 'LE' ? word.toReversed() : word)
          .toString('hex')
          .toUpperCase(),
      )
      .join('');
  const at = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  if (address === '::1') return new Set([inWords([...zeros(15), 1]) + at]);
  const bytes = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .map(Number);
  if (bytes.length !== 4) return undefined;
  return new Set([inWords(bytes) + at, inWords([...zeros(10), 0xff, 0xff, ...bytes]) + at]);
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0);
}
