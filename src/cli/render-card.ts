// A card of a run's report in the terminal.
import { clip } from '../client/text.js';
import { cardHead, cardLines, lineText, type CardLine } from '../domain/report/card-lines.js';
import type { ReportCard } from '../domain/report/report.schema.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { Colors, Terminal } from './terminal.js';

/** `pictures`: paths of its screenshots. */
export function renderCard({ colors, columns }: Terminal, card: ReportCard, pictures: readonly string[]): string {
  const width = Math.max(60, columns - 5);
  const { bold, dim } = colors;
  const { name, time, title, status, took } = cardHead(card);
  const head = [bold(name), dim(time), clip(title, width), status, ...(took === '' ? [] : [dim(took)])].filter((part) => part !== '');
  const cut = (line: CardLine): CardLine =>
    line.tone === 'recovery' ? line : { ...line, text: clip(line.text, width), came: line.came && clip(line.came, width) };
  const lines = cardLines(card).map((line) => paintOf(colors, line)(lineText(cut(line))));
  return [head.join('  '), ...[...lines, ...pictures.map(dim)].map((line) => `    ${line}`)].join('\n');
}

function paintOf({ green, red, yellow, dim }: Colors, { tone, outcome }: CardLine): (text: string) => string {
  switch (tone) {
    case 'note':
    case 'recovery':
      return yellow;
    case 'failure':
      return red;
    case 'thought':
    case 'detail':
      return dim;
    case 'text':
      return (text) => text;
    case 'action':
      return outcome === 'done'
        ? green
        : outcome === undefined || outcome === 'skipped'
          ? (text) => text
          : outcome === 'unknown'
            ? yellow
            : red;
  }
}

/** Files that a person can open: the screen before and after. */
export async function locatePictures(artifacts: ArtifactStore, { pictures: { before, after } }: ReportCard): Promise<readonly string[]> {
  const wanted = [before, after].filter((ref) => ref !== undefined);
  const paths = await Promise.all([...new Set(wanted)].map((ref) => artifacts.locate(ref as ArtifactRef).catch(() => undefined)));
  return paths.filter((path) => path !== undefined);
}

export async function printCard(
  { terminal, artifacts }: { readonly terminal: Terminal; artifacts(): ArtifactStore },
  card: ReportCard,
): Promise<void> {
  terminal.print(renderCard(terminal, card, await locatePictures(artifacts(), card)));
}
