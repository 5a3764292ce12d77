// What reacts to a press on a page, by the page's own word: which elements it listens on, itself or through jQuery and React, and what the browser
// activates. Independent of our page script.

/** Runs before any script of the page. */
export function instrument() {
  const presses = new Set(['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend', 'dragstart']);
  const heard = new WeakSet();
  const add = window.EventTarget.prototype.addEventListener;
  window.EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (presses.has(type) && this instanceof window.Element) heard.add(this);
    return add.call(this, type, ...rest);
  };
  window.benchReactions = { heard, presses: [...presses] };
}

/** Boxes in the viewport, px, of what reacts. */
export function reactions() {
  const { heard, presses } = window.benchReactions;
  const reacts = new Set();
  const native =
    '[draggable=true],a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=true],[contenteditable=""]';
  const all = [...document.querySelectorAll('body *')];
  const delegated = (element) => {
    for (const type of presses)
      for (const { selector } of window.jQuery?._data?.(element, 'events')?.[type] ?? [])
        if (selector)
          window
            .jQuery(element)
            .find(selector)
            .each((_index, each) => void reacts.add(each));
  };
  const viaLibrary = new Set();
  for (const element of [document, document.documentElement, document.body, ...all]) {
    const events = window.jQuery?._data?.(element, 'events') ?? {};
    if (presses.some((type) => events[type]?.length > 0 && events[type].every(({ selector }) => selector))) viaLibrary.add(element);
    delegated(element);
  }
  for (const element of all) {
    const props = Object.keys(element).find((key) => key.startsWith('__reactProps$'));
    const isReact = props && ['onClick', 'onMouseDown', 'onPointerDown', 'onDoubleClick'].some((name) => element[props]?.[name]);
    const isOwn = (heard.has(element) && !viaLibrary.has(element)) || presses.some((type) => element[`on${type}`]);
    if (element.matches(native) || isReact || isOwn) reacts.add(element);
  }
  const shown = (element) => {
    if (element.disabled || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return undefined;
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width < 3 || height < 3) return undefined;
    const [left, top, right, bottom] = [
      Math.max(x, 0),
      Math.max(y, 0),
      Math.min(x + width, window.innerWidth),
      Math.min(y + height, window.innerHeight),
    ];
    for (const fy of [0.5, 0.25, 0.75])
      for (const fx of [0.5, 0.25, 0.75]) {
        const hit = right > left && bottom > top && document.elementFromPoint(left + (right - left) * fx, top + (bottom - top) * fy);
        if (hit && (hit === element || element.contains(hit))) return { x, y, width, height };
      }
    return undefined;
  };
  const boxes = [];
  for (const element of reacts) {
    const box = shown(element);
    if (!box) continue;
    // It listens for what is inside it.
    if (!element.matches(native) && [...reacts].filter((other) => other !== element && element.contains(other)).length > 3) continue;
    const what = `${element.localName}${element.id ? `#${element.id}` : ''}.${String(element.getAttribute('class') ?? '').slice(0, 40)} "${(element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 30)}"`;
    boxes.push({ ...box, what });
  }
  // What a label stands in for; it is listed by its field.
  const labels = [...document.querySelectorAll('label')]
    .filter(({ control }) => control && !control.disabled)
    .flatMap((label) => shown(label) ?? []);
  const fields = [...document.querySelectorAll('label')].flatMap(({ control }) =>
    control && !control.disabled ? [control.getBoundingClientRect().toJSON()] : [],
  );
  return { targets: boxes, labels: [...labels, ...fields] };
}

/** Which of these places react when a press is sent there: the page changes, or its handler says that it has dealt with it. For what listens on behalf of others. */
export async function reactsAt(points) {
  const answers = [];
  let changes = 0;
  const observer = new window.MutationObserver((records) => (changes += records.length));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const pause = () => new Promise((done) => setTimeout(done, 40));
  for (const { x, y } of points) {
    const element = document.elementFromPoint(x, y);
    await pause();
    changes = 0;
    await pause();
    const isRestless = changes > 0;
    changes = 0;
    const options = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, view: window };
    let dealtWith = false;
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      dealtWith =
        element?.dispatchEvent(new (type.startsWith('pointer') ? window.PointerEvent : window.MouseEvent)(type, options)) === false ||
        dealtWith;
    await pause();
    answers.push(dealtWith || (!isRestless && changes > 0));
  }
  observer.disconnect();
  return answers;
}

/** How much two boxes have in common, 0 to 1. */
export function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}
