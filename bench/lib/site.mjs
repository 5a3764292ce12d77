import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** Serves what `find(path)` yields, on its own port. Pages reach no other server. */
async function serve(scope, find) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    Promise.resolve()
      .then(() => find(decodeURIComponent(pathname)))
      .then(
        (body) => response.writeHead(200, { 'content-type': types[extname(pathname)] ?? types['.html'] }).end(body),
        () => response.writeHead(404).end(),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** `find(path, query)` yields `{ body, path, status, headers }`; the path's ending says what it is. A page that is not there is one that says so. */
export async function serveFound(scope, find) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://site');
    Promise.resolve()
      .then(() => find(decodeURIComponent(pathname), searchParams))
      .then(
        ({ body, path, status = 200, headers = {} }) =>
          response.writeHead(status, { 'content-type': types[extname(path)] ?? types['.html'], ...headers }).end(body),
        () => response.writeHead(404, { 'content-type': types['.html'] }).end('<!doctype html><title>Not found</title><h1>Not found</h1>'),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

export function serveFolder(scope, folder) {
  return serve(scope, (path) => readFile(join(folder, normalize(path))));
}

export function servePages(scope, pages) {
  return serve(scope, (path) => {
    const page = pages[path.slice(1)];
    if (page === undefined) throw new Error('not found');
    return page;
  });
}

/** Of one origin: pages, folders by the first part of the path, and for any other path the folder `''`. */
export function serveFolders(scope, folders, pages) {
  return serve(scope, (path) => {
    const [, first, rest] = /^\/([^/]*)\/?(.*)$/.exec(path);
    if (Object.hasOwn(pages, first)) return pages[first];
    return readFile(Object.hasOwn(folders, first) ? join(folders[first], normalize(`/${rest}`)) : join(folders[''], normalize(path)));
  });
}
