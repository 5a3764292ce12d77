import { clock } from '../../domain/report/iso-time.js';
import type { EventRef } from '../../domain/report/report.schema.js';

import { Link } from './link.js';

/** An event of Temporal's history; linked where the Web UI's address is known. */
export function EventLink({ event }: { readonly event: EventRef }) {
  const { type, workflow, id, at, href } = event;
  const text = `${type} #${id}`;
  return (
    <span class="event" title={`${workflow}, ${at}`}>
      {href === undefined ? text : <Link href={href}>{text}</Link>} <time dateTime={at}>{clock(at)}</time>
    </span>
  );
}

export function EventLinks({ events }: { readonly events: readonly EventRef[] }) {
  if (events.length === 0) return null;
  return (
    <ul class="events" aria-label="Events in Temporal's history">
      {events.map((event) => (
        <li key={`${event.execution} ${event.id}`}>
          <EventLink event={event} />
        </li>
      ))}
    </ul>
  );
}
