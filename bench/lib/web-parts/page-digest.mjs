// What a page shows and holds, read without any eyes of ours: by a script of WebDriver in the page's own world, and by the driver's own picture.
import sharp from 'sharp';

const tile = 16;
/** Of 255, in one channel. */
const noticeable = 24;
/** Of a tile: fewer are smoothing. */
const mostPixels = 3;
/** px: a text cursor blinks. */
const caretWidth = 3;

/** @returns undefined while the page answers nothing (a dialog, a hung script). */
export async function digestOf(plain) {
  try {
    const page = await plain.executeScript(`return (${readPage.toString()})()`, []);
    const { data, info } = await sharp(Buffer.from(await plain.takeScreenshot(), 'base64'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { ...page, pixels: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

/** Numbers of tiles that show something else, row by row. */
export function changedTiles(one, other) {
  const across = Math.ceil(one.width / tile);
  if (one.width !== other.width || one.height !== other.height) return new Set([0]);
  const counts = new Map();
  const columns = [Infinity, -Infinity];
  for (let at = 0; at < one.pixels.length; at += 3) {
    const differs = [0, 1, 2].some((channel) => Math.abs(one.pixels[at + channel] - other.pixels[at + channel]) > noticeable);
    if (!differs) continue;
    const [x, y] = [(at / 3) % one.width, Math.floor(at / 3 / one.width)];
    const key = Math.floor(y / tile) * across + Math.floor(x / tile);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    columns[0] = Math.min(columns[0], x);
    columns[1] = Math.max(columns[1], x);
  }
  if (columns[1] - columns[0] < caretWidth) return new Set();
  return new Set([...counts].flatMap(([key, count]) => (count > mostPixels ? [key] : [])));
}

/** Each of them with those around it. */
export function widened(tiles, { width }) {
  const across = Math.ceil(width / tile);
  return new Set([...tiles].flatMap((at) => [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => at + row * across + column))));
}

/** The box around tiles, px. */
export function boxOf(tiles, { width }) {
  const across = Math.ceil(width / tile);
  const [xs, ys] = [[...tiles].map((at) => (at % across) * tile), [...tiles].map((at) => Math.floor(at / across) * tile)];
  return `${Math.min(...xs)},${Math.min(...ys)}–${Math.max(...xs) + tile},${Math.max(...ys) + tile}`;
}

/** What `holds` has of a page that is not the same in the other, as `place: value`. */
export function changedState(one, other) {
  const were = new Set(one.holds);
  return other.holds.filter((each) => !were.has(each));
}

/** Runs in the page: open shadow roots and frames of its own origin are read, too. */
function readPage() {
  const [elementNode, textNode] = [1, 3];
  const [texts, holds, structure] = [[], [], []];
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const visit = (node, place) => {
    if (node.nodeType === textNode) {
      const text = node.data.trim();
      if (text !== '' && node.parentElement && isShown(node.parentElement)) texts.push(text);
      return;
    }
    if (node.nodeType === elementNode) {
      if (['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE'].includes(node.tagName)) return;
      structure.push(node.tagName, ...[...node.attributes].map(({ name, value }) => `${name}=${value}`));
      const held = (what) => isShown(node) && holds.push(`${place}: ${what}`);
      if ('value' in node && typeof node.value === 'string' && node.tagName !== 'LI') held(`value ${node.value}`);
      if ('checked' in node) held(`checked ${node.checked}`);
      if (node.tagName === 'SELECT') held(`selected ${[...node.selectedOptions].map((option) => option.text).join('|')}`);
      if (node.scrollTop || node.scrollLeft) held(`scrolled ${node.scrollLeft} ${node.scrollTop}`);
      if (node.tagName === 'CANVAS') {
        try {
          held(`drawn ${node.toDataURL().slice(-200)} ${node.toDataURL().length}`);
        } catch {
          held('drawn by others');
        }
      }
      if (node.shadowRoot) visit(node.shadowRoot, `${place}/#`);
      if (node.tagName === 'IFRAME') {
        try {
          visit(node.contentDocument, `${place}/frame`);
        } catch {
          structure.push('foreign');
        }
      }
    }
    let at = 0;
    for (const child of node.childNodes) visit(child, `${place}/${child.nodeName.toLowerCase()}${(at += 1)}`);
  };
  visit(document, '');
  let focus = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  return { texts: texts.join('\n'), holds, structure: structure.join(' '), focus: focus?.tagName, address: document.location.href };
}

/** `null`: there is none. What a field of the page has in it, as the page itself says: what stands in the middle of the box, or has the focus. */
export async function heldAt(plain, { x, y, width, height }) {
  return plain
    .executeScript(`return (${readField.toString()})(arguments[0], arguments[1])`, [x + width / 2, y + height / 2])
    .catch(() => null);
}

function readField(x, y) {
  const deepest = (next, first) => {
    let [at, inner] = [first, next(first)];
    for (; inner && inner !== at; inner = next(at)) at = inner;
    return at;
  };
  const isField = (element) => element && ('value' in element || element.isContentEditable) && !['LI', 'BUTTON'].includes(element.tagName);
  const focused = deepest((at) => at.shadowRoot?.activeElement ?? undefined, document.activeElement);
  const under = deepest((at) => at.shadowRoot?.elementFromPoint(x, y) ?? undefined, document.elementFromPoint(x, y) ?? document.body);
  const field = [under, under.closest('label')?.control, focused].find(isField);
  if (!field) return null;
  if (field.tagName === 'SELECT') return [...field.selectedOptions].map((option) => option.text.trim()).join('|');
  return 'value' in field ? String(field.value) : field.innerText;
}
