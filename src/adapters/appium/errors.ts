import { SteadyhandError } from '../../domain/errors/errors.js';

/** A session could not be opened: no server, or it rejects the capabilities. */
export class AppiumStartError extends SteadyhandError {
  readonly code = 'appium-start-failed';
  override readonly name = 'AppiumStartError';
}

/** Whether a driver reports that an application or its file is missing, as opposed to a fault of its own set-up. */
export function missesApplication(reason: string): boolean {
  return /\b(app|application|activity)\b.*(n[o']t installed|exist or (cannot be launched|is not accessible))/i.test(reason);
}
