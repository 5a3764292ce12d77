// Pointer and keys on the picture become actions.
//
// fingers-1. A click waits until it is clear whether it is a double one: the page gets one action, and no click too many.
// fingers-2. Characters are gathered until a pause, and go as one text; whatever else is done sends them before.
// fingers-3. Escape goes to the page; a second one soon after leaves the picture. Tab goes to the page, too.
import { useEffect, useRef } from 'preact/hooks';
import type { Point } from '../../domain/ui/geometry.js';
import { pointOnPicture, pressedKey } from '../../domain/take-over/picture-input.js';
import type { PersonLook } from '../../domain/take-over/person-act.js';
import type { Meant } from './hold-acts.js';

/** What the first button, or a finger, does. */
export type Press = 'left' | 'double' | 'right';

interface FingersOf {
  readonly picture: { readonly current: HTMLDivElement | null };
  readonly look: PersonLook;
  readonly press: Press;
  readonly canType: boolean;
  readonly send: (action: Meant) => void;
}

/** ms */
const secondClickMs = 280;
const pauseMs = 350;
const secondEscapeMs = 900;
const scrollsMs = 150;
/** px on this screen, for a hand that shakes. */
const dragsFrom = 5;

export function useFingers(of: FingersOf) {
  const now = useRef(of);
  now.current = of;
  const fingers = useRef<ReturnType<typeof createFingers> | undefined>(undefined);
  fingers.current ??= createFingers(() => now.current);
  const { scrolled, left, ...on } = fingers.current;
  useEffect(() => {
    // Not passive, so that the console's own page stays where it is.
    const picture = of.picture.current;
    picture?.addEventListener('wheel', scrolled, { passive: false });
    return () => {
      picture?.removeEventListener('wheel', scrolled);
      left();
    };
  }, []);
  return on;
}

function createFingers(now: () => FingersOf) {
  const typing = createTyping(now);
  const clicks = createClicks((action) => {
    typing.send();
    now().send(action);
  });
  let from: { readonly at: Point; readonly x: number; readonly y: number; readonly button: number } | undefined;
  let scroll: { readonly at: Point; deltaX: number; deltaY: number } | undefined;
  let escapedAt = -secondEscapeMs;

  const pointOf = ({ clientX: x, clientY: y }: MouseEvent): Point | undefined => {
    const { picture, look } = now();
    return picture.current ? pointOnPicture(look, picture.current.getBoundingClientRect(), { x, y }) : undefined;
  };
  const scrollOn = (): void => {
    if (scroll) now().send({ type: 'wheel', ...scroll });
    scroll = undefined;
  };
  return {
    onPointerDown(event: PointerEvent): void {
      const at = pointOf(event);
      if (!at || !event.isPrimary) return;
      from = { at, x: event.clientX, y: event.clientY, button: event.button };
      if (event.pointerType === 'mouse') now().picture.current?.setPointerCapture(event.pointerId);
    },
    onPointerUp(event: PointerEvent): void {
      const [began, at] = [from, pointOf(event)];
      from = undefined;
      if (!began || !at || began.button > 2) return;
      const button = began.button === 2 ? 'right' : began.button === 1 ? 'middle' : 'left';
      const isDrag = Math.hypot(event.clientX - began.x, event.clientY - began.y) >= dragsFrom;
      const { press } = now();
      if (isDrag) clicks.now({ type: 'drag', from: began.at, to: at, button: button === 'left' ? undefined : button });
      else if (button !== 'left') clicks.now({ type: 'click', at, button });
      else if (press === 'right') clicks.now({ type: 'click', at, button: 'right' });
      else if (press === 'double') clicks.now({ type: 'click', at, count: 2 });
      else clicks.soon(at);
    },
    onPointerCancel(): void {
      from = undefined;
    },
    onContextMenu: (event: Event): void => event.preventDefault(),
    onKeyDown(event: KeyboardEvent): void {
      if (event.isComposing) return;
      const { key, ctrlKey, altKey, shiftKey, metaKey } = event;
      if (key === 'Escape' && performance.now() - escapedAt < secondEscapeMs) {
        event.preventDefault();
        return document.getElementById('hold-note')?.focus();
      }
      escapedAt = key === 'Escape' ? performance.now() : -secondEscapeMs;
      const pressed = pressedKey({ key, ctrlKey, altKey, shiftKey, metaKey, isAltGraph: event.getModifierState('AltGraph') });
      if (pressed.type === 'none') return;
      event.preventDefault();
      event.stopPropagation();
      clicks.settle();
      if (pressed.type === 'text') return typing.add(pressed.text);
      typing.send();
      now().send(pressed);
    },
    onPaste(event: ClipboardEvent): void {
      const text = event.clipboardData?.getData('text') ?? '';
      event.preventDefault();
      clicks.settle();
      typing.add(text);
      typing.send();
    },
    onBlur: (): void => typing.send(),
    scrolled(event: WheelEvent): void {
      const at = pointOf(event);
      // Who has not gone into the picture scrolls past it.
      if (!at || document.activeElement !== now().picture.current) return;
      event.preventDefault();
      const step = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40;
      if (!scroll) setTimeout(scrollOn, scrollsMs);
      scroll = { at, deltaX: (scroll?.deltaX ?? 0) + event.deltaX * step, deltaY: (scroll?.deltaY ?? 0) + event.deltaY * step };
    },
    left(): void {
      typing.forget();
      clicks.forget();
    },
  };
}

/** fingers-1 */
function createClicks(send: (action: Meant) => void) {
  let waiting: { readonly at: Point; count: 1 | 2 | 3 } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    const click = waiting;
    waiting = undefined;
    if (click) send({ type: 'click', at: click.at, count: click.count > 1 ? click.count : undefined });
  };
  return {
    soon(at: Point): void {
      const isNear = waiting && Math.hypot(at.x - waiting.at.x, at.y - waiting.at.y) < 12;
      if (waiting && isNear) waiting.count = waiting.count === 1 ? 2 : 3;
      else {
        settle();
        waiting = { at, count: 1 };
      }
      clearTimeout(timer);
      timer = setTimeout(settle, secondClickMs);
    },
    now(action: Meant): void {
      settle();
      send(action);
    },
    settle,
    forget(): void {
      clearTimeout(timer);
      waiting = undefined;
    },
  };
}

/** fingers-2 */
function createTyping(now: () => FingersOf) {
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    clearTimeout(timer);
    const typed = text;
    text = '';
    if (typed !== '') now().send({ type: 'text', text: typed });
  };
  return {
    add(more: string): void {
      if (!now().canType) return;
      text += more;
      clearTimeout(timer);
      timer = setTimeout(send, pauseMs);
    },
    send,
    forget(): void {
      clearTimeout(timer);
      text = '';
    },
  };
}
