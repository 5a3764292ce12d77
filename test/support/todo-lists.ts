// One list of things to do, drawn in several ways at one address, as an application that was written anew. Each tells its server what it holds.
import { serve } from '../../examples/support/serve.mjs';

interface Thing {
  readonly title: string;
  readonly done: boolean;
}

interface Drawing {
  /** In JavaScript: the rows of `things`, of which each is `{title, done, at}`. */
  readonly rows: string;
  /** Around the rows. */
  readonly around: readonly [string, string];
  readonly field: string;
}

const list = ['<ul>', '</ul>'] as const;
const field = '<input id="new" placeholder="What is to be done?">';
const box = '<input type="checkbox" onclick="tick(${at})" ${done ? "checked" : ""}>';

const drawings = {
  /** The one that is recorded. */
  plain: { rows: `things.map(({ title, done, at }) => \`<li>${box}<label>\${title}</label></li>\`)`, around: list, field },
  /** The box behind its text, in other elements, under ids that change. */
  behind: {
    rows: `things.map(({ title, done, at }) => \`<div class="r" id="r-\${at + 93}"><span>\${title}</span><p>${box}</p></div>\`)`,
    around: ['<section>', '</section>'],
    field: '<form onsubmit="return false"><input placeholder="What is to be done?"></form>',
  },
  /** In a table, the newest first. */
  newestFirst: {
    rows: `[...things].reverse().map(({ title, done, at }) => \`<tr><td>${box}</td><td>\${title}</td></tr>\`)`,
    around: ['<table><tbody>', '</tbody></table>'],
    field,
  },
  /** Another kind of control, with another name. */
  switches: {
    rows: `things.map(({ title, done, at }) => \`<li><label>\${title}</label> <button role="switch" aria-label="Finished" aria-checked="\${done}" onclick="tick(\${at})">o</button></li>\`)`,
    around: list,
    field,
  },
  /** Only the newest is shown. */
  shortened: { rows: `things.slice(-1).map(({ title, done, at }) => \`<li>${box}<label>\${title}</label></li>\`)`, around: list, field },
  /** Each is shown twice. */
  doubled: {
    rows: `[...things, ...things].map(({ title, done, at }) => \`<li>${box}<label>\${title}</label></li>\`)`,
    around: list,
    field,
  },
} as const satisfies Readonly<Record<string, Drawing>>;

export type TodoList = keyof typeof drawings;

export interface TodoSite {
  readonly url: string;
  /** Serves that one from now on; nothing is on it. */
  show(drawn: TodoList): void;
  /** What the page that is shown holds, by its own word. */
  things(): readonly Thing[];
  close(): Promise<void>;
}

export async function startTodoSite(): Promise<TodoSite> {
  let shown: TodoList = 'plain';
  let things: readonly Thing[] = [];
  const site = await serve(async (request) => {
    if (request.method === 'GET') return new Response(pageOf(drawings[shown]), { headers: { 'content-type': 'text/html; charset=utf-8' } });
    things = (await request.json()) as readonly Thing[];
    return new Response('{}');
  });
  return {
    url: `${site.url}/list`,
    show(drawn) {
      shown = drawn;
      things = [];
    },
    things: () => things,
    close: site.close,
  };
}

function pageOf({ rows, around: [before, after], field }: Drawing): string {
  return `<!doctype html><html lang="en"><title>Things to do</title><h1>Things to do</h1>${field}<div id="rows"></div>
    <script>
      const all = [];
      const tell = () => fetch('/told', { method: 'POST', body: JSON.stringify(all) });
      const draw = () => {
        const things = all.map((thing, at) => ({ ...thing, at }));
        document.getElementById('rows').innerHTML = ${JSON.stringify(before)} + ${rows}.join('') + ${JSON.stringify(after)};
      };
      document.querySelector('input').addEventListener('keydown', ({ key, target }) => {
        if (key !== 'Enter' || target.value === '') return;
        all.push({ title: target.value, done: false });
        target.value = '';
        draw();
        tell();
      });
      function tick(at) {
        all[at].done = !all[at].done;
        draw();
        tell();
      }
    </script></html>`;
}
