// Maps as pages: drawn when somebody asks for it, and once for all who ask at the same time. A worker reads each from its database.
import type { Steadyhand } from '../client/steadyhand.js';
import { keepNewest } from './keep-newest.js';
import { shortestMs } from './watch.js';

export interface Maps {
  /** Draws it as it is now, unless that was done less than a second ago. */
  draw(app: string): Promise<void>;
  /** As drawn last. */
  page(app: string): Promise<string>;
}

/** Applications whose map is kept: one has megabytes of pictures. */
const mostKept = 8;

interface Drawn {
  readonly at: number;
  readonly page: Promise<string>;
}

export function createMaps({ mapPage }: Pick<Steadyhand, 'mapPage'>): Maps {
  const kept = new Map<string, Drawn>();

  function drawn(app: string): Drawn {
    const now = { at: Date.now(), page: mapPage(app) };
    now.page.catch(() => {
      if (kept.get(app) === now) kept.delete(app);
    });
    return keepNewest(kept, app, now, mostKept);
  }

  return {
    async draw(app) {
      const last = kept.get(app);
      const { page } = last && Date.now() - last.at < shortestMs ? last : drawn(app);
      await page;
    },
    page: (app) => (kept.get(app) ?? drawn(app)).page,
  };
}
