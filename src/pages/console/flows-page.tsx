// The library of flows: what each is good for.
import type { FlowHeal, FlowList, FlowSummary, FlowView } from '../../client/library/flows.js';
import { Badge, Fold, Said, toneOf } from '../components/texts.js';
import { count, counted, money } from '../words.js';
import { flowAddress, go, runAddress } from './places.js';
import { call, useCall, useTopic } from './server.js';
import { Problem, Since, Submit, Trouble } from './parts.js';
import { duration } from '../../domain/report/iso-time.js';
import { useState } from 'preact/hooks';

export function FlowsPage() {
  const { value, error } = useTopic<FlowList>('flows');
  return (
    <main class="desk">
      <h1>Flows</h1>
      <Trouble error={error} />
      {value?.unreadable.map((text) => (
        <p key={text} class="trouble">
          <Said text={text} />
        </p>
      ))}
      {!value && !error && <p class="nothing">Looking…</p>}
      {value?.flows.length === 0 && <p class="nothing">The library has no flow. `steadyhand flow save` puts one there.</p>}
      <ul class="flows">
        {value?.flows.map((flow) => (
          <FlowEntry key={flow.id} flow={flow} />
        ))}
      </ul>
    </main>
  );
}

function FlowEntry({ flow }: { readonly flow: FlowSummary }) {
  const { id, version, name, application, runs, versions, waitingHeals } = flow;
  const [now] = versions.filter((each) => each.version === version);
  return (
    <li class="card">
      <div>
        <a class="whole" href={flowAddress(id)}>
          <Said text={name} line />
        </a>
        <p class="quiet small">
          <Said text={[id, ...(application ? [application] : [])].join(' · ')} line />
        </p>
      </div>
      <p class="where">
        <Badge>version {version}</Badge>
        {now && (
          <Badge tone={now.succeeded === now.runs ? 'good' : 'warn'}>
            {now.succeeded} of {now.runs} succeeded
          </Badge>
        )}
        {waitingHeals > 0 && <Badge tone="person">{counted(waitingHeals, 'heal')} to decide</Badge>}
      </p>
      <p class="small quiet">
        {counted(runs, 'run')}
        {runs > 0 && flow.saved && `, ${savedWords(flow.saved)}`}
      </p>
    </li>
  );
}

// A flow of the library: how its versions did, what its runs propose to change, and a form to start it.

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

// What runs of a flow propose to change in it, for somebody to accept or reject.

function FlowHeals({ id, heals }: { readonly id: string; readonly heals: readonly FlowHeal[] }) {
  const open = heals.filter(({ state }) => state === 'waiting');
  const others = heals.filter(({ state }) => state !== 'waiting');
  if (heals.length === 0) return null;
  return (
    <section class="card run-head">
      <h2>Heals</h2>
      <p class="quiet">What runs had to find out anew. Accepted, it is in the flow’s next version.</p>
      {open.length === 0 && <p class="quiet">None waits for a decision.</p>}
      <ul class="heals">
        {open.map((heal) => (
          <li key={heal.id}>
            <Heal heal={heal} />
            <Decision id={id} heal={heal} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Fold summary={`Decided or outdated: ${others.length}`}>
          {() => (
            <ul class="heals">
              {others.map((heal) => (
                <li key={heal.id}>
                  <Heal heal={heal} />
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
    </section>
  );
}

function Heal({ heal: { number, heal, nodeName, runs, state, decided, because, changes } }: { readonly heal: FlowHeal }) {
  const last = runs.at(-1) ?? '';
  return (
    <div class="heal">
      <p class="where">
        <strong>{number}</strong>
        {state !== 'waiting' && <Badge tone={state === 'accepted' ? 'good' : 'warn'}>{state}</Badge>}
        <Said
          text={
            heal.kind === 'target' ? `“${nodeName}” is found otherwise` : `“${heal.interruption.name}” in front of “${nodeName}” is closed`
          }
          line
        />
        <a href={runAddress(last)}>{runs.length === 1 ? last : `${runs.length} runs`}</a>
        {heal.by !== undefined && (
          <span class="quiet">
            approved in the run by <Said text={heal.by} line />
          </span>
        )}
        {decided && (
          <span class="quiet">
            {state === 'waiting' && 'accepted, but not written yet: accept it again; '}by <Said text={decided.by} line />,{' '}
            {decided.at.slice(0, 10)}
          </span>
        )}
      </p>
      {because !== undefined && <p class="quiet small">{because}</p>}
      <pre class="diff">
        {changes.map(({ sign, text }) => (
          <span key={`${sign} ${text}`} class={sign === '-' ? 'gone' : 'come'}>
            {sign} <Said text={text} line />
          </span>
        ))}
      </pre>
    </div>
  );
}

function Decision({ id, heal }: { readonly id: string; readonly heal: FlowHeal }) {
  const { isBusy, problem, run } = useCall();
  const decide = (decision: 'accept' | 'reject') => (): void =>
    run(async () => void (await call(`/api/flows/${encodeURIComponent(id)}/heals`, { decision, heals: [heal.id] })));
  return (
    <>
      <div class="choices">
        <button type="button" class="good" disabled={isBusy} onClick={decide('accept')} aria-label={`Accept heal ${heal.number}`}>
          Accept
        </button>
        {!heal.decided && (
          <button type="button" class="bad" disabled={isBusy} onClick={decide('reject')} aria-label={`Reject heal ${heal.number}`}>
            Reject
          </button>
        )}
      </div>
      <Problem text={problem} />
    </>
  );
}

// Starts a flow of the library, by its own form.

type Field = FlowSummary['form'][number];

const keyboards = { text: 'text', number: 'decimal', date: 'text', email: 'email', url: 'url' } as const satisfies Record<
  Field['type'],
  string
>;

function FlowStartForm({ flow: { id, form, application = '' } }: { readonly flow: FlowSummary }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [url, setUrl] = useState('');
  const { isBusy, problem, run } = useCall();
  const start = async (): Promise<void> => {
    const body = { variables: given(form, values), url: url.trim() === '' ? undefined : url.trim() };
    go(runAddress((await call<{ readonly id: string }>(`/api/flows/${encodeURIComponent(id)}/start`, body)).id));
  };
  return (
    <form
      class="fields card"
      onSubmit={(event) => {
        event.preventDefault();
        run(start);
      }}
    >
      <h2>Start</h2>
      {form.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onInput={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {(application === '' || /^https?:/i.test(application)) && (
        <label>
          Address
          <input
            type="url"
            placeholder={application}
            required={application === ''}
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
      )}
      <Submit label="Start" isBusy={isBusy} problem={problem} />
    </form>
  );
}

interface FormFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** What is left empty has its default, which stands there as a hint. */
function FormField({ field: { name, title = name, type, description, default: usual }, value, onInput }: FormFieldProps) {
  return (
    <label>
      <span dir="auto">{title}</span>
      <input
        inputMode={keyboards[type]}
        dir="auto"
        placeholder={usual ?? ''}
        required={usual === undefined}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {description !== undefined && description !== '' && (
        <small class="quiet" dir="auto">
          {description}
        </small>
      )}
    </label>
  );
}

function given(form: readonly Field[], values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(form.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));
}

/** Against the run that it was compiled from: `saved $1.20 and 8 min`. */
function savedWords({ usd, ms }: NonNullable<FlowSummary['saved']>): string {
  const cost = usd < 0 ? `${money(-usd)} more` : `saved ${money(usd)}`;
  return `${cost} and ${ms < 0 ? `${duration(-ms)} more` : duration(ms)}`;
}
