import type { ComponentChildren } from 'preact';

/** A number of a head, in a list of those (`dl.numbers`). */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
