// The picture of a held run, kept young.
//
// looks-1. It is taken only while somebody looks: the wheel's view is open, and the page is visible.
// looks-2. One look at a time; the next begins soon enough for the picture to be at most a second old, five times a second while somebody acts.
// looks-3. What is older than what is shown is dropped.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PersonLook } from '../../domain/wheel/person-act.js';
import { lookPace } from './look-pace.js';
import { call, runPath } from './server.js';

export interface Looks {
  readonly look: PersonLook | undefined;
  /** Why there is no newer one. */
  readonly problem: string | undefined;
  /** Somebody acts: pictures come faster for a while. */
  acting(): void;
  /** One that came with an act. */
  seen(look: PersonLook): void;
  /** The newest, for whoever cannot wait for the next rendering. */
  newest(): PersonLook | undefined;
}

export function useLooks(run: string): Looks {
  const [look, setLook] = useState<PersonLook>();
  const [problem, setProblem] = useState<string>();
  const newest = useRef<PersonLook | undefined>(undefined);
  const actedAt = useRef(-Infinity);
  const hurry = useRef(() => {});
  const seen = (next: PersonLook): void => {
    if (newest.current && next.at < newest.current.at) return;
    newest.current = next;
    setLook(next);
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLooking = false;
    let isOver = false;
    let beganAt = 0;
    let tookMs = 0;
    const pace = () => lookPace(performance.now() - actedAt.current, tookMs);
    const plan = (): void => {
      clearTimeout(timer);
      if (isOver || isLooking || document.hidden) return;
      timer = setTimeout(() => void turn(), Math.max(0, beganAt + pace().periodMs - performance.now()));
    };
    const turn = async (): Promise<void> => {
      isLooking = true;
      beganAt = performance.now();
      await call<PersonLook>(`${runPath(run)}/look`, { maxAgeMs: pace().maxAgeMs }).then(
        (next) => {
          seen(next);
          setProblem(undefined);
        },
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      );
      isLooking = false;
      tookMs = performance.now() - beganAt;
      plan();
    };
    hurry.current = plan;
    document.addEventListener('visibilitychange', plan);
    plan();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [run]);
  return {
    look,
    problem,
    seen,
    newest: () => newest.current,
    acting() {
      actedAt.current = performance.now();
      hurry.current();
    },
  };
}
