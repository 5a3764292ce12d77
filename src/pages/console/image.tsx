// Images of the console. They are fetched by the page and not by their address: no session would go with that.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './server.js';

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
