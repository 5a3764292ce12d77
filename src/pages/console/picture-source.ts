import type { PictureSizes } from '../../domain/report/console.js';
import type { PictureSource } from '../components/pictures.js';
import { runPath } from './server.js';

/** Pictures of a run, from its console. */
export function picturesOf(run: string, sizes: PictureSizes): PictureSource {
  return (ref) => {
    const size = sizes[ref];
    const src = `${runPath(run)}/pictures/${ref.slice('sha256:'.length)}`;
    return size && { ...size, layers: [{ src, x: 0, y: 0, ...size }] };
  };
}
