// A series of a device's observations as a file of test data; repeated texts and paths are stored once.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Control } from '../../src/domain/ui/control.js';

export interface RecordedLook {
  /** The screen's name, as a person would call it. */
  readonly screen: string;
  readonly url: string;
  readonly controls: readonly Control[];
}

interface Recording {
  readonly words: readonly string[];
  readonly looks: readonly { readonly screen: string; readonly url: string; readonly rows: readonly (readonly number[])[] }[];
}

const fileOf = (name: string): URL => new URL(`recordings/${name}.json`, import.meta.url);

export function writeLooks(name: string, looks: readonly RecordedLook[]): void {
  const words = new Map<string, number>();
  const numberOf = (word: string): number => words.get(word) ?? words.set(word, words.size).size - 1;
  const rowOf = ({
    role,
    name: text,
    path,
    bounds: { x, y, width, height },
    visible,
    enabled,
    interactive,
  }: Control): readonly number[] => [
    ...[role, text, path].map(numberOf),
    ...[x, y, width, height],
    ...[visible, enabled, interactive].map(Number),
  ];
  const told = looks.map(({ screen, url, controls }) => ({ screen, url, rows: controls.map(rowOf) }));
  writeFileSync(
    fileOf(name),
    JSON.stringify({ words: [...words.keys()], looks: told } satisfies Recording).replace(/(\{"screen")/g, '\n$1'),
  );
}

export function readLooks(name: string): readonly RecordedLook[] {
  const { words, looks } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Recording;
  return looks.map(({ screen, url, rows }) => ({
    screen,
    url,
    controls: rows.map(([role, text, path, x, y, width, height, visible, enabled, interactive], index): Control => ({
      id: String(index),
      role: words[role ?? -1] ?? '',
      name: words[text ?? -1] ?? '',
      path: words[path ?? -1] ?? '',
      bounds: { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 },
      visible: visible === 1,
      enabled: enabled === 1,
      interactive: interactive === 1,
      source: 'tree',
    })),
  }));
}
