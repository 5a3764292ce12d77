// Classes of web components, each judged by its page's own state. check.mjs proves the judges.
import { canvases } from './canvas.mjs';
import { dates } from './dates.mjs';
import { dialogs } from './dialogs.mjs';
import { documents } from './documents.mjs';
import { drags } from './drag.mjs';
import { editors } from './editors.mjs';
import { forms } from './forms.mjs';
import { frames } from './frames.mjs';
import { grids } from './grids.mjs';
import { lists } from './lists.mjs';
import { menus } from './menus.mjs';
import { platform } from './platform.mjs';
import { selects } from './selects.mjs';
import { sliders } from './sliders.mjs';
import { trees } from './trees.mjs';
import { uploads } from './upload.mjs';

/**
 * - `task`: in a person's words.
 * - `acts`: how it is done, by the roles and names that a person sees (page.mjs). `within` narrows to a thing; `nth` counts from 0 among equals, in
 *   the order in which they are seen; `group` is that of an option; `at` is a place, as shares of the thing's box. A name of '' is that of a thing
 *   that shows no words, and a thing without a name is the only one of its role.
 * - `before` holds when the page has loaded; `done` holds when the task is done, and not before. Both are evaluated in the window that was opened
 *   first.
 * - `script`: a module, bundled when it is served. `files`: what else is served beside the page. `missing`: which of it answers with an error.
 * - `play`: the task in Playwright's words, where the acts say what its locators cannot find. It takes the page.
 */
const kinds = {
  'the platform': platform,
  grids,
  editors,
  selects,
  dates,
  sliders,
  dialogs,
  menus,
  trees,
  'drag and drop': drags,
  uploads,
  'frames and windows': frames,
  'canvases and drawings': canvases,
  documents,
  'lists and scrolling': lists,
  forms,
};

export const webParts = Object.entries(kinds).flatMap(([kind, parts]) => parts.map((part) => ({ ...part, kind })));
