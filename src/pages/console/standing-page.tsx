// Where a run stands beyond its steps: the map of an explorer, the drawing of a flow, the outline of a procedure.
import type { Standing } from '../../client/standing.js';
import { assertNever } from '../../domain/errors/assert-never.js';
import { FlowStanding } from './flow-standing.js';
import { MapStanding } from './map-standing.js';
import { runAddress } from './places.js';
import { ProcedureStanding } from './procedure-standing.js';
import { useTopic } from './server.js';
import { Trouble } from './trouble.js';

export function StandingPage({ id }: { readonly id: string }) {
  const { value, error } = useTopic<Standing>(`standing:${id}`);
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

function OfEngine({ id, standing }: { readonly id: string; readonly standing: Standing }) {
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
