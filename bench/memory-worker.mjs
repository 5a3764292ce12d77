// The worker of the memory part, in its own process: it reports its resident memory after every hundredth step.
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { startAgentSide } from './lib/agent-side.mjs';

const [address, home] = process.argv.slice(2);
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });
const agents = await startAgentSide({
  address,
  home,
  onAnswer: (_run, step) => {
    if (step % 100 !== 0) return;
    // Garbage that waits for collection is not growth.
    globalThis.gc();
    process.send({ step, rss: process.memoryUsage.rss() });
  },
});
process.send({ ready: true });
process.on('message', () => void agents.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(1));
