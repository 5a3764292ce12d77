// What an approval would be for if it were remembered for its run, read from the screen that the action was judged on.
//
// remembering-1. Only an approval for a control that can be told again can be remembered: one of the tree, with a name, not told twice, on a page with an address of its own or in an application.
// remembering-2. It is for the whole page as it reads: address with its query, titles, every heading, text, link, field and what is chosen in it, in their order. What tells one object from another stands anywhere on a page; only what
//     changes by itself and tells none (noise.ts) is left out.
// remembering-3. Of the guard's kinds only what sends can be remembered: what deletes, pays, agrees, configures and the like is asked about each time. So is what is typed, which may be
//     secret, and what stands beside something that cannot be read: a masked value, a picture without words.
import { doingOf } from '../action/actions.js';
import type { Doing } from '../action/columns.js';
import { defined } from '../collections.js';
import type { Remembering } from '../human/approvals.js';
import type { Control } from '../ui/control.js';
import { digestOf } from '../ui/digest.js';
import { createOutwards } from '../ui/outwards.js';
import type { UiActionOf } from '../ui/ui-action.js';
import { placeOf, type JudgedPage } from './judged-page.js';
import type { Lexicon } from './lexicon.js';
import { isNameless } from './nameless.js';
import { withoutNoise, type NoisyText } from './noise.js';
import { riskReasons, type RiskKind } from './risk.js';
import { isField, type GuardedScreen } from './screen.js';

interface Rememberable {
  readonly action: UiActionOf<unknown>;
  /** What it would press or fill in. */
  readonly target: Control | undefined;
  readonly page: JudgedPage;
  readonly risks: readonly RiskKind[];
  readonly lexicon: Lexicon;
}

const longestText = 120;
const drawn: ReadonlySet<string> = new Set(['canvas', 'img', 'image', 'graphics-document', 'graphics-symbol', 'figure', 'video', 'iframe']);
/** Their names carry counters; those of buttons and options say what they do. */
const counting: ReadonlySet<string> = new Set(['link', 'tab', 'menuitem', 'treeitem']);
const chosen: ReadonlySet<string> = new Set(['checked', 'mixed', 'selected', 'pressed', 'current']);
const frames = /(?:^|\/|>>|::)(?:header|footer|aside)(?:\[\d+\]|#[\w-]+)?$/;
const contents = /(?:^|\/|>>|::)(?:main|article|form|dialog)(?:\[\d+\]|#[\w-]+)?$/;
const rows = /(?:^|\/|>>|::)(?:li|tr|row|listitem)(?:\[\d+\]|#[\w-]+)?$/;

export function rememberingOf(screen: GuardedScreen, { action, target, page, risks, lexicon }: Rememberable): Remembering {
  const always = risks.find((kind) => kind !== 'sends');
  if (always) return { not: `what ${riskReasons[always]} is asked about each time` };
  const doing = doingOf(action);
  if (types(doing)) return { not: 'what is typed is asked about each time' };
  if (doing?.does === 'drag' || !target?.interactive || target.source !== 'tree' || drawn.has(target.role))
    return { not: 'it aims at no control that could be told again' };
  const { role, path, name, leads = '', carries = '' } = target;
  if (isNameless(target)) return { not: 'the control has no name' };
  if (screen.controls.filter((each) => each.path === path && each.role === role && each.name === name).length !== 1)
    return { not: 'nothing tells the control from another one' };
  if (placeOf(page) === undefined) return { not: 'the page has no address of its own' };
  if (screen.surroundingsOf(target).some((each) => drawn.has(each.role) && each.name === ''))
    return { not: 'a picture beside it has no words' };
  if (screen.controls.some(({ masked, value = '' }) => masked && value !== '')) return { not: 'a value on the page is masked' };
  const { type, deed } = deedOf(action);
  const what = [type, deed, role, name, path, leads, carries, ...placeLines(page, screen, lexicon), ...linesOf(screen, target, lexicon)];
  return { what: { text: `${type} ${role} "${name.replace(/\s+/g, ' ').slice(0, longestText)}"`, digest: digestOf(what.join('\n')) } };
}

/** Named keys say nothing. */
function types(doing: Doing<unknown> | undefined): boolean {
  return doing?.does === 'write' || (doing?.does === 'keys' && /[^{}+^%]/.test(doing.keys.replace(/\{\w+\}/g, '')));
}

/** Without the target, whose label changes with each look. */
function deedOf({ type, ...more }: UiActionOf<unknown>): { readonly type: string; readonly deed: string } {
  return { type, deed: JSON.stringify(Object.entries(defined(more)).filter(([key]) => key !== 'target')) };
}

function placeLines({ application, address = '' }: JudgedPage, { about }: GuardedScreen, lexicon: Lexicon): readonly string[] {
  return [application, address, ...about.map((text) => withoutNoise({ text }, lexicon.noise))];
}

function linesOf({ controls }: GuardedScreen, target: Control, lexicon: Lexicon): readonly string[] {
  const outwards = createOutwards(controls);
  return controls.map((control, index) => {
    const { role, name, value = '', states = [] } = control;
    const isRead = control !== target && (counting.has(role) || (!control.interactive && !isField(control)));
    const place = placeIn(outwards(control.path));
    const text = isRead ? withoutNoise({ text: name, before: controls[index - 1]?.name ?? '', place }, lexicon.noise) : name;
    return [role, text, value, ...states.filter((state) => chosen.has(state))].join('\t');
  });
}

function placeIn(around: readonly string[]): NoisyText['place'] {
  const stands = (pattern: RegExp): boolean => around.some((each) => pattern.test(each));
  if (stands(rows)) return 'row';
  return stands(frames) && !stands(contents) ? 'frame' : undefined;
}
