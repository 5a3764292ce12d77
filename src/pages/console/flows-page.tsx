// The library of flows: what each is good for.
import type { FlowList, FlowSummary } from '../../client/library/flows.js';
import { Badge } from '../components/badge.js';
import { Said } from '../components/said.js';
import { counted } from '../words.js';
import { flowAddress } from './places.js';
import { savedWords } from './saved-words.js';
import { useTopic } from './server.js';
import { Trouble } from './trouble.js';

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
