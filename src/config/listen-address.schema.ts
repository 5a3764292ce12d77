// Where a worker listens.
import { isIPv4, isIPv6 } from 'node:net';
import { textAs } from './text-as.schema.js';

/**
 * An address of this machine with its port. What serves the metrics looks no name up, so that a name would fail late and in its words: of names only
 * `localhost` is taken, which becomes 127.0.0.1.
 */
export const listenAddress = textAs(
  isListenAddress,
  'expected an IP address of this machine or localhost, with a port from 1 to 65535: 127.0.0.1:9464, [::1]:9464',
).transform((address) => address.replace(/^localhost:/i, '127.0.0.1:'));

function isListenAddress(address: string): boolean {
  const [, host = '', port] = /^(.*):(\d{1,5})$/.exec(address) ?? [];
  const [, inner] = /^\[([\da-f:.]+)\]$/i.exec(host) ?? [];
  const known = inner === undefined ? isIPv4(host) || host.toLowerCase() === 'localhost' : isIPv6(inner);
  return known && Number(port) >= 1 && Number(port) <= 65_535;
}
