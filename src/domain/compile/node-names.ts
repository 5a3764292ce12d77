// Names of compiled nodes, from what they do; none twice, nor with the variables of another.
import { oneLine } from '../flow/one-line.js';
import { prefixOf } from '../flow/variables.js';
import type { Target } from '../anchors/anchors.schema.js';
import type { NodeTypeInput } from '../flow/document.js';
import type { ActInput } from './drafts.js';

const longest = 50;

export function createNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const name = oneLine(wanted, longest);
    for (let count = 1; ; count++) {
      const one = count === 1 ? name : `${name} ${count}`;
      if (taken.has(prefixOf(one))) continue;
      taken.add(prefixOf(one));
      return one;
    }
  };
}

/** `Click Delete of row`: values by their names. */
export function nameOf(type: NodeTypeInput): string {
  return words(type)
    .replace(/\{\{(?:var|secret):([^{}]+)\}\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function words(type: NodeTypeInput): string {
  switch (type.type) {
    case 'Act':
      return deedWords(type);
    case 'Read':
      return `Read ${targetWords(type.target)}`;
    case 'Expect':
      return `Expect ${(type.screen.title || type.screen.headings?.[0] || 'the last screen').replace(/\p{N}+/gu, '#')}`;
    case 'AiStep':
      return type.prompt;
    case 'Ask':
      return type.question ?? type.confirmation ?? '';
    case 'FocusWindow':
      return `Focus ${type.value}`;
    case 'Loop':
      return `For each ${type.as ?? 'row'}`;
    default:
      return type.type;
  }
}

function deedWords({ deed, target }: ActInput): string {
  const on = target === undefined ? '' : targetWords(target);
  switch (deed.type) {
    case 'SetText':
      return `Fill in ${on}`;
    case 'PressKeys':
      return `Press ${deed.keys}${on === '' ? '' : ` in ${on}`}`;
    case 'Select':
      return `Choose ${deed.values.join(', ')} in ${on}`;
    case 'Navigate':
      return `Open ${deed.url}`;
    case 'GoBack':
      return 'Go back';
    case 'LaunchApp':
      return `Launch ${deed.app_name}`;
    case 'Drag':
      return `Drag ${on} to ${targetWords(deed.to)}`;
    case 'Scroll':
      return `Scroll ${on}`;
    default:
      return `${deed.type} ${on}`;
  }
}

function targetWords({ name, role, row }: Target | NonNullable<ActInput['target']>): string {
  return `${name ?? role}${row === undefined ? '' : ` of ${row.join(', ')}`}`;
}
