// How the pages of this benchmark are written: a class of components is plain data, and its page names the library's own files.

/** Scripts and styles are paths below `/lib`, which is bench/node_modules. `script` runs after them, in the page's own scope. */
export function pageOf({ title, styles = [], style = '', scripts = [], body, script = '' }) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
${styles.map((path) => `<link rel="stylesheet" href="/lib/${path}">`).join('\n')}
<style>body { font: 16px sans-serif; margin: 24px; } ${style}</style></head>
<body><h1>${title}</h1>
${body}
${scripts.map((path) => `<script src="/lib/${path}"></script>`).join('\n')}
<script>${script}</script>
</body></html>`;
}

/** The page of a class whose `script` is a module that imports packages by their names: it is bundled when it is served. */
export function modulePageOf({ title, styles = [], style = '', body = '<div id="root"></div>' }) {
  return pageOf({ title, styles, style, body: `${body}\n<script type="module" src="script.js"></script>` });
}

export const click = (role, name, more = {}) => ({ act: 'click', role, name, ...more });
export const doubleClick = (role, name, more = {}) => ({ act: 'double_click', role, name, ...more });
export const rightClick = (role, name, more = {}) => ({ act: 'right_click', role, name, ...more });
export const hover = (role, name, more = {}) => ({ act: 'hover', role, name, ...more });
/** What stands in a field is replaced; without a field the text goes to where the focus is. */
export const type = (role, name, text, more = {}) => ({ act: 'type', role, name, text, ...more });
export const typeOn = (text) => ({ act: 'type', text });
export const press = (keys) => ({ act: 'press', keys });
export const select = (role, name, option, more = {}) => ({ act: 'select', role, name, option, ...more });
export const set = (role, name, value, more = {}) => ({ act: 'set', role, name, value, ...more });
/** `name` undefined: the page, or the one area that scrolls. */
export const scroll = (by, name) => ({ act: 'scroll', name, by });
export const drag = (from, to) => ({ act: 'drag', from, to });
export const thing = (role, name, more = {}) => ({ role, name, ...more });
export const upload = (role, name, file, more = {}) => ({ act: 'upload', role, name, file, ...more });
export const read = (text) => ({ act: 'read', text });
/** Answers the browser's own alert, confirm or prompt. */
export const answer = (accept, text) => ({ act: 'answer', accept, text });
export const back = { act: 'back' };
/** Goes on in the window of that title. */
export const inWindow = (name) => ({ act: 'window', name });
/** What a downloaded file says. */
export const readFile = (file, text) => ({ act: 'read_file', file, text });
