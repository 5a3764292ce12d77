/** An element of the static page, so it exists. */
export function present<E extends Element = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}

type Child = Node | string | undefined | readonly Child[];

/** Strings become text nodes, whatever they contain. */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...flat(children));
  return made;
}

function flat(children: readonly Child[]): readonly (Node | string)[] {
  return children.flatMap((child) =>
    child === undefined ? [] : child instanceof Node || typeof child === 'string' ? [child] : flat(child),
  );
}

export function button(
  attributes: Readonly<Record<string, string>>,
  onClick: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', onClick);
  return made;
}
