import { replayAll } from '../replay-all.mjs';

export default async function globalTeardown() {
  const servers = globalThis.steadyhandTestServers ?? [];
  try {
    await replayAll(servers.map(({ address }) => address));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
