// Small things that several panels of the console show.
import type { ComponentChildren } from 'preact';
import type { PictureSizes, Problem as ConsoleProblem } from '../../domain/report/console.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { duration } from '../../domain/report/iso-time.js';
import { moment } from '../words.js';
import { ask, runPath } from './server.js';
import type { PictureSource } from '../components/pictures.js';

/** A number of a head, in a list of those (`dl.numbers`). */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Why what a person wanted was not done; told aloud when it comes. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return (
    <p class="problem" role="alert">
      {text ?? ''}
    </p>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** Something else comes first. */
  readonly isSecond?: boolean;
}

/** The end of a form. */
export function Submit({ label, isBusy, problem, isSecond = false }: SubmitProps) {
  return (
    <>
      <div class="choices">
        <button type="submit" class={isSecond ? '' : 'primary'} disabled={isBusy}>
          {label}
        </button>
      </div>
      <Problem text={problem} />
    </>
  );
}

/** Why what is shown may be old; it is read again by itself. */
export function Trouble({ error }: { readonly error: ConsoleProblem | undefined }) {
  return error ? (
    <p class="trouble" role="alert">
      {error.message}
    </p>
  ) : null;
}

/** ms of the clock; it goes on by itself. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** How long ago that was; it goes on by itself. */
export function Since({ at }: { readonly at: string }) {
  const now = useNow(10_000);
  const ms = now - Date.parse(at);
  return (
    <time dateTime={at} title={moment(at)}>
      {ms < 60_000 ? 'just now' : `${duration(ms)} ago`}
    </time>
  );
}

/** How long is left until then; it goes on by itself. */
export function TimeLeft({ until }: { readonly until: string }) {
  const now = useNow(1_000);
  const ms = Math.max(0, Date.parse(until) - now);
  return (
    <time dateTime={until} title={moment(until)}>
      {duration(ms < 60_000 ? Math.ceil(ms / 1_000) * 1_000 : Math.floor(ms / 60_000) * 60_000)} left
    </time>
  );
}

// Images of the console. They are fetched by the page and not by their address: no session would go with that.

interface ImageProps {
  readonly path: string;
  readonly alt: string;
  /** px */
  readonly width?: number;
  readonly height?: number;
}

export function Image({ path, ...props }: ImageProps) {
  const src = useImage(path);
  return <img {...(src === undefined ? {} : { src })} {...props} draggable={false} />;
}

/** What is at that path of the console, as an address of this page. What was shown stays until the next is there. Undefined: not yet, or not stored. */
export function useImage(path: string): string | undefined {
  const [image, setImage] = useState<string>();
  const shown = useRef<string | undefined>(undefined);
  const show = (next: string | undefined): void => {
    if (shown.current !== undefined) URL.revokeObjectURL(shown.current);
    shown.current = next;
    setImage(next);
  };
  useEffect(() => {
    const leave = new AbortController();
    ask(path, undefined, leave.signal)
      .then((response) => response.blob())
      .then(
        (blob) => leave.signal.aborted || show(URL.createObjectURL(blob)),
        () => leave.signal.aborted || show(undefined),
      );
    return () => leave.abort();
  }, [path]);
  useEffect(() => () => void (shown.current !== undefined && URL.revokeObjectURL(shown.current)), []);
  return image;
}

/** Pictures of a run, from its console. */
export function picturesOf(run: string, sizes: PictureSizes): PictureSource {
  return (ref) => {
    const size = sizes[ref];
    const src = `${runPath(run)}/pictures/${ref.slice('sha256:'.length)}`;
    return size && { ...size, layers: [{ src, x: 0, y: 0, ...size }] };
  };
}
