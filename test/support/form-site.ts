// A form for models that see pictures only: what stands where is known, and what was pressed is counted outside the browser.
import type { Size } from '../../src/domain/ui/geometry.js';
import { bodyOf, listen } from './http.js';

/** Where each begins, px of the page. */
const places = { Name: [20, 20], Save: [20, 80], Next: [20, 140], 'Delete account': [20, 200], PIN: [20, 260] } as const;
export type FormPlace = keyof typeof places;
const [width, height] = [160, 40];

export interface FormSite {
  readonly url: string;
  /** `button|name|PIN` of each press. */
  readonly touched: string[];
  close(): Promise<void>;
}

/** `/`; at `/asks` each press opens a dialog. */
export async function startFormSite(): Promise<FormSite> {
  const touched: string[] = [];
  const host = '127.0.0.1';
  const { port, close } = await listen(async (request, response) => {
    if (request.url === '/touched') touched.push(await bodyOf(request));
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url ?? ''] ?? '');
  }, host);
  return { url: `http://${host}:${port}`, touched, close };
}

/** px of the picture. The page's title, which the prompt tells, says how wide the page is. */
export function middleOf(name: FormPlace, { text, picture }: { readonly text: string; readonly picture: Size }): readonly [number, number] {
  const scale = picture.width / Number(/Form of (\d+)/.exec(text)?.[1]);
  const [x, y] = places[name];
  return [Math.round((x + width / 2) * scale), Math.round((y + height / 2) * scale)];
}

const at = (name: FormPlace) =>
  `style="position:absolute;width:${width}px;height:${height}px;left:${places[name][0]}px;top:${places[name][1]}px"`;
const button = (name: FormPlace) => `<button type="button" ${at(name)}>${name}</button>`;
const page = (more: string) => `<title>Form</title>
  <input aria-label="Name" ${at('Name')}><input type="password" aria-label="PIN" ${at('PIN')}>
  ${button('Save')}${button('Next')}${button('Delete account')}
  <script>
    document.title = 'Form of ' + innerWidth;
    const field = (label) => document.querySelector('[aria-label=' + label + ']').value;
    addEventListener('click', ({ target }) => {
      if (target.tagName !== 'BUTTON') return;
      fetch('/touched', { method: 'POST', body: [target.textContent, field('Name'), field('PIN')].join('|') });
      ${more}
    }, true);
  </script>`;
const pages: Readonly<Record<string, string>> = {
  '/': page(''),
  '/asks': page(`document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="Sure?">Sure? <button>Yes</button></div>');`),
};
