// The viewport of the map. The picture keeps its view box; its content is moved and scaled.
export interface Camera {
  /** Around the middle of the visible part. */
  zoom(factor: number): void;
  showAll(): void;
  /** Centres it, large enough to read, unless it is well in view. */
  reveal(part: SVGGraphicsElement | undefined): void;
  /** The current press has moved the map, so it is not a click. */
  hasMoved(): boolean;
}

const nearest = 6;
/** Factor of the whole map's size. */
const farthest = 0.6;
/** px of a card's width at which its texts are readable. */
const legible = 150;
/** px. */
const slack = 4;
const stepPx = 80;

interface Place {
  readonly x: number;
  readonly y: number;
}

export function createCamera(map: SVGSVGElement, world: Element): Camera {
  let [x, y, scale] = [0, 0, 1];

  /** px of the screen per unit of the view box. */
  const unit = (): number => map.getScreenCTM()?.a ?? 1;
  const at = (clientX: number, clientY: number): DOMPoint =>
    new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()?.inverse() ?? new DOMMatrix());

  function apply(): void {
    world.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
    map.classList.toggle('far', scale * unit() < 0.5);
  }

  function zoomAt(factor: number, point: Place): void {
    const next = Math.min(Math.max(scale * factor, farthest), nearest / unit());
    x = point.x - ((point.x - x) * next) / scale;
    y = point.y - ((point.y - y) * next) / scale;
    scale = next;
    apply();
  }

  function zoom(factor: number): void {
    const { left, top, width, height } = map.getBoundingClientRect();
    zoomAt(factor, at(left + width / 2, top + height / 2));
  }

  function pan(dx: number, dy: number): void {
    x += dx / unit();
    y += dy / unit();
    apply();
  }

  function showAll(): void {
    [x, y, scale] = [0, 0, 1];
    apply();
  }

  function reveal(part: SVGGraphicsElement | undefined): void {
    if (!part) return;
    const [box, seen] = [part.getBoundingClientRect(), map.getBoundingClientRect()];
    const isIn = box.left >= seen.left && box.right <= seen.right && box.top >= seen.top && box.bottom <= seen.bottom;
    if (isIn && box.width >= legible) return;
    if (box.width < legible) zoomAt(legible / box.width, at(box.left + box.width / 2, box.top + box.height / 2));
    const now = part.getBoundingClientRect();
    pan(seen.left + seen.width / 2 - (now.left + now.width / 2), seen.top + seen.height / 2 - (now.top + now.height / 2));
  }

  onWheel(map, (factor, event) => zoomAt(factor, at(event.clientX, event.clientY)));
  const hasMoved = onDrag(map, pan);
  onKeys(map, { zoom, pan, showAll });
  addEventListener('resize', apply);
  return { zoom, showAll, reveal, hasMoved };
}

function onWheel(map: SVGSVGElement, zoom: (factor: number, event: WheelEvent) => void): void {
  map.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event);
    },
    { passive: false },
  );
}

/** Returns whether the current press has moved the map. */
function onDrag(map: SVGSVGElement, pan: (dx: number, dy: number) => void): () => boolean {
  let held: (Place & { readonly id: number }) | undefined;
  let moved = false;
  map.addEventListener('pointerdown', ({ pointerId, clientX, clientY, button }) => {
    if (button !== 0) return;
    held = { id: pointerId, x: clientX, y: clientY };
    moved = false;
  });
  map.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (held?.id !== pointerId) return;
    const [dx, dy] = [clientX - held.x, clientY - held.y];
    if (!moved && Math.hypot(dx, dy) < slack) return;
    // Not earlier: with the pointer captured, a press would not click the card below it.
    if (!moved) map.setPointerCapture(pointerId);
    moved = true;
    map.classList.add('dragged');
    held = { id: pointerId, x: clientX, y: clientY };
    pan(dx, dy);
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    map.addEventListener(end, () => {
      held = undefined;
      map.classList.remove('dragged');
    });
  return () => moved;
}

/** Zooms from anywhere on the page, and pans when the map has the focus. */
function onKeys(
  map: SVGSVGElement,
  { zoom, pan, showAll }: Pick<Camera, 'zoom' | 'showAll'> & { readonly pan: (dx: number, dy: number) => void },
): void {
  const zooming: Readonly<Record<string, () => void>> = {
    '+': () => zoom(1.4),
    '=': () => zoom(1.4),
    '-': () => zoom(1 / 1.4),
    '0': showAll,
  };
  const panning: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pan(stepPx, 0),
    ArrowRight: () => pan(-stepPx, 0),
    ArrowUp: () => pan(0, stepPx),
    ArrowDown: () => pan(0, -stepPx),
  };
  addEventListener('keydown', (event) => {
    const doing = event.target === map ? { ...zooming, ...panning }[event.key] : zooming[event.key];
    if (!doing || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    doing();
  });
}
