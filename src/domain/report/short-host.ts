/** Hosts have ids of 26 digits; the last ones tell them apart. */
export function shortHost(host: string): string {
  return host.length > 14 ? `…${host.slice(-6)}` : host;
}
