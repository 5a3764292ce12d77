import { useState } from 'preact/hooks';
import type { RunLine } from '../../domain/report/console.js';
import { engineOf, runEngines, runStates } from '../../domain/run/listed.js';
import { Badge, Said, toneOf } from '../components/texts.js';
import { go, runAddress } from './places.js';
import { addressOf, attributesText, readAttributes, topicOf, type RunFilter } from './run-filter.js';
import { useTopic } from './server.js';
import { Since, Trouble } from './parts.js';
import { StandingLink } from './standing.js';

export function RunsPage({ filter }: { readonly filter: RunFilter }) {
  const { value: runs, error } = useTopic<readonly RunLine[]>(topicOf(filter));
  const { state, engine, words = '' } = filter;
  const found = runs?.filter((run) => isFound(run, words));
  const choose = (change: { readonly [F in keyof RunFilter]?: RunFilter[F] | undefined }): void =>
    go(addressOf({ ...filter, ...change } as RunFilter), 'replace');
  return (
    <main class="desk">
      <div class="headline">
        <h1>Runs</h1>
        <a class="button primary" href="/start">
          Start a run
        </a>
      </div>
      <Choice name="State" all={runStates} chosen={state} onChoose={(next) => choose({ state: next })} />
      <Choice name="Engine" all={runEngines} chosen={engine} onChoose={(next) => choose({ engine: next })} />
      <div class="filter">
        <input
          type="search"
          placeholder="Search"
          aria-label="Search in runs"
          value={words}
          onInput={(event) => choose({ words: event.currentTarget.value })}
        />
        <Attributes key={attributesText(filter)} filter={filter} onChoose={choose} />
      </div>
      <Trouble error={error} />
      {!runs && !error && <p class="nothing">Looking…</p>}
      {found?.length === 0 && <p class="nothing">{addressOf(filter) === '/runs' ? 'There is no run yet.' : 'There is no such run.'}</p>}
      <ul class="runs">
        {found?.map((run) => (
          <RunEntry key={`${run.id} ${run.started}`} run={run} />
        ))}
      </ul>
    </main>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly all: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (next: string | undefined) => void;
}

function Choice({ name, all, chosen, onChoose }: ChoiceProps) {
  return (
    <div class="filter" role="group" aria-label={name}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        {name === 'State' ? 'all' : 'all engines'}
      </button>
      {all.map((each) => (
        <button key={each} type="button" aria-pressed={chosen === each} onClick={() => onChoose(each)}>
          {each.toLowerCase().replace('_', ' ')}
        </button>
      ))}
    </div>
  );
}

interface AttributesProps {
  readonly filter: RunFilter;
  readonly onChoose: (change: Pick<RunFilter, 'where'> & { readonly query: string | undefined }) => void;
}

/** Search attributes are looked for by the server, so once they are typed. */
function Attributes({ filter, onChoose }: AttributesProps) {
  const [text, setText] = useState(attributesText(filter));
  return (
    <form
      class="attributes"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ query: undefined, ...readAttributes(text) });
      }}
    >
      <input
        placeholder="Customer=acme, or a query"
        aria-label="Search attributes: names with values, or a visibility query"
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">Filter</button>
    </form>
  );
}

/** All of it can be clicked, as its link. */
function RunEntry({ run: { id, type, state, started, request } }: { readonly run: RunLine }) {
  return (
    <li class="card">
      <Badge tone={toneOf(state)}>{state}</Badge>
      <a class="whole" href={runAddress(id)}>
        <Said text={request ?? id} line />
      </a>
      <span class="quiet small">
        {engineOf(type)} · {id} · <Since at={started} />
      </span>
      <StandingLink id={id} type={type} />
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
