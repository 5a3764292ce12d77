// The Web UI of a server that was started elsewhere: a development server shows it 1,000 ports above its own.
const portsAbove = 1_000;
const patienceMs = 1_000;

/** Undefined where no Web UI of Temporal answers there. `address`: of the server, `host:port`. */
export async function findWebUi(address: string): Promise<string | undefined> {
  const colon = address.lastIndexOf(':');
  const ui = `http://${address.slice(0, colon)}:${Number(address.slice(colon + 1)) + portsAbove}`;
  try {
    const reply = await fetch(`${ui}/api/v1/settings`, { signal: AbortSignal.timeout(patienceMs) });
    const settings: unknown = await reply.json();
    return typeof settings === 'object' && settings !== null && 'DefaultNamespace' in settings ? ui : undefined;
  } catch {
    return undefined;
  }
}
