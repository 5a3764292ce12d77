// One Runtime per process: it must be installed before the first Worker, and only once.
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

let installed = false;

/** Workers of this test file log errors only. */
export function quietRuntime() {
  if (!installed)
    Runtime.install({
      shutdownSignals: [],
      logger: new DefaultLogger('ERROR'),
      telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
    });
  installed = true;
}
