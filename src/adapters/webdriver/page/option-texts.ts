// What the options of a list are called. Two that read the same are told apart.
import { tidy } from './dom.js';

const longestOption = 500;

/** Each as it is listed: by what it reads, where several read the same with its group, and where they still do with its place among them. */
export function optionTexts(select: HTMLSelectElement): ReadonlyMap<HTMLOptionElement, string> {
  const listed = [...select.options].filter((option) => !option.hidden);
  const labels = apart(
    listed.map((option) => [option, labelOf(option)]),
    groupedLabelOf,
  );
  const places = new Map<string, number>();
  return new Map(
    apart(labels, (_, label) => {
      const place = (places.get(label) ?? 0) + 1;
      places.set(label, place);
      return `${label} (${place})`;
    }),
  );
}

type Named = readonly [HTMLOptionElement, string];

/** Those that are named like another get another name. */
function apart(named: readonly Named[], nameOf: (option: HTMLOptionElement, name: string) => string): readonly Named[] {
  const counts = new Map<string, number>();
  for (const [, name] of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  return named.map(([option, name]) => [option, (counts.get(name) ?? 0) > 1 ? nameOf(option, name) : name]);
}

function labelOf(option: HTMLOptionElement): string {
  return tidy(option.label, longestOption);
}

function groupedLabelOf(option: HTMLOptionElement, name: string): string {
  const group = groupOf(option);
  return group ? `${tidy(group.label, longestOption)}: ${name}` : name;
}

export function groupOf({ parentElement: parent }: HTMLOptionElement): HTMLOptGroupElement | undefined {
  return parent?.localName === 'optgroup' ? (parent as HTMLOptGroupElement) : undefined;
}

/** What a person reads counts before what the page calls it. */
export function optionsNamed(options: readonly Named[], value: string): readonly Named[] {
  const wanted = tidy(value, longestOption);
  const ways: readonly ((named: Named) => boolean)[] = [
    ([, text]) => text === wanted,
    ([option]) => labelOf(option) === wanted,
    ([option]) => option.value === value,
    ([, text]) => text.toLowerCase() === wanted.toLowerCase(),
  ];
  return ways.map((isIt) => options.filter(isIt)).find(({ length }) => length > 0) ?? [];
}
