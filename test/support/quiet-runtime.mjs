// One Runtime per process: it must be installed before the first Worker, and only once.
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

let installed = false;

/** Workers of this process log errors only. On the console of a test file nobody sees them unless it fails. */
export function quietRuntime(log = ({ message, meta }) => console.error(message, meta)) {
  if (!installed)
    Runtime.install({
      shutdownSignals: [],
      logger: new DefaultLogger('ERROR', log),
      telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }), forward: {} } },
    });
  installed = true;
}
