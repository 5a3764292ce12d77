import type { AskedModel } from '../../domain/telemetry/chat-span.js';

/** Host and port of a model's server, for spans. */
export function serverPlace(address: string): Pick<AskedModel, 'address' | 'port'> {
  if (!URL.canParse(address)) return {};
  const { hostname, port, protocol } = new URL(address);
  return { address: hostname, port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port) };
}
