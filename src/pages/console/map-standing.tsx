// The map of an explorer, in a frame of its own: what it shows comes from foreign pages, so it has no origin and can reach nothing of the console.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExplorerStanding } from '../../client/standing.js';
import { Said } from '../components/said.js';
import { count } from '../words.js';
import { Fact } from './fact.js';
import { Problem } from './problem.js';
import { call } from './server.js';

/** Between two drawings of a map that grows, and before the last one. */
const drawAgainMs = { growing: 5_000, whole: 1_000 } as const;

export function MapStanding({ standing }: { readonly standing: ExplorerStanding }) {
  const { app, screensNew, edgesNew, steps, coveragePct, stopped } = standing;
  return (
    <>
      <header class="card run-head">
        <h1>
          <Said text={app ?? 'A map'} line />
        </h1>
        <dl class="numbers">
          <Fact name="screens found">{count(screensNew)}</Fact>
          <Fact name="ways found">{count(edgesNew)}</Fact>
          <Fact name="steps">{count(steps)}</Fact>
          {coveragePct !== undefined && <Fact name="tried of what can be tried">{Math.round(coveragePct)} %</Fact>}
          {stopped !== undefined && stopped !== '' && <Fact name="stopped">{stopped.replaceAll('_', ' ')}</Fact>}
        </dl>
      </header>
      {app === undefined || (steps === 0 && stopped === undefined) ? (
        <p class="nothing">It has not begun to explore.</p>
      ) : (
        <MapFrame app={app} found={`${screensNew}.${edgesNew}.${stopped ?? ''}`} isWhole={stopped !== undefined} />
      )}
    </>
  );
}

interface MapFrameProps {
  readonly app: string;
  /** Changes when the map has. */
  readonly found: string;
  /** It grows no more. */
  readonly isWhole: boolean;
}

/** Drawn again by itself while it grows, until somebody moves about in it. */
function MapFrame({ app, found, isWhole }: MapFrameProps) {
  const path = `/api/maps/${encodeURIComponent(app)}`;
  const [drawn, setDrawn] = useState<{ readonly found: string; readonly page: string }>();
  const [problem, setProblem] = useState<string>();
  const isTouched = useTouched();
  const latest = useRef(found);
  latest.current = found;
  const draw = (): void => {
    const asked = latest.current;
    call<{ readonly page: string }>(path).then(
      ({ page }) => {
        setDrawn({ found: asked, page });
        setProblem(undefined);
      },
      (error: Error) => setProblem(error.message),
    );
  };
  const isOld = drawn?.found !== found;
  useEffect(draw, [path]);
  useEffect(() => {
    if (!isOld || isTouched) return undefined;
    const timer = setTimeout(draw, isWhole ? drawAgainMs.whole : drawAgainMs.growing);
    return () => clearTimeout(timer);
  }, [isOld, isTouched, isWhole, drawn, problem]);
  return (
    <>
      <Problem text={problem} />
      {!drawn && !problem && <p class="nothing">Drawing the map…</p>}
      {drawn && isOld && isTouched && (
        <p class="told">
          The map has grown since it was drawn.{' '}
          <button type="button" onClick={draw}>
            Draw it again
          </button>
        </p>
      )}
      {drawn && <iframe class="map card" sandbox="allow-scripts" title={`Map of ${app}`} src={drawn.page} />}
    </>
  );
}

/** Whether the frame has had the focus: clicks in it are told to nobody. */
function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const look = (): void => setTouched((before) => before || document.activeElement instanceof HTMLIFrameElement);
    addEventListener('blur', look);
    return () => removeEventListener('blur', look);
  }, []);
  return isTouched;
}
