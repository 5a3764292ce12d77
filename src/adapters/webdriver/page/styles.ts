// Computed styles. Each read crosses from script into the browser, and the walk, boxes and names need the same few properties: each is read
// once per look.
import { windowOf } from './own.js';

/** Reads each property on first use. */
export class ElementStyle {
  readonly computed: CSSStyleDeclaration;
  #display: string | undefined;
  #position: string | undefined;
  #cursor: string | undefined;
  #overflow: string | undefined;

  constructor(computed: CSSStyleDeclaration) {
    this.computed = computed;
  }

  get display(): string {
    return (this.#display ??= this.computed.display);
  }

  get position(): string {
    return (this.#position ??= this.computed.position);
  }

  get cursor(): string {
    return (this.#cursor ??= this.computed.cursor);
  }

  /** For both axes, for the sake of clipping: when one is not `visible`, neither is the other. */
  get overflowX(): string {
    return (this.#overflow ??= this.computed.overflowX);
  }
}

let styles = new Map<Element, ElementStyle>();

/** Cached until `forgetStyles` starts the next look. */
export function styleOf(element: Element): ElementStyle {
  const known = styles.get(element);
  if (known !== undefined) return known;
  const style = new ElementStyle(windowOf(element).getComputedStyle(element));
  styles.set(element, style);
  return style;
}

/** The DOM's own object, for other properties and pseudo-elements. */
export function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  return pseudo ? windowOf(element).getComputedStyle(element, pseudo) : styleOf(element).computed;
}

export function forgetStyles(): void {
  styles = new Map();
}
