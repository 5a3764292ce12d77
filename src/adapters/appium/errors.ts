import { SteadyhandError } from '../../domain/errors.js';

/** A session could not be had: no server, or capabilities that it refuses. */
export class AppiumStartError extends SteadyhandError {
  readonly code = 'appium-start-failed';
  override readonly name = 'AppiumStartError';
}

/** Whether a driver says that an application, or the file of one, is not there. Of its own set-up it says other things. */
export function missesApplication(reason: string): boolean {
  return /\b(app|application|activity)\b.*(n[o']t installed|exist or (cannot be launched|is not accessible))/i.test(reason);
}
