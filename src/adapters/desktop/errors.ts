import { SteadyhandError } from '../../domain/errors/errors.js';

/** A desktop could not be opened: a program is missing or did not start. */
export class DesktopStartError extends SteadyhandError {
  readonly code = 'desktop-start-failed';
  override readonly name = 'DesktopStartError';
}
