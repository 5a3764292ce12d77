/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The script of the console's page: bundled to dist/console-view.js.
import { render } from 'preact';
import { App } from './app.js';
import { call, enter, findSession } from './server.js';

/** The token comes in the fragment, which is sent to no server; it becomes a session and leaves the address. */
async function admitted(): Promise<boolean> {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token !== undefined) {
    history.replaceState(null, '', location.pathname + location.search);
    await enter(token).catch(() => undefined);
  }
  await findSession();
  return call('/api/me').then(
    () => true,
    () => false,
  );
}

let shown = 0;

/** Anew each time: a page whose session had ended is let in again. */
async function show(): Promise<void> {
  const isAdmitted = await admitted();
  render(<App key={(shown += 1)} isAdmitted={isAdmitted} />, document.body);
}

const problem = (error: unknown): void => render(<p role="alert">The console cannot be shown: {String(error)}</p>, document.body);

show().catch(problem);
// The link may be opened where the page is open already.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) show().catch(problem);
});
