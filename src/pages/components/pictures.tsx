// Where components get pictures from: a report has them inside, the console asks its server.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Box } from '../../domain/report/report.schema.js';

/** A picture, as layers over each other: a whole one, and what differs from it. px. */
export interface PictureView {
  readonly width: number;
  readonly height: number;
  readonly layers: readonly PictureLayer[];
}

interface PictureLayer {
  readonly src: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type PictureSource = (ref: string) => PictureView | undefined;

export const Pictures = createContext<PictureSource>(() => undefined);

/** What an image shows, by the `src` of a layer. A report has the data there, the console asks for it. */
export const ImageOf = createContext<(src: string) => string | undefined>((src) => src);

export function usePicture(ref: string | undefined): PictureView | undefined {
  const source = useContext(Pictures);
  return ref === undefined ? undefined : source(ref);
}

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

interface BeforeAfterProps {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly frames: readonly Box[];
  /** What the step was about. */
  readonly title: string;
  /** 0: all of the picture before; 100: all of the one after. */
  readonly shown: number;
  readonly onShow: (shown: number) => void;
}

/** Two pictures over each other, and a slider that draws the one after over the one before. On paper they stand side by side. */
export function BeforeAfter({ before, after, frames, title, shown, onShow }: BeforeAfterProps) {
  const one = usePicture(before);
  const other = usePicture(before === after ? undefined : after);
  if (!one && !other)
    return before === undefined && after === undefined ? null : <p class="no-picture">The picture is no longer stored.</p>;
  if (!one || !other) {
    const only = one ?? other;
    return (
      <figure class="before-after">
        {only && <FramedPicture picture={only} alt={`Screen at: ${title}`} frames={one ? frames : []} />}
        <figcaption class="quiet">{captionOf(before, after, one !== undefined)}</figcaption>
      </figure>
    );
  }
  return (
    <figure class="before-after">
      <div class="stage">
        <FramedPicture picture={one} alt={`Before: ${title}`} frames={frames} />
        <div class="over" style={{ clipPath: `inset(0 ${100 - shown}% 0 0)` }}>
          <FramedPicture picture={other} alt={`After: ${title}`} />
        </div>
        {shown > 0 && shown < 100 && <span class="divide" style={{ left: `${shown}%` }} />}
      </div>
      <figcaption>
        <button type="button" aria-pressed={shown === 0} onClick={() => onShow(0)}>
          Before
        </button>
        <input
          type="range"
          min="0"
          max="100"
          value={shown}
          aria-label={`Before to after: ${title}`}
          aria-valuetext={shown === 0 ? 'before' : shown === 100 ? 'after' : `${shown} % of the screen after`}
          onInput={(event) => onShow(Number(event.currentTarget.value))}
        />
        <button type="button" aria-pressed={shown === 100} onClick={() => onShow(100)}>
          After
        </button>
      </figcaption>
    </figure>
  );
}

function captionOf(before: string | undefined, after: string | undefined, isBefore: boolean): string {
  if (before === after) return 'The screen: all pictures of this step are alike';
  return isBefore ? 'The screen before' : 'The screen after';
}
