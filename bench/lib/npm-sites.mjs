// Applications from npm with known pages, as their makers or users serve them.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFound } from './site.mjs';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
const template = fileURLToPath(new URL('../../node_modules/gentelella/dist', import.meta.url));
const folderOf = (name) => join(packages, name);

/** Files of a folder; `/x` is also `x.html`, and a folder its `index.html`. */
function files(folder, start = '/') {
  return { start, find: async (path) => (await firstOf(folder, candidates(path))) ?? missing(path) };
}

function candidates(path) {
  return path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
}

async function firstOf(folder, paths) {
  for (const path of paths) {
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (body) return { body, path };
  }
  return undefined;
}

function missing(path) {
  throw new Error(`Nothing at ${path}`);
}

/** The same pages, but what were links are buttons. */
function buttonsOnly(site) {
  return {
    ...site,
    async find(path, query) {
      const found = await site.find(path, query);
      if (!found.path.endsWith('.html')) return found;
      return { ...found, body: found.body.toString().replace('</body>', `<script>${asButtons}</script></body>`) };
    },
  };
}

const asButtons = `for (const link of document.querySelectorAll('a[href*=".html"]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = link.className;
  button.innerHTML = link.innerHTML;
  const to = link.href;
  button.addEventListener('click', () => { location.href = to; });
  link.replaceWith(button);
}`;

/** The same pages behind one path: \`/?page=user\`. */
function byQuery(folder, first) {
  return {
    start: `/?page=${first}`,
    query: true,
    first: `/?page=${first}`,
    async find(path, query) {
      if (path !== '/') return { body: await readFile(join(folder, path)), path };
      const body = (await readFile(join(folder, `${query.get('page') ?? first}.html`))).toString();
      return { body: body.replace(/href="(?:\.\/)?([\w-]+)\.html"/g, 'href="/?page=$1"'), path: 'page.html' };
    },
  };
}

/** Markdown files of a package, shown by docsify: routes in the fragment, or paths that the server answers with one page. */
function documents(folder, docs, mode) {
  const names = docs.flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(part, name)),
  );
  const sidebar = names.map((name) => `- [${name.replace(/\.md$/, '').replaceAll('/', ' ')}](/${name.replace(/\.md$/, '')})`).join('\n');
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Documentation</title>
    <link rel="stylesheet" href="/docsify/themes/core.min.css"></head><body><div id="app"></div>
    <script>window.$docsify = { name: 'Documentation', loadSidebar: true, alias: { '/.*/_sidebar.md': '/_sidebar.md' }, routerMode: '${mode}', basePath: '/' };</script>
    <script src="/docsify/docsify.min.js"></script></body></html>`;
  return {
    start: '/',
    async find(path) {
      if (path.startsWith('/docsify/')) return { body: await readFile(join(folderOf('docsify/dist'), path.slice(9))), path };
      if (path.endsWith('_sidebar.md')) return { body: sidebar, path };
      if (path === '/README.md')
        return { body: `# Documentation\n\nChoose a page.\n\n- [The first](/${names[0].replace(/\.md$/, '')})\n`, path };
      return (await firstOf(folder, [path])) ?? { body: page, path: '/index.html' };
    },
  };
}

/** One page with one title, whose operations open in place. */
function swagger() {
  const folder = folderOf('swagger-ui-dist');
  const operation = (summary) => ({ summary, responses: { 200: { description: 'It worked.' } } });
  const paths = Object.fromEntries(
    ['pet', 'store', 'user'].map((tag) => [
      `/${tag}`,
      { get: { ...operation(`Find a ${tag}`), tags: [tag] }, post: { ...operation(`Add a ${tag}`), tags: [tag] } },
    ]),
  );
  const own = {
    '/swagger-initializer.js': `window.ui = SwaggerUIBundle({ url: '/api.json', dom_id: '#swagger-ui', presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'StandaloneLayout' });`,
    '/api.json': JSON.stringify({ openapi: '3.0.0', info: { title: 'Pet shop', version: '1.0' }, paths }),
  };
  return { start: '/', find: async (path) => (own[path] ? { body: own[path], path } : files(folder).find(path)) };
}

/** The same pages, with the package that they load from a network served from here. */
function withOwn(site, { from, to, file }) {
  return {
    ...site,
    async find(path, query) {
      if (path === to) return { body: await readFile(file), path };
      const found = await site.find(path, query);
      return found.path.endsWith('.html') ? { ...found, body: found.body.toString().replaceAll(from, to) } : found;
    },
  };
}

const bootstrap = {
  from: 'https://cdn.jsdelivr.net/npm/bootstrap@5.2.3/dist/js/bootstrap.bundle.min.js',
  to: '/bootstrap.bundle.min.js',
  file: createRequire(join(folderOf('startbootstrap-sb-admin'), 'package.json')).resolve('bootstrap/dist/js/bootstrap.bundle.min.js'),
};

/** In order; `added`: after the last change of a rule. */
export const npmSites = {
  kitchensink: { kind: 'pages', ...files(folderOf('cypress-example-kitchensink/app')) },
  'sb-admin-2': { kind: 'admin template', ...files(folderOf('startbootstrap-sb-admin-2')) },
  'tabler-ui': { kind: 'admin template', ...files(folderOf('tabler-ui/dist')) },
  'sb-admin-2, buttons': { kind: 'buttons only', ...buttonsOnly(files(folderOf('startbootstrap-sb-admin-2'))) },
  'paper-dashboard': { kind: 'query', ...byQuery(folderOf('paper-dashboard'), 'dashboard') },
  'swagger-ui': { kind: 'one title', ...swagger() },
  todomvc: { kind: 'hash routes', ...files(folderOf('todomvc'), '/examples/react/index.html') },
  pino: { kind: 'documents, hash routes', ...documents(folderOf('pino'), ['docs'], 'hash') },
  'pino, history': { kind: 'documents, history', ...documents(folderOf('pino'), ['docs'], 'history') },
  gentelella: { kind: 'admin template', ...files(template, '/production/index.html') },
  'material-dashboard': { kind: 'admin template', ...files(folderOf('material-dashboard'), '/pages/dashboard.html') },
  'clean-blog': { kind: 'site', ...files(folderOf('startbootstrap-clean-blog/dist')) },
  'sb-admin': { kind: 'admin template', added: true, ...withOwn(files(folderOf('startbootstrap-sb-admin/dist')), bootstrap) },
  'soft-ui-dashboard': { kind: 'admin template', added: true, ...files(folderOf('soft-ui-dashboard'), '/pages/dashboard.html') },
};

/** Each on an origin of its own; `start` is an address. */
export async function serveSite(scope, { find, start, query = false, first = '/' }) {
  const origin = await serveFound(scope, find);
  return { origin, start: origin + start, query, first };
}
