// What runs looked for on screens and did or did not find, read from what each of them saw (graph-7).
import { isMove, type Verb } from '../../domain/explorer/actions.js';
import { grouped } from '../../domain/collections.js';
import type { RunSights, Way } from '../../domain/explorer/run-diff.js';
import { keysIn } from './graph-entries.js';

interface Sight {
  readonly run: string;
  readonly screen: string;
  readonly seen: string;
  readonly steady: string;
  readonly tried: string;
}

interface Known {
  readonly screen: string;
  readonly key: string;
  readonly verb: string;
  readonly revealed_by: string | null;
  /** Of a link; empty: none that is known. */
  readonly address: string;
}

/** By run. `screens`: what stands at an address. */
export function comparedSights(
  sights: readonly Sight[],
  actions: readonly Known[],
  screens: ReadonlyMap<string, string>,
): ReadonlyMap<string, RunSights> {
  const actionsOf = grouped(
    actions.filter(({ verb }) => !isMove(verb as Verb)),
    ({ screen }) => screen,
  );
  const all = sights.map(({ run, screen, ...sight }) => {
    const [seen, steady, tried] = [sight.seen, sight.steady, sight.tried].map((text) => new Set(keysIn(text)));
    const known = actionsOf.get(screen) ?? [];
    const isMissed = ({ key, revealed_by: by }: Known): boolean => !seen?.has(key) && (by === null || tried?.has(by) === true);
    return { run, screen, seen, steady, tried, known, missed: known.filter(isMissed).map(({ key }) => key) };
  });
  const contested = new Set(all.flatMap(({ screen, missed }) => missed.map((key) => `${screen} ${key}`)));
  return new Map(
    [...grouped(all, ({ run }) => run)].map(([run, own]) => {
      const missed = own.flatMap(({ screen, missed: keys }) => keys.map((action): Way => ({ from: screen, action })));
      const found = (which: (action: Known, sight: (typeof own)[number]) => boolean): readonly Way[] =>
        own.flatMap((sight) =>
          sight.known
            .filter((action) => contested.has(`${sight.screen} ${action.key}`) && sight.seen?.has(action.key) && which(action, sight))
            .map(({ key }) => ({ from: sight.screen, action: key })),
        );
      const isSteady = ({ key, revealed_by: by }: Known, { steady }: (typeof own)[number]): boolean =>
        by !== null || steady?.has(key) === true;
      return [run, { missed, steady: found(isSteady), passing: found((...of) => !isSteady(...of)), linked: linkedBy(own) }];
    }),
  );

  /** Links to an address that were tried say themselves where it leads. */
  function linkedBy(own: readonly (typeof all)[number][]): readonly string[] {
    const links = own.flatMap(({ known, seen, tried }) =>
      known
        .filter(({ key, address }) => address !== '' && seen?.has(key))
        .map(({ key, address }) => ({ address, isTried: tried?.has(key) === true })),
    );
    const tried = new Set(links.filter(({ isTried }) => isTried).map(({ address }) => address));
    const visited = new Set(own.map(({ screen }) => screen));
    const found = links.filter(({ address }) => !tried.has(address)).flatMap(({ address }) => screens.get(address) ?? []);
    return [...new Set(found)].filter((screen) => !visited.has(screen));
  }
}
