// Healthy: a task that the worker takes can be done (`/readyz`), which a worker that merely holds its folder does not say.
const [, host, port] = /^(.+):(\d+)$/.exec(process.env.STEADYHAND_HEALTH);
const here = host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]');
// Its own checks end after 2 s.
const reply = await fetch(`http://${here}:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
process.exit(reply?.ok ? 0 : 1);
