// A site of four pages (kitchen → recipes → one of them → begun) that can be changed all at once: the same things in another order, elsewhere, under other ids.
import { listen } from './http.js';

export interface DriftingSite {
  readonly origin: string;
  /** What was begun, in order: `tea, 4, none`. */
  readonly begun: readonly string[];
  /** From the next request on. */
  drift(): void;
  close(): Promise<void>;
}

const page = (title: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${title} · Kitchen</title><body>${body}</body>`;

/** It can be begun when both fields are filled in. */
const ready = `const form = document.querySelector('form');
  form.oninput = () => { form.querySelector('button').disabled = [...form.querySelectorAll('input')].some(({ value }) => value === ''); };`;

export async function startDriftingSite(): Promise<DriftingSite> {
  const begun: string[] = [];
  let hasDrifted = false;
  let ids = 0;
  /** Another on each page. */
  const newId = (): string => `id="x-${(ids += 1)}"`;

  function recipes(): string {
    const rows = ['Tea', 'Soup', 'Bread'].map(
      (name) =>
        `<li ${newId()}><span>${name}</span> <button ${newId()} onclick="location.href = '/recipes/${name.toLowerCase()}'">Cook</button>${hasDrifted ? '<em>new</em>' : ''}</li>`,
    );
    return `<h1>Recipes</h1><ul>${(hasDrifted ? rows.reverse() : rows).join('')}</ul>`;
  }

  function recipe(name: string): string {
    const fields = [
      `<p><label>Portions <input name="portions" ${newId()}></label></p>`,
      `<p><label>Remark <input name="remark" ${newId()}></label></p>`,
    ];
    return `<h1>${name}</h1><form action="/begun"><input type="hidden" name="of" value="${name}">${(hasDrifted ? fields.reverse() : fields).join('')}<button ${newId()} disabled>Begin</button></form><script>${ready}</script>`;
  }

  /** What is around the content of each page. */
  function around(content: string): string {
    const ways = [`<a href="/" ${newId()}>Kitchen</a>`, `<a href="/recipes" ${newId()}>All recipes</a>`];
    return hasDrifted
      ? `<main ${newId()} style="margin: 90px 0 0 200px">${content}</main><nav style="float: right">${ways.reverse().join(' ')}</nav>`
      : `<nav>${ways.join(' ')}</nav><main>${content}</main>`;
  }

  const server = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const named = /^\/recipes\/(\w+)$/.exec(pathname)?.[1];
    if (pathname === '/begun') begun.push(['of', 'portions', 'remark'].map((name) => searchParams.get(name)).join(', '));
    const [title, content] =
      pathname === '/begun'
        ? ['Begun', '<h1>It has begun</h1><p>Sit down.</p>']
        : pathname === '/recipes'
          ? ['Recipes', recipes()]
          : named
            ? [named, recipe(named)]
            : ['Start', '<h1>Kitchen</h1><p>What shall it be?</p>'];
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(title, around(content)));
    return Promise.resolve();
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    begun,
    drift() {
      hasDrifted = true;
    },
    close: () => server.close(),
  };
}
