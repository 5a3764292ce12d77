import type { Box } from '../../domain/report/report.schema.js';
import { useContext } from 'preact/hooks';
import { ImageOf, type PictureLayer, type PictureView } from './pictures.js';

interface FramedPictureProps {
  readonly picture: PictureView;
  /** In words, for who cannot see it. */
  readonly alt: string;
  /** px of the picture. */
  readonly frames?: readonly Box[];
}

type Placed = Readonly<Record<'left' | 'top' | 'width' | 'height', string>>;

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** A picture with a frame around each target. */
export function FramedPicture({ picture, alt, frames = [] }: FramedPictureProps) {
  const { width, height, layers } = picture;
  const placed = (box: Box): Placed => ({
    left: percent(box.x, width),
    top: percent(box.y, height),
    width: percent(box.width, width),
    height: percent(box.height, height),
  });
  return (
    <div class="picture" role="img" aria-label={alt} style={{ aspectRatio: `${width} / ${height}` }}>
      {layers.map((layer, index) => (
        <Layer key={index} layer={layer} style={placed(layer)} />
      ))}
      {frames.map((frame, index) => (
        <span key={index} class="frame" style={placed(frame)} />
      ))}
    </div>
  );
}

function Layer({ layer: { src }, style }: { readonly layer: PictureLayer; readonly style: Placed }) {
  const image = useContext(ImageOf)(src);
  return <img {...(image === undefined ? {} : { src: image })} alt="" style={style} draggable={false} />;
}
