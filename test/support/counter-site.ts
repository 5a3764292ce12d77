// A page with one counting button. The server keeps the count, which survives every browser.
import { serve } from '../../examples/support/serve.mjs';

export interface CounterSite {
  readonly url: string;
  /** The count at each press. */
  readonly presses: readonly number[];
  close(): Promise<void>;
}

export async function startCounterSite(goal: number): Promise<CounterSite> {
  const presses: number[] = [];
  const site = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/press') {
      presses.push(presses.length + 1);
      return new Response('{}');
    }
    const title = `Added ${presses.length}`;
    const press = `fetch('/press', { method: 'POST' }).then(() => location.reload())`;
    const button = presses.length < goal ? `<button onclick="${press}">Add</button>` : '';
    return new Response(`<!doctype html><title>${title}</title><h1>${title}</h1>${button}`, { headers: { 'content-type': 'text/html' } });
  });
  return { url: `${site.url}/`, presses, close: site.close };
}
