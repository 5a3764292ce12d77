// Whose program is at the other end of a connection within this machine. Linux tells it in /proc/net/tcp, where the other end of each connection stands with its user.
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Undefined: it cannot be told, because the peer is on another machine or the system does not say. */
export async function userOfPeer({ remotePort, localPort, remoteFamily }: Socket): Promise<number | undefined> {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined) return undefined;
  const table = await readFile(remoteFamily === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp', 'utf8').catch(() => '');
  return userIn(table, { from: remotePort, to: localPort });
}

/** Of the socket whose own port is `from`, and which is connected to `to`, both on a loopback address. */
export function userIn(table: string, { from, to }: { readonly from: number; readonly to: number }): number | undefined {
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/);
    if (isLoopback(local) && isLoopback(remote) && portOf(local) === from && portOf(remote) === to) return Number(user);
  }
  return undefined;
}

/** Addresses are hexadecimal, in words of the machine's byte order: `0100007F:1F90`. */
function isLoopback(end: string): boolean {
  const [address = ''] = end.split(':');
  return address.endsWith('7F') || address === '00000000000000000000000001000000';
}

function portOf(end: string): number {
  return Number.parseInt(end.split(':')[1] ?? '', 16);
}
