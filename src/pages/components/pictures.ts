// Where components get pictures from: a report has them inside, the console asks its server.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** A picture, as layers over each other: a whole one, and what differs from it. px. */
export interface PictureView {
  readonly width: number;
  readonly height: number;
  readonly layers: readonly PictureLayer[];
}

export interface PictureLayer {
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
