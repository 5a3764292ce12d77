export default async function globalTeardown() {
  await Promise.all((globalThis.steadyhandTestServers ?? []).map((server) => server.stop()));
}
