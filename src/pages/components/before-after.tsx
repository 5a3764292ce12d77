import type { Box } from '../../domain/report/report.schema.js';
import { FramedPicture } from './framed-picture.js';
import { usePicture } from './pictures.js';

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
