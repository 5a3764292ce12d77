// Which of the stored artifacts are removed, by age and by size.
//
// collection-1. What is in use stays, whatever else is said.
// collection-2. By age goes whatever was last stored before a time.
// collection-3. By size goes the oldest of what is left, until no more is left than was asked for, and not one more. Nothing goes that was stored lately: a
//     step in flight, or a run that has just begun, needs things that nobody can tell yet.
// collection-4. What something else holds as well (a hard link among the records of a flow) is not removed by size: that would free nothing.

export interface StoredArtifact {
  readonly ref: string;
  readonly bytes: number;
  /** When it was last stored: ms. */
  readonly at: number;
  /** Removing it frees nothing. */
  readonly isHeldElsewhere?: boolean;
}

export interface CollectionRules {
  readonly keep: ReadonlySet<string>;
  /** ms */
  readonly before?: number;
  readonly toSize?: SizeRule;
}

export interface SizeRule {
  readonly bytes: number;
  /** What was stored since stays: ms. */
  readonly before: number;
}

export interface Collection<Stored> {
  /** Oldest first. */
  readonly remove: readonly Stored[];
  readonly freed: number;
  readonly left: { readonly count: number; readonly bytes: number };
}

/** Things stored at the same time go in the order of their references, so that two hosts would choose the same. */
export function planCollection<Stored extends StoredArtifact>(
  stored: readonly Stored[],
  { keep, before, toSize }: CollectionRules,
): Collection<Stored> {
  const oldestFirst = stored.toSorted((one, other) => one.at - other.at || (one.ref < other.ref ? -1 : 1));
  const remove: Stored[] = [];
  const remaining: Stored[] = [];
  for (const each of oldestFirst) (before !== undefined && each.at < before && !keep.has(each.ref) ? remove : remaining).push(each);
  let left = bytesOf(remaining);
  if (toSize)
    for (const each of remaining) {
      if (left <= toSize.bytes) break;
      if (each.at >= toSize.before || each.isHeldElsewhere === true || keep.has(each.ref)) continue;
      remove.push(each);
      left -= each.bytes;
    }
  const freed = bytesOf(remove.filter(({ isHeldElsewhere }) => isHeldElsewhere !== true));
  return { remove, freed, left: { count: stored.length - remove.length, bytes: left } };
}

function bytesOf(stored: readonly StoredArtifact[]): number {
  return stored.reduce((sum, { bytes }) => sum + bytes, 0);
}
