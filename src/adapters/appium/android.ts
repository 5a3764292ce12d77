// Android: its driver's commands, its keys, and the two dialects of its page sources.
// UiAutomator2 names elements by class and reports `displayed`; raw uiautomator dumps use `<node>` and leave out invisible elements.
// Attributes are the same.
import type { Bounds } from '../../domain/ui/geometry.js';
import { type KnownPlatform, isStableId, statesOf, type Dialect } from './platform.js';
import type { XmlNode } from './xml-tree.js';

/** https://developer.android.com/reference/android/view/KeyEvent */
const pressKey = (keycode: number) => ({ name: 'pressKey', parameters: { keycode } });

export const android: KnownPlatform = {
  name: 'android',
  prefix: 'mobile',
  source: { isRoot: ({ tag }) => tag === 'hierarchy', dialectOf: ({ application }) => androidDialect(application) },
  scale: 1,
  front: { name: 'getCurrentPackage', idOf: (answer) => (typeof answer === 'string' ? answer : '') },
  applications: { launch: 'activateApp', byId: (appId) => ({ appId }), byFile: (appPath) => ({ appPath }) },
  pointer: { type: 'touch' },
  // prettier-ignore
  keys: {
    Enter: pressKey(66), Tab: pressKey(61), Escape: pressKey(111), Space: pressKey(62), Backspace: pressKey(67), Delete: pressKey(112),
    ArrowUp: pressKey(19), ArrowDown: pressKey(20), ArrowLeft: pressKey(21), ArrowRight: pressKey(22),
    Home: pressKey(122), End: pressKey(123), PageUp: pressKey(92), PageDown: pressKey(93),
    GoHome: pressKey(3), GoBack: pressKey(4), AppSwitch: pressKey(187), Power: pressKey(26),
    AudioVolumeUp: pressKey(24), AudioVolumeDown: pressKey(25), AudioVolumeMute: pressKey(164),
  },
};

/** `application`: its package; elements of other packages (status bar, keyboard) do not belong to it. */
function androidDialect(application: string): Dialect {
  return ({ tag, attributes }) => {
    const fullClass = attributes['class'] ?? tag;
    const className = fullClass.split(/[.$]/).at(-1) ?? fullClass;
    const text = attributes['text'] ?? '';
    const hint = attributes['hint'] ?? '';
    const masked = attributes['password'] === 'true';
    const clickable = ['clickable', 'long-clickable', 'checkable'].some((name) => attributes[name] === 'true');
    const id = (attributes['resource-id'] ?? '').replace(/^.*:id\//, '');
    const role = roleOf(className, { attributes, masked, clickable, id });
    const isField = role !== undefined && typedInto.has(role);
    const isChoice = role === 'combobox';
    const drawn = Number(attributes['drawing-order'] ?? Number.NaN);
    return {
      className,
      id,
      role,
      interactive: role !== undefined && (clickable || isField || actionable.has(role)),
      name:
        isField || isChoice ? attributes['content-desc'] || hint || wordsOf(isStableId(id) ? id : '') : attributes['content-desc'] || text,
      text: isField ? '' : text || (attributes['content-desc'] ?? ''),
      value: isField && text !== hint ? text : '',
      states: statesOf(attributes, ['checked', 'selected', 'focused']),
      box: boxOf(attributes['bounds']),
      enabled: attributes['enabled'] !== 'false',
      shown: attributes['displayed'] !== 'false',
      masked,
      foreign: 'package' in attributes && attributes['package'] !== application ? 'itself' : 'no',
      // A touch reaches a view through all those around it.
      clips: true,
      isStacked: true,
      drawn: Number.isNaN(drawn) ? undefined : drawn,
    };
  };
}

interface Facts {
  readonly attributes: XmlNode['attributes'];
  readonly masked: boolean;
  readonly clickable: boolean;
  readonly id: string;
}

const typedInto = new Set(['textbox', 'searchbox', 'password']);
const actionable = new Set(['combobox', 'slider', 'tab']);

/** The first that matches the end of the class name wins. */
const roles: readonly (readonly [RegExp, string])[] = [
  [/SearchAutoComplete$|SearchEditText$/, 'searchbox'],
  [/EditText$|AutoCompleteTextView$/, 'textbox'],
  [/ToggleButton$|Switch(Compat|Material)?$/, 'switch'],
  [/RadioButton$/, 'radio'],
  [/CheckBox$|CheckedTextView$/, 'checkbox'],
  [/Spinner$/, 'combobox'],
  [/SeekBar$|RatingBar$/, 'slider'],
  [/ProgressBar$/, 'progressbar'],
  [/Button$/, 'button'],
  [/(^|[a-z])Tab(View)?$/, 'tab'],
  [/ImageView$|^Image$/, 'img'],
  [/^Toast$/, 'status'],
];

function roleOf(className: string, { attributes, masked, clickable, id }: Facts): string | undefined {
  if (masked) return 'password';
  const known = roles.find(([pattern]) => pattern.test(className))?.[1];
  if (known !== undefined) return known;
  // The frame of Android's system dialogs.
  if (id === 'parentPanel') return 'dialog';
  if (attributes['checkable'] === 'true') return 'checkbox';
  if (clickable) return 'generic';
  if ((attributes['text'] ?? '') === '' && (attributes['content-desc'] ?? '') === '') return undefined;
  return attributes['heading'] === 'true' ? 'heading' : 'text';
}

/** `[left,top][right,bottom]`. */
function boxOf(text = ''): Bounds {
  const [left = 0, top = 0, right = 0, bottom = 0] = (/^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(text) ?? []).slice(1).map(Number);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** `user_name` and `userName` as words: the name of a field that has no other. */
function wordsOf(id: string): string {
  return id
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase()
    .trim();
}
