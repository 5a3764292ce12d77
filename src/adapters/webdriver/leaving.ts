// An action that leads away from a page with unsaved input, which asks before it is left: the page stays. The action has happened, but for the leaving, which is returned as an action of its own.
import { hasLogin } from '../../domain/checks/login-in-address.js';
import { leavesAskingPage, staysText, type Stays } from '../../domain/guard/unsaved-page.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { Performed } from '../../ports/device.js';
import type { View } from './look.js';

export interface Leaving {
  during(action: DeviceAction, mayLeave: true | undefined, act: () => Promise<Performed>): Promise<Performed>;
  /** Of an action that has ended: its page was to be left later. */
  hear(): void;
}

const longestAddress = 2_000;

/** @param options - `headed`: between actions it is a person who leaves a page, by its window */
export function createLeaving({ session, fence }: View, { headed }: { readonly headed: boolean }): Leaving {
  const { leaving } = session;
  if (!leaving) return { during: (_action, _mayLeave, act) => act(), hear: () => undefined };
  leaving.permit(headed);

  /** Undefined: nobody is told, nor led there. */
  const told = (url: string | undefined): string | undefined => {
    const isPlain = url !== undefined && url.length <= longestAddress && /^https?:/.test(url) && !hasLogin(url);
    return isPlain && fence.isAllowed(url) ? url : undefined;
  };
  const hear = (): void => {
    const stayed = leaving.takeStayed();
    if (!stayed) return;
    const url = told(stayed.url);
    fence.notice(`${staysText[0]?.toUpperCase()}${staysText.slice(1)}.${url === undefined ? '' : ` It was to lead to ${url}.`}`);
  };
  const front = async (): Promise<string> => {
    await session.toTop();
    return (await session.facts()).document;
  };

  /** What leads away by itself is done anew; a press is not. `document`: what asked. */
  const staysAt = (action: DeviceAction, document: string, address: string | undefined): Stays => {
    const leaves = { leaves: document };
    if (action.type === 'navigate' || action.type === 'go-back') return { leave: { ...action, ...leaves } };
    const url = told(address);
    return url === undefined ? {} : { leave: { type: 'navigate', url, ...leaves, byPage: true } };
  };

  return {
    hear,
    async during(action, mayLeave, act) {
      hear();
      const isApproved = leavesAskingPage(action);
      if (isApproved && action.leaves !== (await front()))
        throw new ActionFailedError('control-gone', 'The page that was to be left is no longer in front.');
      if (putsIn(action)) await leaving.typed();
      leaving.permit(isApproved || mayLeave === true);
      try {
        const performed = await act();
        const stayed = await leaving.stayed().catch(ignoreFailure);
        if (!stayed) return performed;
        // Another tab may have asked, or another page be in front by now.
        const stays = stayed.document === (await front().catch(ignoreFailure)) ? staysAt(action, stayed.document, stayed.url) : {};
        return { ...performed, stays };
      } finally {
        leaving.permit(headed);
      }
    },
  };
}

/** Some editors take all listeners from their document: what we put in is known without them. */
function putsIn(action: DeviceAction): boolean {
  if (action.type === 'press-keys') return action.keys.replace(namedKeys, '').trim() !== '';
  return action.type === 'set-text' || action.type === 'select-option';
}

const namedKeys = /\{[a-z_]+\d*(?: \d+)?\}|~/gi;

/** A dialog is open, or the browser has gone: the next call finds that out. */
function ignoreFailure(): undefined {}
