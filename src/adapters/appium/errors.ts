import { SteadyhandError } from '../../domain/errors.js';

/** A session could not be had: no server, or capabilities that it refuses. */
export class AppiumStartError extends SteadyhandError {
  readonly code = 'appium-start-failed';
  override readonly name = 'AppiumStartError';
}
