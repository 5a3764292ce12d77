// An action as a person says it: `Click “Place order”`, `Type “blue notebook” into “Search”`. Whoever speaks of it: an agent's function, a flow's tool, an
// explorer's verb, a tool of somebody else's server. The table of actions has the words.
//
// words-1. Nothing of what runs is left out, since an approval shows it: an argument that a wording does not take stands behind it, as it was given.
import { deedWords, wordingOf } from '../action/actions.js';
import { aimWords, named, type Wording } from '../action/wording.js';
import { own } from '../collections.js';
import { capital, recordOf, textOf, type Data } from '../checks/read-stored.js';

export function actionWords(action: Data): string {
  const name = textOf(action['function']);
  const args = recordOf(action['args']) ?? {};
  const { takes, say } = own(besides, name) ?? wordingOf(name) ?? asNamed(name);
  const rest = Object.entries(args).filter(([argument, value]) => !takes.includes(argument) && !isUsual(argument, value));
  const words = say(aimWords(action['target']), args).trim();
  return rest.length === 0 ? words : `${words} ${JSON.stringify(Object.fromEntries(rest))}`;
}

/** One that ran, in the form of a decided one: what was approved earlier is decided in no step of its own. */
export function performedAction(run: Data): Data {
  const { target, text, clear, keys, values, url, name, button, clickCount } = recordOf(run['action']) ?? {};
  return {
    function: run['function'],
    target: recordOf(target)?.['control'],
    args: { text, clear_current_text: clear, keys, values, url, name, button, click_count: clickCount },
  };
}

/** Not worth saying: absent, or what is done where nothing else is said. */
function isUsual(argument: string, value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false || (argument === 'button' && value === 'left');
}

function asNamed(name: string): Wording {
  return { takes: [], say: (aim) => `${capital(name.replaceAll('_', ' '))} ${aim}` };
}

/** What flows call beside actions. */
const besides: Readonly<Record<string, Wording>> = {
  find_text: named('Find', 'text'),
  'flow:act': { takes: ['deed', 'target'], say: (_, { deed, target }) => actWords(recordOf(deed) ?? {}, aimWords(target)) },
  'flow:read': { takes: ['target'], say: (_, { target }) => `Read ${aimWords(target)}` },
  'flow:expect': { takes: [], say: () => 'Look whether the expected screen is there' },
};

function actWords(deed: Data, aim: string): string {
  const type = textOf(deed['type']);
  return own(deedWords, type)?.words(aim, deed) ?? asNamed(type).say(aim, {});
}
