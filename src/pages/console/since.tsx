import { duration } from '../../domain/report/iso-time.js';
import { moment } from '../words.js';
import { useNow } from './use-now.js';

/** How long ago that was; it goes on by itself. */
export function Since({ at }: { readonly at: string }) {
  const now = useNow(10_000);
  const ms = now - Date.parse(at);
  return (
    <time dateTime={at} title={moment(at)}>
      {ms < 60_000 ? 'just now' : `${duration(ms)} ago`}
    </time>
  );
}
