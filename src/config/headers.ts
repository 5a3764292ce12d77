// Headers as they are configured. Those that cannot be sent are refused here: sent, they would look like a server that is away.

/** What the sender decides about its connection and its body. */
const ours = new Set(['connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

export function isHeaderName(name: string): boolean {
  return !ours.has(name.toLowerCase()) && canStand(name, '');
}

export function isHeaderValue(value: string): boolean {
  return canStand('x', value);
}

function canStand(name: string, value: string): boolean {
  try {
    return new Headers({ [name]: value }).has(name);
  } catch {
    return false;
  }
}
