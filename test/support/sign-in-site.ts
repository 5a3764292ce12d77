// A page with a sign-in, for tests in which a person does it by hand: what arrives is kept here, outside the browser.
import { bodyOf, listen } from './http.js';

export interface SignInSite {
  readonly url: string;
  /** Bodies of forms that were sent. */
  readonly arrived: readonly string[];
  /** Asked for by the page, beside itself: `/at?x=1`. */
  readonly asked: readonly URL[];
  close(): Promise<void>;
}

/** `page` until a form is sent, and what is behind it in answer to that. */
export async function startSignInSite(page: string): Promise<SignInSite> {
  const arrived: string[] = [];
  const asked: URL[] = [];
  const server = await listen(async (request, response) => {
    const body = await bodyOf(request);
    const isSent = request.method === 'POST';
    if (isSent) arrived.push(body);
    else if (request.url !== '/') asked.push(new URL(request.url ?? '/', 'http://site'));
    const inside = '<!doctype html><title>Inside</title><h1>Welcome</h1><button>Order</button>';
    response.writeHead(200, { 'content-type': 'text/html' }).end(isSent ? inside : page);
  });
  return { url: `http://127.0.0.1:${server.port}/`, arrived, asked, close: () => server.close() };
}
