import { SteadyhandError } from '../domain/errors.js';

/** A picture cannot be read, or a template is larger than what it is searched in. */
export class PictureError extends SteadyhandError {
  readonly code = 'picture-unreadable';
  override readonly name = 'PictureError';
}
