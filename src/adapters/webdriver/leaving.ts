// LK77: an action that leads away from a page in which something was typed, and which asks before it is left: the page stays. The action has happened, but for the leaving, which is returned as an action of its own.
import { staysText, type Stays } from '../../domain/guard/unsaved-page.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Performed } from '../../ports/device.js';
import type { View } from './look.js';

export interface Leaving {
  during(action: DeviceAction, act: () => Promise<Performed>): Promise<Performed>;
  /** Of an action that has ended: its page was to be left later. */
  hear(): void;
}

const longestAddress = 2_000;

/** @param options - `headed`: between actions it is a person who leaves a page, by its window */
export function createLeaving({ session, fence }: View, { headed }: { readonly headed: boolean }): Leaving {
  const { leaving } = session;
  if (!leaving) return { during: (_action, act) => act(), hear: () => undefined };
  leaving.permit(headed);
  const hear = (): void => {
    const stayed = leaving.takeStayed();
    if (!stayed) return;
    const { url } = stayed;
    const way = url !== undefined && fence.isAllowed(url) ? ` It was to lead to ${url}.` : '';
    fence.notice(`${staysText[0]?.toUpperCase()}${staysText.slice(1)}.${way}`);
  };
  const front = async (): Promise<string> => {
    await session.toTop();
    return (await session.facts()).document;
  };

  /** What leads away by itself is done anew; a press is not. */
  const staysAt = (action: DeviceAction, leaves: string, url: string | undefined): Stays => {
    if (action.type === 'navigate' || action.type === 'go-back') return { leave: { ...action, leaves } };
    const isKnown = url !== undefined && url.length <= longestAddress && /^https?:/.test(url) && fence.isAllowed(url);
    return isKnown ? { leave: { type: 'navigate', url, leaves } } : {};
  };

  return {
    hear,
    async during(action, act) {
      hear();
      const isApproved = 'leaves' in action && action.leaves !== undefined && action.leaves === (await front());
      leaving.permit(isApproved);
      try {
        const performed = await act();
        // What a press sets going has begun when its page answers again.
        const document = await front().catch(ignoreFailure);
        await leaving.known();
        const stayed = document === undefined ? undefined : leaving.takeStayed();
        return document !== undefined && stayed ? { ...performed, stays: staysAt(action, document, stayed.url) } : performed;
      } finally {
        leaving.permit(headed);
      }
    },
  };
}

/** A dialog is open, or the browser has gone: the next call finds that out. */
function ignoreFailure(): undefined {}
