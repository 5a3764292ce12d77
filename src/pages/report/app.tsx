/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The report of a run. One state says what is shown; the address (`#step-app-1-3`) keeps the current step.
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { ReportPageData } from '../../domain/report/page-data.js';
import type { CardFlag, ReportCheck } from '../../domain/report/report.schema.js';
import { noFilter, passes, type Filter } from '../components/filter-bar.js';
import { Pictures, type PictureSource, type PictureView } from '../components/pictures.js';
import { Badge, Said, toneOf } from '../components/texts.js';
import { moment } from '../words.js';
import { Head } from './head.js';
import { Holds, People } from './people.js';
import { Recovery, Steps } from './steps.js';

const playMs = 1_600;
/** After that long, the picture after is shown. */
const turnMs = 700;

export function ReportApp({ data }: { readonly data: ReportPageData }) {
  const { report, summary } = data;
  const { run, engine, head, cards, asks, holds, checks, missing, made } = report;
  const [filter, setFilter] = useState<Filter>(noFilter);
  const [current, setCurrent] = useState<string | undefined>(decodedHash());
  const [isPlaying, setPlaying] = useState(false);
  const [shown, setShown] = useState<Readonly<Record<string, number>>>({});
  const isComplete = useComplete();
  // Again once all pictures are there.
  const pictures = useMemo(() => pagePictures(data.pictures), [data, isComplete]);
  const textOf = useCallback((ref: string) => textFrom(data, ref), [data]);
  const found = useMemo(() => cards.filter((card) => passes(filter, card)), [cards, filter]);
  const show = useCallback((id: string, value: number) => setShown((all) => ({ ...all, [id]: value })), []);

  const go = useCallback(
    (by: number) => {
      const place = found.findIndex(({ id }) => id === current);
      const next = found[Math.min(found.length - 1, Math.max(0, place < 0 ? 0 : place + by))];
      if (!next) return;
      setCurrent(next.id);
      history.replaceState(null, '', `#${encodeURIComponent(next.id)}`);
      document.getElementById(next.id)?.scrollIntoView({ block: 'nearest' });
    },
    [found, current],
  );
  useEffect(() => {
    const follow = (): void => setCurrent(decodedHash());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    const id = decodedHash();
    if (id) document.getElementById(id)?.scrollIntoView();
  }, [isComplete]);
  useKeys({ go, filter, setFilter, setPlaying });
  usePlaying({ isPlaying, setPlaying, current, go, show, isLast: found.at(-1)?.id === current });

  return (
    <Pictures.Provider value={pictures}>
      <main class="report">
        <Head run={run} engine={engine} head={head} summary={summary} />
        {missing.length > 0 && (
          <section class="card missing" aria-label="Not known">
            <ul>
              {missing.map((line, index) => (
                <li key={index}>
                  <Said text={line} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <Recovery report={report} />
        <People asks={asks} />
        <Holds holds={holds} />
        <Checks checks={checks} />
        <Steps
          {...{ cards, found, filter, current, isPlaying, textOf }}
          onFilter={setFilter}
          onPlay={() => setPlaying((on) => !on)}
          shownOf={(id) => shown[id] ?? 0}
          onShow={show}
        />
        <footer class="quiet small">Made by steadyhand, {moment(made)}. All times are UTC.</footer>
      </main>
    </Pictures.Provider>
  );
}

function decodedHash(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether everything that follows the script is there. */
function useComplete(): boolean {
  const [isComplete, setComplete] = useState(document.readyState !== 'loading');
  useEffect(() => {
    if (isComplete) return;
    const done = (): void => setComplete(true);
    // Effects run after a paint: the rest may have come meanwhile.
    if (document.readyState !== 'loading') return done();
    document.addEventListener('DOMContentLoaded', done);
    return () => document.removeEventListener('DOMContentLoaded', done);
  }, [isComplete]);
  return isComplete;
}

function textFrom({ texts, sayings }: ReportPageData, ref: string): string | undefined {
  const said = Object.hasOwn(texts, ref) ? texts[ref] : undefined;
  return said?.map(([who, place]) => `${who === '' ? '' : `── ${who} ──\n`}${sayings[place] ?? ''}`).join('\n\n');
}

interface Handled {
  readonly go: (by: number) => void;
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  readonly setPlaying: (change: (on: boolean) => boolean) => void;
}

const flagKeys: Readonly<Record<string, CardFlag>> = { f: 'failed', a: 'asked', r: 'recovered', h: 'by-hand' };

function useKeys({ go, filter, setFilter, setPlaying }: Handled): void {
  // With the first view: a key that is pressed as soon as it is painted counts.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const at = event.target instanceof Element ? event.target : document.body;
      const isTyping = at.matches('input,textarea,select');
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const flag = flagKeys[event.key];
      if (event.key === 'Escape') {
        setFilter(noFilter);
        if (at instanceof HTMLElement) at.blur();
      } else if (isTyping) return;
      else if (event.key === 'ArrowRight') go(1);
      else if (event.key === 'ArrowLeft') go(-1);
      else if (event.key === ' ' && !at.matches('button,a,summary,[tabindex="0"]')) setPlaying((on) => !on);
      else if (event.key === '/') document.getElementById('search')?.focus();
      else if (flag)
        setFilter({ ...filter, flags: filter.flags.includes(flag) ? filter.flags.filter((one) => one !== flag) : [...filter.flags, flag] });
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go, filter, setFilter, setPlaying]);
}

interface Playing {
  readonly isPlaying: boolean;
  readonly setPlaying: (on: boolean) => void;
  readonly current: string | undefined;
  readonly go: (by: number) => void;
  readonly show: (id: string, shown: number) => void;
  readonly isLast: boolean;
}

/** Shows the picture before, then the one after, then goes on. */
function usePlaying({ isPlaying, setPlaying, current, go, show, isLast }: Playing): void {
  useEffect(() => {
    if (!isPlaying) return;
    if (current) show(current, 0);
    const turn = setTimeout(() => current && show(current, 100), current ? turnMs : 0);
    const next = setTimeout(() => (isLast ? setPlaying(false) : go(1)), current ? playMs : 0);
    return () => {
      clearTimeout(turn);
      clearTimeout(next);
    };
  }, [isPlaying, current, isLast, go, show, setPlaying]);
}

function Checks({ checks }: { readonly checks: readonly ReportCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      <ul class="card checks">
        {checks.map(({ node, name, verdict, reason, card }, index) => (
          <li key={index}>
            <Badge tone={toneOf(verdict)}>{verdict}</Badge>{' '}
            {card === undefined ? (
              <Said text={node} line />
            ) : (
              <a href={`#${card}`}>
                <Said text={node} line />
              </a>
            )}
            : <Said text={name} line />
            {reason !== '' && (
              <span class="effect">
                <Said text={reason} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/// <reference lib="dom" />
// The pictures inside the page, as components take them. They come after the script: those that are not there yet are asked for again once the page is complete.

function pagePictures(packed: ReportPageData['pictures']): PictureSource {
  const made = new Map<string, PictureView>();
  return (ref) => {
    const known = made.get(ref);
    if (known) return known;
    const picture = Object.hasOwn(packed, ref) ? packed[ref] : undefined;
    if (!picture) return undefined;
    const { width, height } = picture;
    const layers = picture.layers.flatMap(({ image, ...box }) => {
      const base64 = document.getElementById(`p${image}`)?.textContent;
      return base64 ? [{ ...box, src: `data:image/webp;base64,${base64}` }] : [];
    });
    const view = { width, height, layers };
    if (layers.length === picture.layers.length) made.set(ref, view);
    return view;
  };
}
