import { useEffect, useState } from 'preact/hooks';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { InboxItem, Me } from '../../domain/report/console.js';
import { ImageOf } from '../components/pictures.js';
import { FlowPage, FlowsPage } from './flows-page.js';
import { Since, Submit, Trouble, useImage } from './parts.js';
import { InboxPage } from './inbox-page.js';
import { usePlace, type Place, runAddress } from './places.js';
import { RunPage } from './run-page.js';
import { RunsPage } from './runs-page.js';
import { call, useConnection, useTopic, type Known, enter, useCall } from './server.js';
import { StartPage } from './start-page.js';
import type { HostsFound } from '../../client/read-hosts.js';
import { Badge } from '../components/texts.js';
import type { EngineProgress } from '../../client/engine-progress.js';
import { FlowStanding, MapStanding, ProcedureStanding } from './standing.js';

/** `isAdmitted`: this browser has shown the token, now or before. */
export function App({ isAdmitted: atFirst }: { readonly isAdmitted: boolean }) {
  const [isAdmitted, setAdmitted] = useState(atFirst);
  return isAdmitted ? <Desk onLocked={() => setAdmitted(false)} /> : <Login onAdmitted={() => setAdmitted(true)} />;
}

const places = [
  ['/', 'Inbox', ['inbox']],
  ['/runs', 'Runs', ['runs', 'run', 'standing', 'start']],
  ['/flows', 'Flows', ['flows', 'flow']],
  ['/hosts', 'Hosts', ['hosts']],
] as const;

function Desk({ onLocked }: { readonly onLocked: () => void }) {
  const place = usePlace();
  const connection = useConnection();
  const inbox = useTopic<readonly InboxItem[]>('inbox');
  const [me, setMe] = useState<Me>();
  const waiting = inbox.value?.filter(({ state }) => state !== 'HELD').length ?? 0;
  useEffect(() => void call<Me>('/api/me').then(setMe, () => undefined), []);
  useEffect(() => {
    if (connection === 'locked') onLocked();
  }, [connection]);
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) steadyhand` : 'steadyhand';
  }, [waiting]);
  return (
    <ImageOf.Provider value={useImage}>
      <header class="bar">
        <a class="brand" href="/">
          steadyhand
        </a>
        <nav aria-label="Pages">
          {places.map(([address, name, pages]) => (
            <a key={address} href={address} aria-current={(pages as readonly string[]).includes(place.page) ? 'page' : undefined}>
              {name}
              {name === 'Inbox' && waiting > 0 && <span class="many">{waiting}</span>}
            </a>
          ))}
        </nav>
        {me && (
          <span class="me" title="Who answers">
            {me.by}
          </span>
        )}
      </header>
      {connection === 'away' && (
        <p class="away" role="status">
          The console does not answer. What stands here may be old; it goes on by itself.
        </p>
      )}
      <Page place={place} inbox={inbox} me={me} />
    </ImageOf.Provider>
  );
}

interface PageProps {
  readonly place: Place;
  readonly inbox: Known<readonly InboxItem[]>;
  readonly me: Me | undefined;
}

function Page({ place, inbox, me }: PageProps) {
  switch (place.page) {
    case 'inbox':
      return <InboxPage inbox={inbox} asker={place.asker} />;
    case 'runs':
      return <RunsPage filter={place.filter} />;
    case 'run':
      return <RunPage key={place.id} id={place.id} me={me?.by} />;
    case 'standing':
      return <StandingPage key={place.id} id={place.id} />;
    case 'start':
      return <StartPage me={me} />;
    case 'flows':
      return <FlowsPage />;
    case 'flow':
      return <FlowPage key={place.id} id={place.id} />;
    case 'hosts':
      return <HostsPage />;
    default:
      return assertNever(place);
  }
}

function HostsPage() {
  const { value, error } = useTopic<HostsFound>('hosts');
  return (
    <main class="desk">
      <h1>Hosts</h1>
      <Trouble error={error} />
      {!value && !error && <p class="nothing">Looking…</p>}
      {value?.serverAnswered === false && (
        <p class="trouble">The Temporal server does not answer: this is what the folder of this machine knows.</p>
      )}
      {value?.hosts.length === 0 && <p class="nothing">No host has a worker. `steadyhand up` or `steadyhand worker` starts one.</p>}
      {value?.hosts.map((host, index) => (
        <section key={host.host ?? index} class="card host">
          <p class="where">
            <Badge tone={host.worker === 'polls' ? 'good' : host.worker === 'drains' ? 'warn' : 'bad'}>{host.worker}</Badge>
            {host.here && <span>this machine</span>}
            {host.machine !== undefined && <span>{host.machine}</span>}
            {host.process !== undefined && <span>process {host.process}</span>}
            {host.slots !== undefined && <span>{host.slots} slots</span>}
            <span>{host.kinds.join(', ')}</span>
          </p>
          <h2>{host.host ?? 'Waiting for any host'}</h2>
          {host.unusable?.map(({ kind, why }) => (
            <p key={kind} class="problem">
              {kind}: {why}
            </p>
          ))}
          {host.devices.length === 0 && <p class="quiet">No device.</p>}
          <ul class="devices">
            {host.devices.map(({ device, kind, state, epoch, owner, since, process }) => (
              <li key={device}>
                <Badge tone={state === 'held' ? 'good' : 'warn'}>{state}</Badge> {kind} for <a href={runAddress(owner)}>{owner}</a>{' '}
                <span class="quiet small">
                  {device}
                  {epoch === undefined ? '' : `, epoch ${epoch}`}, <Since at={since} />
                  {process &&
                    `, device process ${process.process}${process.memory === undefined ? '' : `, ${Math.round(process.memory)} MB`}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

/** For who comes without the link, or with one of a console that has been started anew. */
function Login({ onAdmitted }: { readonly onAdmitted: () => void }) {
  const [token, setToken] = useState('');
  const { isBusy, problem, run } = useCall();
  return (
    <main class="desk narrow">
      <h1>steadyhand</h1>
      <form
        class="fields card"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            await enter(token.trim().replace(/^.*#token=/, ''));
            onAdmitted();
          });
        }}
      >
        <p>Open the link that the console printed when it was started, or paste its token here.</p>
        <label>
          Token
          <input type="password" autoComplete="off" required value={token} onInput={(event) => setToken(event.currentTarget.value)} />
        </label>
        <Submit label="Open" isBusy={isBusy} problem={problem} />
      </form>
    </main>
  );
}

// Where a run stands beyond its steps: the map of an explorer, the drawing of a flow, the outline of a procedure.

function StandingPage({ id }: { readonly id: string }) {
  const { value, error } = useTopic<EngineProgress>(`standing:${id}`);
  return (
    <main class={`desk standing ${value?.engine ?? ''}`}>
      <p class="where">
        <a href={runAddress(id)}>← {id}</a>
      </p>
      {!value && <h1>{id}</h1>}
      <Trouble error={error} />
      {!value && !error && <p class="nothing">Looking…</p>}
      {value && <OfEngine id={id} standing={value} />}
    </main>
  );
}

function OfEngine({ id, standing }: { readonly id: string; readonly standing: EngineProgress }) {
  switch (standing.engine) {
    case 'flow':
      return <FlowStanding id={id} standing={standing} />;
    case 'explorer':
      return <MapStanding standing={standing} />;
    case 'procedure':
      return <ProcedureStanding standing={standing} />;
    case 'agent':
      return <p class="nothing">An agent has its steps, and nothing else to show here.</p>;
    default:
      return assertNever(standing);
  }
}
