import { SteadyhandError } from '../domain/errors/errors.js';

/** A picture cannot be read, or a template cannot be searched for: it is a single colour, or larger than the picture. */
export class PictureError extends SteadyhandError {
  readonly code = 'picture-unreadable';
  override readonly name = 'PictureError';
}
