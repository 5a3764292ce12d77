import { useState } from 'preact/hooks';
import type { RunLine } from '../../domain/report/console.js';
import { Badge, toneOf } from '../components/badge.js';
import { Said } from '../components/said.js';
import { go, runAddress } from './places.js';
import { useTopic } from './server.js';
import { Since } from './since.js';
import { Trouble } from './trouble.js';

const states = ['RUNNING', 'PENDING', 'CONFIRM', 'HELD', 'COMPLETED', 'FAILED', 'CANCELED', 'TERMINATED', 'TIMED_OUT'] as const;
const engines: Readonly<Record<string, string>> = { hostAgent: 'agent' };

export const engineOf = (type: string): string => engines[type] ?? type;

interface RunsPageProps {
  readonly state: string | undefined;
  readonly search: string | undefined;
}

export function RunsPage({ state, search = '' }: RunsPageProps) {
  const { value: runs, error } = useTopic<readonly RunLine[]>(state === undefined ? 'runs' : `runs:${state}`);
  const [words, setWords] = useState(search);
  const found = runs?.filter((run) => isFound(run, words));
  const choose = (next: string | undefined): void => go(next === undefined ? '/runs' : `/runs?state=${next}`, 'replace');
  return (
    <main class="desk">
      <div class="headline">
        <h1>Runs</h1>
        <a class="button primary" href="/start">
          Start a run
        </a>
      </div>
      <div class="filter" role="group" aria-label="State">
        <button type="button" aria-pressed={state === undefined} onClick={() => choose(undefined)}>
          all
        </button>
        {states.map((each) => (
          <button key={each} type="button" aria-pressed={state === each} onClick={() => choose(each)}>
            {each.toLowerCase().replace('_', ' ')}
          </button>
        ))}
        <input
          type="search"
          placeholder="Search"
          aria-label="Search in runs"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <Trouble error={error} />
      {!runs && !error && <p class="nothing">Looking…</p>}
      {found?.length === 0 && <p class="nothing">There is no such run.</p>}
      <ul class="runs">
        {found?.map((run) => (
          <RunEntry key={`${run.id} ${run.started}`} run={run} />
        ))}
      </ul>
    </main>
  );
}

function RunEntry({ run: { id, type, state, started, request } }: { readonly run: RunLine }) {
  return (
    <li>
      <a class="card" href={runAddress(id)}>
        <Badge tone={toneOf(state)}>{state}</Badge>
        <strong>
          <Said text={request ?? id} line />
        </strong>
        <span class="quiet small">
          {engineOf(type)} · {id} · <Since at={started} />
        </span>
      </a>
    </li>
  );
}

function isFound({ id, type, request = '' }: RunLine, words: string): boolean {
  const text = `${id} ${engineOf(type)} ${request}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
