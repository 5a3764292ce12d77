// A page of orders, and what time does to it: order, ids, classes, size, language, what comes and goes. It keeps a list of what was done on it.

const orders = [
  ['Blue mug', 'Ada', 12],
  ['Green tea', 'Bob', 4.5],
  ['Red lamp', 'Cleo', 80],
  ['Walking shoes', 'Dan', 119.9],
];
const wanted = 'Green tea';

/** `kind`: of the whole page, so that another one of the same form has other orders, or the same for another shop. */
export function driftPage({
  rows = (list) => list,
  save = 'Save',
  shop = 'North shop',
  ids = '',
  classes = 'c',
  banner = '',
  style = '',
  wraps = 0,
  head = '',
} = {}) {
  const list = rows(orders);
  const row = ([what, who, price], at) => `<tr class="${classes}-row" id="row-${ids}${at}">
    <td>${what}</td><td>${who}</td><td class="price" data-price="${price}"></td>
    <td><button class="${classes}-b" onclick="did('ship', '${what}')">Ship</button></td>
    <td><button class="${classes}-b" onclick="did('delete', '${what}')">Delete</button></td></tr>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Orders</title>${head}
    <style>body { font: 16px sans-serif; margin: 8px } table { border-collapse: collapse } td { padding: 6px }
      @media (max-width: 600px) { tr, td { display: block } tr { border-top: 1px solid } } ${style}</style></head>
    <body>${banner}${'<div>'.repeat(wraps)}<main class="${classes}">
    <h1>${shop}</h1>
    <form onsubmit="return false" class="${classes}-form">
      <p><label for="note${ids}">Note</label> <input id="note${ids}" class="${classes}-i"></p>
      <p><label for="email${ids}">E-mail</label> <input id="email${ids}" class="${classes}-i" type="email"></p>
      <button type="button" id="save${ids}" class="${classes}-b" onclick="did('${save.toLowerCase()}', noteText() + '|' + mailText())">${save}</button>
      <button type="button" class="${classes}-b" onclick="did('discard', '')">Discard</button>
    </form>
    <h2>Open orders</h2><table><tbody>${list.map(row).join('')}</tbody></table>
    <p role="status" id="status"></p>
    </main>${'</div>'.repeat(wraps)}
    <script>
      window.done = [];
      const inputs = () => [...document.querySelectorAll('form input')];
      const noteText = () => inputs()[0].value;
      const mailText = () => inputs()[1].value;
      function did(what, to) { window.done.push(what + ' ' + to); document.getElementById('status').textContent = what === 'save' ? 'Saved' : ''; }
      for (const cell of document.querySelectorAll('.price')) cell.textContent = Number(cell.dataset.price).toLocaleString(navigator.language, { style: 'currency', currency: 'EUR' });
    </script></body></html>`;
}

const named = (role, name) => (controls) => controls.find((control) => control.visible && control.role === role && control.name === name);

export const driftSteps = [
  { deed: { type: 'SetText', text: 'leave at the door', clear: true }, pick: named('textbox', 'Note') },
  {
    deed: { type: 'Click', button: 'Left', click_count: 1 },
    pick: (controls) =>
      controls.slice(controls.findIndex(({ name }) => name === wanted)).find(({ role, name }) => role === 'button' && name === 'Ship'),
    rowTexts: [wanted],
  },
  { deed: { type: 'Click', button: 'Left', click_count: 1 }, pick: named('button', 'Save') },
  { texts: ['Saved'] },
];

const expected = [`ship ${wanted}`, 'save leave at the door|'];

/** `right`, `open`, or `wrong` with what. */
export async function judgeDrift(page) {
  const done = await page.evaluate(() => window.done ?? []);
  const wrong = done.filter((each) => !expected.includes(each));
  if (wrong.length > 0) return { state: 'wrong', what: wrong.join(', ') };
  return { state: done.join() === expected.join() ? 'right' : 'open', what: done.join(', ') };
}

const cookies = (button, more = '') =>
  `<div style="background: #eee; padding: 8px; ${more}"><p>We use cookies.</p> <button onclick="did('cookies', '')">${button}</button></div>`;

/** `mustHalt`: what was recorded is not there, or nobody could say which one it is. `screen`: width and height in pixels of style, device pixel ratio. */
export const drifts = [
  ...[50, 75, 125, 150, 200].map((zoom) => ({ group: 'zoom', name: `${zoom} % of the browser`, screen: zoomed(zoom / 100) })),
  ...[50, 75, 125, 150, 200].map((zoom) => ({ group: 'zoom', name: `${zoom} % of the page`, page: { style: `html { zoom: ${zoom}% }` } })),
  ...[1, 2, 3].map((ratio) => ({ group: 'pixel ratio', name: String(ratio), screen: { ratio } })),
  ...['serif', 'monospace', 'cursive', 'fantasy', 'system-ui'].map((font) => ({
    group: 'fonts',
    name: font,
    page: { style: `body, button, input { font-family: ${font} }` },
  })),
  ...['fr-FR', 'de-DE', 'ja-JP'].map((locale) => ({ group: 'languages', name: locale, locale })),
  ...[360, 600, 768, 1280, 1920].map((width) => ({ group: 'window', name: `${width} px`, screen: { width } })),
  { group: 'order', name: 'reversed', page: { rows: (list) => [...list].reverse() } },
  { group: 'order', name: 'the wanted one last', page: { rows: ([one, two, ...rest]) => [one, ...rest, two] } },
  { group: 'order', name: 'four more before', page: { rows: (list) => [...more(), ...list] } },
  { group: 'ids', name: 'renewed', page: { ids: '-7f3a' } },
  { group: 'ids', name: 'numbered', page: { ids: '93' } },
  { group: 'classes', name: 'renamed', page: { classes: 'css-1x9f' } },
  { group: 'classes', name: 'and wrapped twice', page: { classes: 'x', wraps: 2 } },
  { group: 'in front', name: 'a notice', page: { banner: cookies('Accept') } },
  { group: 'in front', name: 'a notice with a "Save"', page: { banner: cookies('Save') } },
  { group: 'in front', name: 'a notice at the bottom', page: { banner: cookies('Accept', 'position: fixed; bottom: 0; width: 100%') } },
  {
    group: 'in front',
    name: 'a dialog',
    mustHalt: true,
    page: { banner: `<dialog id="d"><p>News!</p><button>Close</button></dialog>`, style: '', head: showsDialog() },
  },
  { group: 'row removed', name: 'alone', mustHalt: true, page: { rows: (list) => list.filter(([what]) => what !== wanted) } },
  { group: 'row removed', name: 'all but one', mustHalt: true, page: { rows: (list) => list.slice(0, 1) } },
  { group: 'rows alike', name: 'twice', mustHalt: true, page: { rows: (list) => [...list, list[1]] } },
  { group: 'rows alike', name: 'for another person', mustHalt: true, page: { rows: (list) => [[wanted, 'Eve', 7], ...list] } },
  { group: 'renamed', name: '"Delete" where "Save" was', mustHalt: true, page: { save: 'Delete' } },
  { group: 'renamed', name: '"Send" where "Save" was', mustHalt: true, page: { save: 'Send' } },
  { group: 'another page', name: 'of the same form', mustHalt: true, path: '/shops/south', page: { shop: 'South shop' } },
];

/** A browser that is zoomed shows fewer and larger pixels of style. */
function zoomed(ratio) {
  return { width: Math.round(1_280 / ratio), height: Math.round(800 / ratio), ratio };
}

function more() {
  return ['Paper', 'Pens', 'Ink', 'Glue'].map((what, at) => [what, 'Zoe', at + 1]);
}

function showsDialog() {
  return `<script>addEventListener('load', () => document.getElementById('d').showModal())</script>`;
}
