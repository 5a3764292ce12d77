import type { HostsFound } from '../../client/read-hosts.js';
import { Badge } from '../components/badge.js';
import { runAddress } from './places.js';
import { useTopic } from './server.js';
import { Since } from './since.js';
import { Trouble } from './trouble.js';

export function HostsPage() {
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
            {host.devices.map(({ device, kind, state, epoch, owner, since, hand }) => (
              <li key={device}>
                <Badge tone={state === 'held' ? 'good' : 'warn'}>{state}</Badge> {kind} for <a href={runAddress(owner)}>{owner}</a>{' '}
                <span class="quiet small">
                  {device}
                  {epoch === undefined ? '' : `, epoch ${epoch}`}, <Since at={since} />
                  {hand && `, hand: process ${hand.process}${hand.memory === undefined ? '' : `, ${Math.round(hand.memory)} MB`}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
