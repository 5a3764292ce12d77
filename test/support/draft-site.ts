// A site with a draft that is lost when its page is left, unless it was saved. What was saved and which pages were opened is counted by the server.
import { bodyOf, listen } from './http.js';

export interface DraftSite {
  readonly origin: string;
  readonly saved: string[];
  /** Paths of pages, in order. */
  readonly opened: string[];
  /** From where each was asked for, by the browser's word (`Sec-Fetch-Site`). */
  readonly from: string[];
  close(): Promise<void>;
}

const script = `
  let saved = '';
  const now = () => document.querySelector('input').value + document.querySelector('[contenteditable]').innerText.trim();
  const asks = (event) => { if (location.search === '?always' || now() !== saved) event.preventDefault(); };
  addEventListener('beforeunload', asks);
  const save = async () => { await fetch('/save', { method: 'POST', body: now() }); saved = now(); document.title = 'Saved'; };
  const presses = {
    'Save': save,
    'Save for good': async () => { await save(); removeEventListener('beforeunload', asks); },
    'Move on': () => { navigator.sendBeacon('/save', 'moved'); location.href = '/other'; },
    'Move on slowly': () => { const end = performance.now() + 1_500; while (performance.now() < end); presses['Move on'](); },
    'Move on twice': () => { location.href = '/other'; location.href = '/start'; },
    'Back twice': () => { history.back(); history.back(); },
    'Move and send': () => { location.href = '/other'; document.querySelector('form').submit(); },
    'With a login': () => { location.href = location.origin.replace('//', '//ann:canary@') + '/other'; },
    'With a login, later': () => setTimeout(presses['With a login'], 600),
    'Go back': () => history.back(),
    'Move on later': () => setTimeout(() => { location.href = '/other'; }, 600),
    'Count': () => navigator.sendBeacon('/save', 'count'),
    'Ask': () => { document.title = 'Answered ' + confirm('Really?'); },
  };
  for (const button of document.querySelectorAll('button')) button.onclick = presses[button.textContent];`;

const buttons = [...script.matchAll(/^ {4}'(.+?)':/gm)].map(([, name]) => name);

const draft = `<!doctype html><title>Draft</title><a href="/other">Elsewhere</a> <a href="#part">Part</a>
  <label>Text <input></label><div contenteditable role="textbox" aria-label="Note" style="min-height: 20px"></div>
  <form action="/other"><input type="hidden" name="a" value="1"><input type="submit" value="Send"></form>
  ${buttons.map((name) => `<button>${name}</button>`).join(' ')}
  <script>${script}</script>`;

const pages: Readonly<Record<string, string>> = {
  '/start': '<!doctype html><title>Start</title><a href="/draft">Write</a>',
  '/draft': draft,
  // An explorer has nothing to do there but to write and to leave.
  '/only': `<!doctype html><title>Only</title><label>Text <input oninput="document.querySelector('a').hidden = false"></label> <a href="/other" hidden>Elsewhere</a>
    <script>addEventListener('beforeunload', (event) => { if (document.querySelector('input').value !== '') event.preventDefault(); });</script>`,
  // As an editor fills its frame: what listened to the document before hears nothing of it any more.
  '/written': `<!doctype html><title>Loading</title><script>
    onload = () => setTimeout(() => {
      document.open();
      document.write('<title>Written</title><label>Text <input></label>');
      document.close();
      addEventListener('beforeunload', (event) => { if (document.querySelector('input').value !== '') event.preventDefault(); });
    });</script>`,
  '/other': '<!doctype html><title>Other</title><p>Something else</p>',
  '/framed': '<!doctype html><title>Framed</title><a href="/other">Elsewhere</a><iframe src="/draft" width="900" height="300"></iframe>',
};

export async function startDraftSite(): Promise<DraftSite> {
  const saved: string[] = [];
  const opened: string[] = [];
  const from: string[] = [];
  const server = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/save') {
      saved.push(await bodyOf(request));
      response.writeHead(204).end();
      return;
    }
    const page = pages[pathname];
    if (page !== undefined) {
      opened.push(pathname);
      from.push(String(request.headers['sec-fetch-site']));
    }
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '');
  });
  return { origin: `http://127.0.0.1:${server.port}`, saved, opened, from, close: () => server.close() };
}
