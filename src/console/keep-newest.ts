/** Puts it last, and drops the first of more than `most`: what was used longest ago. */
export function keepNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): V {
  map.delete(key);
  map.set(key, value);
  for (const [oldest] of map) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
  return value;
}
