// Tasks of finding what is named, and pressing it.
import type { Act, Solver } from '../../oracle/oracle.js';
import type { Situation } from '../../oracle/prompt.js';
import type { SeenControl } from '../../oracle/screen.js';
import { button, click, doneBefore, named, ofKind, one, select, thenSubmit, wait } from './kit.js';
import { isSimilar } from './synonyms.js';

const clickable = ['item', 'a', 'btn', 'tab'];

export const choosing: readonly Solver[] = [
  { tasks: ['click-test'], instruction: /^Click the button\.$/, solve: (situation) => one(ofKind(situation, 'btn')[0]) },
  {
    tasks: ['click-test-2', 'click-test-transfer'],
    instruction: /^Click button (ONE|TWO)\.$/,
    solve: (situation, [, name = '']) => one(button(situation, name)),
  },
  {
    tasks: ['click-button'],
    instruction: /^Click on the "(.*)" button\.$/,
    solve: (situation, [, name = '']) => one(button(situation, name)),
  },
  {
    tasks: ['click-button-sequence'],
    instruction: /^Click button ONE, then click button TWO\.$/,
    solve: (situation) => oneThenTwo(situation, 0),
  },
  {
    tasks: ['button-delay'],
    instruction: /^Click button ONE, wait (\d+) seconds, then click button TWO\.$/,
    solve: (situation, [, seconds = '0']) => oneThenTwo(situation, Number(seconds)),
  },
  {
    tasks: ['click-dialog'],
    instruction: /^Close the dialog box by clicking the "x"\.$/,
    solve: (situation) => one(button(situation, 'Close')),
  },
  {
    tasks: ['click-dialog-2'],
    instruction: /^Click the button in the dialog box labeled "(.*)"\.$/,
    solve: (situation, [, name = '']) => one(button(situation, name === 'x' ? 'Close' : name)),
  },
  {
    tasks: ['click-link'],
    instruction: /^Click on the link "(.*)"\.$/,
    solve: (situation, [, name = '']) => one(named(situation, clickable, name)),
  },
  {
    tasks: ['click-tab'],
    instruction: /^Click on (Tab #\d)\.$/,
    solve: (situation, [, name = '']) => one(named(situation, ['item', 'a'], name) ?? named(situation, ['tab'], name)),
  },
  {
    tasks: ['choose-list'],
    instruction: /^Select (.*) from the list and click Submit\.$/,
    solve: (situation, [, name = '']) => fromList(situation, [name]),
  },
  {
    tasks: ['click-scroll-list'],
    instruction: /^Select (.*) from the scroll list and click Submit\.$/,
    solve: (situation, [, names = '']) => fromList(situation, names.split(', ')),
  },
  {
    tasks: ['click-checkboxes-soft'],
    instruction: /^Select words similar to (.*) and click Submit\.$/,
    solve: (situation, [, words = '']) => ticked(situation, ({ name }) => words.split(', ').some((word) => isSimilar(word, name))),
  },
  {
    tasks: ['click-option', 'click-checkboxes', 'click-checkboxes-large', 'click-checkboxes-transfer'],
    instruction: /^Select (.*) and click Submit\.$/,
    solve: (situation, [, names = '']) => ticked(situation, ({ name }) => names.split(', ').includes(name)),
  },
  {
    tasks: ['click-widget'],
    instruction: /^Click on a "(\w+)" widget\.$/,
    solve: (situation, [, widget = '']) => one(widgetOf(situation, widget)),
  },
  {
    tasks: ['ascending-numbers'],
    instruction: /^Click on the numbers in ascending order\.$/,
    solve: (situation) => one(named(situation, ['item'], '1') ?? ofKind(situation, 'item')[0]),
  },
  {
    tasks: ['buy-ticket'],
    instruction: /^Buy the ticket with the (cheapest|shortest|longest|most expensive) \w+ ?\.$/,
    solve: (situation, [, wish = '']) => one(ticket(situation, wish)),
  },
];

/** A button that was clicked has the focus, whatever became of the word about it. */
function oneThenTwo(situation: Situation, seconds: number): readonly Act[] | undefined {
  const [first, second] = [button(situation, 'ONE'), button(situation, 'TWO')];
  const begun = first?.states.includes('focused') || doneBefore(situation, 'click_input', '"ONE"').length > 0;
  // A step takes a second or two by itself; of several actions in one the second comes at once.
  const pause = situation.several && seconds > 1 && doneBefore(situation, 'wait').length === 0 ? [wait(seconds - 1)] : [];
  if (begun) return second && [...pause, click(second)];
  return first && [click(first), ...pause, ...(second ? [click(second)] : [])];
}

function fromList(situation: Situation, values: readonly string[]): readonly Act[] | undefined {
  const [list] = ofKind(situation, 'combo', 'list');
  if (!list) return undefined;
  const isChosen = list.value === values.join(', ') || doneBefore(situation, 'select_option').length > 0;
  return thenSubmit(situation, isChosen ? [] : [select(list, values)]);
}

function ticked(situation: Situation, isWanted: (control: SeenControl) => boolean): readonly Act[] | undefined {
  const open = ofKind(situation, 'chk', 'rad').filter((control) => control.states.includes('checked') !== isWanted(control));
  return thenSubmit(
    situation,
    open.filter(({ kind, states }) => kind === 'chk' || !states.includes('checked')).map((control) => click(control)),
  );
}

function widgetOf(situation: Situation, widget: string): SeenControl | undefined {
  const kinds: Readonly<Record<string, string>> = { radio: 'rad', checkbox: 'chk', button: 'btn', text: 'box', textarea: 'box' };
  const found = ofKind(situation, kinds[widget] ?? widget);
  if (widget !== 'text' && widget !== 'textarea') return found[0];
  return found.find(({ format }) => format.startsWith('several lines') === (widget === 'textarea'));
}

/** Each ticket is a duration, then a button with its price. */
function ticket({ lines }: Situation, wish: string): SeenControl | undefined {
  const offers: { readonly control: SeenControl; readonly price: number; readonly minutes: number }[] = [];
  let minutes = 0;
  for (const line of lines) {
    if (line.type === 'texts') minutes = minutesIn(line.texts.join(' ')) ?? minutes;
    const [, price] = line.type === 'control' ? (/\$(\d+)$/.exec(line.name) ?? []) : [];
    if (line.type === 'control' && price !== undefined) offers.push({ control: line, price: Number(price), minutes });
  }
  const key = wish === 'shortest' || wish === 'longest' ? 'minutes' : 'price';
  const sorted = offers.toSorted((one, other) => one[key] - other[key]);
  return (wish === 'shortest' || wish === 'cheapest' ? sorted[0] : sorted.at(-1))?.control;
}

export function minutesIn(text: string): number | undefined {
  const [, hours, minutes] = /(\d+)h (\d+)m/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
