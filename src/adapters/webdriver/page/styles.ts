// Computed styles. Every read of one crosses from script into the browser, and the walk, boxes and names ask for the same few properties: each is read once a look.

/** As far as it was asked for. */
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

  /** Of both axes, as far as it matters whether anything is clipped: where one is not visible, neither is the other. */
  get overflowX(): string {
    return (this.#overflow ??= this.computed.overflowX);
  }
}

let styles = new Map<Element, ElementStyle>();

/** `forgetStyles` begins the next look. */
export function styleOf(element: Element): ElementStyle {
  const known = styles.get(element);
  if (known !== undefined) return known;
  const style = new ElementStyle(viewOf(element).getComputedStyle(element));
  styles.set(element, style);
  return style;
}

/** As the DOM gives it, for what reads other properties or pseudo-elements. */
export function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  return pseudo ? viewOf(element).getComputedStyle(element, pseudo) : styleOf(element).computed;
}

function viewOf(element: Element): Window {
  return element.ownerDocument.defaultView ?? window;
}

export function forgetStyles(): void {
  styles = new Map();
}
