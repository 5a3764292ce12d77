// Everything that waits for a person, oldest first.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { InboxItem } from '../../domain/report/console.js';
import { Badge, KeyHelp, Said } from '../components/texts.js';
import { AskPanel, kinds } from './ask-panel.js';
import { go } from './places.js';
import { call, runPath, type Known } from './server.js';
import { Since, Trouble } from './parts.js';

interface InboxPageProps {
  readonly inbox: Known<readonly InboxItem[]>;
  readonly asker: string | undefined;
}

export function InboxPage({ inbox: { value: items, error }, asker }: InboxPageProps) {
  const [told, setMessage] = useState('');
  const [pinned, setPinned] = useState(asker);
  const isAt = (wanted: string | undefined) => (item: InboxItem) => item.asker === wanted;
  const chosen = items?.find(isAt(asker)) ?? items?.find(isAt(pinned)) ?? items?.[0];
  // What a person reads stays, even when something older appears.
  useEffect(() => setPinned(chosen?.asker), [chosen?.asker]);
  const settle = useLost(chosen, items, setMessage);
  useInboxKeys(items ?? [], chosen);
  return (
    <main class="desk">
      <h1 class="unseen">Inbox</h1>
      <Trouble error={error} />
      <p class="told" role="status">
        {told}
      </p>
      {items?.length === 0 && <p class="nothing">Nobody waits for you. Questions and approvals of all runs appear here by themselves.</p>}
      {!items && !error && <p class="nothing">Looking…</p>}
      {items && chosen && (
        <div class="inbox">
          <nav aria-label="Waiting, oldest first">
            <ul class="queue">
              {items.map((item) => (
                <QueueEntry key={item.asker} item={item} isChosen={item === chosen} />
              ))}
            </ul>
            <KeyHelp
              keys={[
                ['↑ ↓', 'choose'],
                ['a', 'to Approve'],
                ['r', 'to Reject'],
                ['Enter', 'press it'],
              ]}
            />
          </nav>
          <AskPanel key={`${chosen.asker} ${chosen.request?.requestId ?? ''}`} item={chosen} onSettled={settle} />
        </div>
      )}
    </main>
  );
}

function QueueEntry({
  item: { asker, run, state, title, request, hold },
  isChosen,
}: {
  readonly item: InboxItem;
  readonly isChosen: boolean;
}) {
  const what = hold ? `${hold.by} has taken over` : request?.kind === 'question' ? request.questions[0] : request?.reason;
  return (
    <li>
      <a href={`/?asker=${encodeURIComponent(asker)}`} aria-current={isChosen ? 'true' : undefined}>
        <span class="where">
          <Badge tone="person">{kinds[state].badge}</Badge>
          {(hold ?? request) && <Since at={hold?.since ?? request?.requestedAt ?? ''} />}
        </span>
        <strong>
          <Said text={title ?? run} line />
        </strong>
        <span class="quiet">
          <Said text={what ?? 'no worker answers'} line />
        </span>
      </a>
    </li>
  );
}

/** Tells when what a person reads was decided by somebody else. Returns what is told for a decision of one's own. */
function useLost(
  chosen: InboxItem | undefined,
  items: readonly InboxItem[] | undefined,
  tell: (told: string) => void,
): (told: string) => void {
  const read = useRef<InboxItem | undefined>(undefined);
  const decided = useRef<string | undefined>(undefined);
  useEffect(() => {
    const before = read.current;
    read.current = chosen;
    const { requestId } = before?.request ?? {};
    if (!before || requestId === undefined || requestId === decided.current) return;
    if (!items || items.some(({ request }) => request?.requestId === requestId)) return;
    const query = new URLSearchParams({ asker: before.asker, requestId });
    void call<{ readonly text: string }>(`${runPath(before.run)}/settled?${query.toString()}`).then(
      ({ text }) => tell(text),
      () => undefined,
    );
  }, [chosen?.asker, chosen?.request?.requestId, items]);
  return (told) => {
    decided.current = chosen?.request?.requestId;
    tell(told);
  };
}

/** Arrows choose, `a` and `r` go to a button, which Enter presses: nothing is decided by one key. */
function useInboxKeys(items: readonly InboxItem[], chosen: InboxItem | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (target instanceof Element && target.matches('input, textarea, select')) return;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const index = items.findIndex((item) => item === chosen) + (key === 'ArrowDown' ? 1 : -1);
        const next = items[index];
        if (next) go(`/?asker=${encodeURIComponent(next.asker)}`, 'replace');
        event.preventDefault();
        return;
      }
      const button = /^[ar]$/.test(key) ? document.querySelector<HTMLElement>(`[data-key="${key}"]`) : undefined;
      button?.focus();
      if (button) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [items, chosen]);
}
