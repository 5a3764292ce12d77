import type { Box } from '../../domain/report/report.schema.js';
import type { PictureView } from './pictures.js';

interface FramedPictureProps {
  readonly picture: PictureView;
  /** In words, for who cannot see it. */
  readonly alt: string;
  /** px of the picture. */
  readonly frames?: readonly Box[];
}

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** A picture with a frame around each target. */
export function FramedPicture({ picture, alt, frames = [] }: FramedPictureProps) {
  const { width, height, layers } = picture;
  const placed = (box: Box) => ({
    left: percent(box.x, width),
    top: percent(box.y, height),
    width: percent(box.width, width),
    height: percent(box.height, height),
  });
  return (
    <div class="picture" role="img" aria-label={alt} style={{ aspectRatio: `${width} / ${height}` }}>
      {layers.map((layer, index) => (
        <img key={index} src={layer.src} alt="" style={placed(layer)} draggable={false} />
      ))}
      {frames.map((frame, index) => (
        <span key={index} class="frame" style={placed(frame)} />
      ))}
    </div>
  );
}
