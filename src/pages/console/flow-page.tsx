// A flow of the library: how its versions did, what its runs propose to change, and a form to start it (RP10, RP12).
import { duration } from '../../domain/report/iso-time.js';
import type { FlowSummary, FlowView } from '../../client/library/flows.js';
import { Badge, toneOf } from '../components/badge.js';
import { Said } from '../components/said.js';
import { count, counted, money } from '../words.js';
import { FlowHeals } from './flow-heals.js';
import { FlowStartForm } from './flow-start-form.js';
import { runAddress } from './places.js';
import { savedWords } from './saved-words.js';
import { useTopic } from './server.js';
import { Since } from './since.js';
import { Trouble } from './trouble.js';

export function FlowPage({ id }: { readonly id: string }) {
  const { value, error } = useTopic<FlowView>(`flow:${id}`);
  return (
    <main class="desk">
      <Trouble error={error} />
      {!value && !error && <p class="nothing">Looking…</p>}
      {value && (
        <>
          <Head flow={value.flow} />
          <FlowHeals id={id} heals={value.heals} />
          <div class="halves">
            <FlowStartForm key={value.flow.version} flow={value.flow} />
            <Runs flow={value.flow} />
          </div>
        </>
      )}
    </main>
  );
}

function Head({ flow }: { readonly flow: FlowSummary }) {
  const { id, version, name, request, application, runs, saved, versions } = flow;
  return (
    <section class="card run-head">
      <p class="where">
        <a href="/flows">Flows</a>
        <code>{id}</code>
        <Badge>version {version}</Badge>
        {application && <Said text={application} line />}
      </p>
      <h1>
        <Said text={name} />
      </h1>
      {request !== undefined && (
        <p class="quiet">
          Does without a model what this request asked: <Said text={request} />
        </p>
      )}
      <dl class="numbers">
        <div>
          <dt>runs</dt>
          <dd>{count(runs)}</dd>
        </div>
        {versions.map((each) => (
          <div key={each.version}>
            <dt>version {each.version}</dt>
            <dd>
              {each.succeeded} of {each.runs} succeeded{each.fallbacks > 0 && `, ${each.fallbacks} finished by an agent`}
            </dd>
          </div>
        ))}
        {runs > 0 && saved && (
          <div>
            <dt>against the first run</dt>
            <dd>{savedWords(saved)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Runs({ flow: { lastRuns, runs } }: { readonly flow: FlowSummary }) {
  return (
    <section class="card run-head">
      <h2>Last runs</h2>
      {lastRuns.length === 0 && <p class="quiet">It has not run yet.</p>}
      <ul class="flow-runs">
        {lastRuns.map(({ run, version, outcome, usd, ms, ended, fallback }) => (
          <li key={`${run} ${ended}`}>
            <Badge tone={outcome === 'checks-failed' ? 'bad' : toneOf(outcome)}>{outcome}</Badge> <a href={runAddress(run)}>{run}</a>{' '}
            <span class="quiet small">
              version {version}, {duration(ms)}, {money(usd)}
              {fallback !== undefined && ', finished by an agent'}, <Since at={ended} />
            </span>
          </li>
        ))}
      </ul>
      {runs > lastRuns.length && <p class="quiet small">and {counted(runs - lastRuns.length, 'run')} before</p>}
    </section>
  );
}
