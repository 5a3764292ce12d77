import { duration } from '../../domain/report/iso-time.js';
import { moment } from '../words.js';
import { useNow } from './use-now.js';

/** How long is left until then; it goes on by itself. */
export function TimeLeft({ until }: { readonly until: string }) {
  const now = useNow(1_000);
  const ms = Math.max(0, Date.parse(until) - now);
  return (
    <time dateTime={until} title={moment(until)}>
      {duration(ms < 60_000 ? Math.ceil(ms / 1_000) * 1_000 : Math.floor(ms / 60_000) * 60_000)} left
    </time>
  );
}
