import { visibleLine, visibleText } from '../../domain/text/visible-text.js';

/** Text of a page, a model or a person: shown as text whatever it contains, in its own direction. */
export function Said({ text, line = false }: { readonly text: string; readonly line?: boolean }) {
  return (
    <span class="said" dir="auto">
      {line ? visibleLine(text) : visibleText(text)}
    </span>
  );
}
