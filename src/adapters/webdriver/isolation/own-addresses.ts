import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const always = [
  ['127.0.0.0', 8, 'ipv4'],
  ['0.0.0.0', 8, 'ipv4'],
  // Of the link: where clouds tell a machine its keys.
  ['169.254.0.0', 16, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['::', 127, 'ipv6'],
] as const;

/** Whether it leads to this machine, or to what only this machine is told. Looked up at each call: interfaces come and go. */
export function isOwnAddress(address: string): boolean {
  const own = new BlockList();
  for (const [net, prefix, family] of always) own.addSubnet(net, prefix, family);
  for (const { address: mine, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    own.addAddress(withoutZone(mine), family === 'IPv6' ? 'ipv6' : 'ipv4');
  const plain = withoutZone(address);
  return own.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}
