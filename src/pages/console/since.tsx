import { useEffect, useState } from 'preact/hooks';
import { duration, moment } from '../words.js';

/** How long ago that was; it goes on by itself. */
export function Since({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const ms = now - Date.parse(at);
  return (
    <time dateTime={at} title={moment(at)}>
      {ms < 60_000 ? 'just now' : `${duration(ms)} ago`}
    </time>
  );
}
