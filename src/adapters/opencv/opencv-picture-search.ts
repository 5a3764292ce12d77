// Template search with OpenCV. sharp decodes on its own threads; the search runs in a separate thread that loads OpenCV on the first call,
// which takes half a second and about 150 MB.
import { PictureError, type PictureSearch } from '../../ports/pictures.js';
import { readGreyPng } from '../sharp/read-png.js';
import { createWorkerThread } from '../process-kit/worker-thread.js';
import type { SearchReply, SearchRequest } from './template-search.js';

export function createOpencvPictureSearch(): PictureSearch {
  const thread = createWorkerThread<SearchRequest, SearchReply>(new URL('search-thread.js', import.meta.url), 'The picture search');
  return {
    async find(picture, template, { threshold, maxResults, scales = [], signal }) {
      const [searched, sought] = await Promise.all([readGreyPng(picture, 'The picture'), readGreyPng(template, 'The template')]);
      const request = { picture: searched, template: sought, threshold, maxResults, scales: scales.length > 0 ? scales : [1] };
      const reply = await thread.ask(request, signal);
      if ('refused' in reply) throw new PictureError(reply.refused);
      return reply.matches;
    },
    close: () => thread.close(),
  };
}
