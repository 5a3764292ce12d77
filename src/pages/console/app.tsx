import { useEffect, useState } from 'preact/hooks';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { InboxItem, Me } from '../../domain/report/console.js';
import { ImageOf } from '../components/pictures.js';
import { FlowPage } from './flow-page.js';
import { FlowsPage } from './flows-page.js';
import { HostsPage } from './hosts-page.js';
import { useImage } from './image.js';
import { InboxPage } from './inbox-page.js';
import { Login } from './login.js';
import { usePlace, type Place } from './places.js';
import { RunPage } from './run-page.js';
import { RunsPage } from './runs-page.js';
import { call, useConnection, useTopic, type Known } from './server.js';
import { StandingPage } from './standing-page.js';
import { StartPage } from './start-page.js';

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
