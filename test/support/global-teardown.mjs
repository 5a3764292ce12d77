export default async function globalTeardown() {
  await globalThis.steadyhandTestServer?.stop();
}
