/** A field of its own: a node or a window may be called `constructor`, which every object inherits. */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The fields that have a value. Spread over defaults, a field that is `undefined` would erase one of them. */
export function defined<const T extends object>(fields: T | undefined): Defined<T> {
  const kept: Partial<T> = { ...fields };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept as Defined<T>;
}

type Defined<T> = T extends unknown
  ? { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
      readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
    }
  : never;

/** Groups the things by key, keeping their order. */
export function grouped<K, T>(things: readonly T[], keyOf: (thing: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
