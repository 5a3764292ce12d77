/// <reference lib="dom" />
// The pictures inside the page, as components take them. They come after the script: those that are not there yet are asked for again once the page is complete.
import type { ReportPageData } from '../../domain/report/page-data.js';
import type { PictureSource, PictureView } from '../components/pictures.js';

export function pagePictures(packed: ReportPageData['pictures']): PictureSource {
  const made = new Map<string, PictureView>();
  return (ref) => {
    const known = made.get(ref);
    if (known) return known;
    const picture = Object.hasOwn(packed, ref) ? packed[ref] : undefined;
    if (!picture) return undefined;
    const { width, height } = picture;
    const layers = picture.layers.flatMap(({ image, ...box }) => {
      const base64 = document.getElementById(`p${image}`)?.textContent;
      return base64 ? [{ ...box, src: `data:image/webp;base64,${base64}` }] : [];
    });
    const view = { width, height, layers };
    if (layers.length === picture.layers.length) made.set(ref, view);
    return view;
  };
}
