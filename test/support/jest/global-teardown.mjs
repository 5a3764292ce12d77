import { replayAll } from '../replay-all.mjs';
import { endLeftRunning } from './left-running.mjs';

export default async function globalTeardown() {
  const servers = globalThis.steadyhandTestServers ?? [];
  const left = await endLeftRunning(process.pid, 10_000);
  try {
    await replayAll(servers.map(({ address }) => address));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  if (left.length > 0) throw new Error(`Tests left these processes running, which are ended now:\n${left.join('\n')}`);
}
