import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface FoldProps {
  readonly summary: ComponentChildren;
  /** Made when it is unfolded first: it may be long. */
  readonly children: () => ComponentChildren;
}

export function Fold({ summary, children }: FoldProps) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details class="fold" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{summary}</summary>
      {isOpened && <div class="folded">{children()}</div>}
    </details>
  );
}
