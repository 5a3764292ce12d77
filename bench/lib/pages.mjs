/**
 * A page of `count` elements, of which one in four is a control, as in the admin template of the part `prompt` (there it is one in three to one in
 * eight): rows of a field, cells of text, a link and a button.
 */
export function pageOf(count) {
  const rows = Array.from({ length: Math.floor(count / elementsOfRow) }, (_, index) => row(index + 1)).join('');
  const rest = Array.from({ length: count % elementsOfRow }, (_, index) => `<p>Note ${index + 1}</p>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${count} elements</title><style>${style}</style></head><body>${rows}${rest}<output id="count">0</output></body></html>`;
}

const elementsOfRow = 12;

function row(id) {
  const cells = [`Article ${1_000 + id}`, `${id % 17} in stock`, `Shelf ${(id * 7) % 90}`]
    .map((text) => `<div><span>${text}</span></div>`)
    .join('');
  return (
    `<div class="row"><div><label for="f${id}">Quantity of ${id}</label><input id="f${id}" value="${id}"></div>${cells}` +
    `<a href="#article-${id}">Details of ${id}</a><button type="button">Add ${id}</button></div>`
  );
}

const style =
  'body { font: 14px sans-serif; margin: 8px } .row { display: flex; gap: 12px; padding: 4px; border-bottom: 1px solid #ddd } .row > * { flex: 1 }';
