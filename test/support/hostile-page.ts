// A browser at a page that means ill, and actions as an agent's come to it: judged on a look, bound to what they were judged by, performed. Effects are
// counted by the page's server, outside the browser.
import { beforeEach } from '@jest/globals';
import { defaultGuardRules, guardAction } from '../../src/domain/guard/guard.js';
import { rebind } from '../../src/domain/guard/binding.js';
import { createJudgement } from '../../src/domain/guard/judge.js';
import type { Control, ControlRef } from '../../src/domain/ui/control.js';
import { judgedBy } from '../../src/domain/action/actions.js';
import { withTargets, type DeviceAction, type UiAction } from '../../src/domain/ui/ui-action.js';
import { ActionFailedError, type Look } from '../../src/ports/device.js';
import { openBrowserAnd } from './browser-and-site.js';
import { lexicon } from './lexicon.js';
import { startObeyingSite, type ObeyingSite } from './obeying-site.js';
import { until } from './until.js';
import type { TestBrowser } from './webdriver.js';

export interface HostilePage {
  readonly site: ObeyingSite;
  readonly browser: TestBrowser;
  show(html: string): Promise<Look>;
  /** What the guard says: `held: …`, or nothing. */
  judged(look: Look, action: UiAction): string;
  /** As an agent acts: held; or done or failed, with all that pages posted by then. `meanwhile`: between the judgement and the act. */
  act(look: Look, action: UiAction, meanwhile?: () => Promise<unknown>): Promise<Acted>;
  /** The same of an action that was approved on that look before `meanwhile`. */
  approved(look: Look, action: UiAction, meanwhile: () => Promise<unknown>): Promise<Acted>;
}

export interface Acted {
  /** `done`, `held: why`, `void: why`, or the code of a failure. */
  readonly outcome: string;
  readonly events: readonly string[];
}

const live = new AbortController().signal;
const guard = { origins: [], apps: [], rules: defaultGuardRules, off: false };
/** Of a browser without a window, px. */
const size = { width: 1280, height: 657 };

export function openHostilePage(take: (page: HostilePage) => void): void {
  let page: HostilePage | undefined;
  openBrowserAnd(startObeyingSite, (browser, site) => {
    page = pageIn(browser, site);
    take(page);
  });
  beforeEach(() => void page?.site.events.splice(0));
}

function pageIn(browser: TestBrowser, site: ObeyingSite): HostilePage {
  const { device } = browser;

  /** What the page posts last comes last. */
  const postedByNow = async (): Promise<readonly string[]> => {
    await site.change(`post('now')`);
    await until(() => site.events.includes('now'), 'now posted');
    return site.events.filter((event) => event !== 'now');
  };

  const perform = async (action: DeviceAction): Promise<Acted> => {
    const outcome = await device.perform(action, live).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof ActionFailedError) return error.code;
        throw error;
      },
    );
    return { outcome, events: await postedByNow() };
  };

  const judgement = (look: Look, action: UiAction) => {
    const activation = createJudgement({ controls: look.controls, size }, lexicon)(action);
    const run = { kind: 'device', action } as const;
    const verdict = guardAction(guard, { function: 'any', args: {}, effect: 'input', run, activation });
    const held = verdict.verdict === 'allow' ? '' : `held: ${verdict.verdict === 'confirm' ? verdict.reason : verdict.code}`;
    return { held, bound: judgedBy(action, activation.presses) };
  };

  return {
    site,
    browser,
    show: async (html) => {
      site.serve(html);
      return browser.go(site.url);
    },
    judged: (look, action) => judgement(look, action).held,
    act: async (look, action, meanwhile) => {
      const { held, bound } = judgement(look, action);
      if (held !== '') return { outcome: held, events: site.events };
      await meanwhile?.();
      return perform(withTargets(bound, (ref) => controlOf(look, ref)));
    },
    approved: async (look, action, meanwhile) => {
      const { bound } = judgement(look, action);
      await meanwhile();
      const now = await device.look();
      const [then, is] = [look, now].map(({ controls, application }) => ({ controls, size, address: application.url })) as [Sight, Sight];
      const rebound = rebind(action, then, is, lexicon);
      if (!rebound.fits) return { outcome: `void: ${rebound.because}`, events: await postedByNow() };
      const targets = [...rebound.targets];
      return perform(withTargets(bound, (ref) => targets.shift() ?? controlOf(now, ref)));
    },
  };
}

type Sight = Parameters<typeof rebind>[1];

function controlOf({ controls }: Look, { role, name, path }: ControlRef): Control {
  const found = controls.find((control) => control.path === path && control.role === role && control.name === name);
  if (!found) throw new Error(`no ${role} "${name}"`);
  return found;
}

export function ref({ controls }: Look, name: string): ControlRef {
  const found = controls.find((control) => control.name === name && control.interactive);
  if (!found) throw new Error(`No "${name}" among ${controls.map((control) => `${control.role} "${control.name}"`).join(', ')}.`);
  return { label: '1', role: found.role, name: found.name, path: found.path };
}

export function clickOn(look: Look, name: string, clickCount: 1 | 2 = 1): UiAction {
  return { type: 'click', target: { control: ref(look, name) }, button: 'left', clickCount };
}

/** Without a name: where the focus is. */
export function keys(pressed: string, look?: Look, name?: string): UiAction {
  return { type: 'press-keys', keys: pressed, ...(look && name !== undefined ? { target: { control: ref(look, name) } } : {}) };
}

export function choose(look: Look, name: string, value: string): UiAction {
  return { type: 'select-option', target: { control: ref(look, name) }, values: [value] };
}
