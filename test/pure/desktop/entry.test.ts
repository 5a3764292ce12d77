import { noAccessibility, type AccessibilityBus } from '../../../src/adapters/desktop/accessibility-bus.js';
import type { ActionTools } from '../../../src/adapters/desktop/live-controls.js';
import { UnansweredError, UnansweredInTimeError } from '../../../src/adapters/desktop/bus-connection.js';
import { setText } from '../../../src/adapters/desktop/entry.js';
import type { Hands } from '../../../src/adapters/desktop/input.js';
import { toolkitOf } from '../../../src/adapters/desktop/accessible.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { createSecrets } from '../../../src/adapters/masking-kit/secrets.js';

const bounds = { x: 10, y: 10, width: 100, height: 20 };
const field: Control = {
  id: ':1.7/field',
  role: 'textbox',
  name: 'Note',
  bounds,
  enabled: true,
  visible: true,
  interactive: true,
  path: '/23[1]/61[1]',
  source: 'tree',
};

/** A desktop with that field. `answer`: the application's, when it is asked to take a text. `keeps`: what it makes of it. `done`: what its mouse and keyboard did. */
function desktopWhere(
  answer: () => Promise<boolean>,
  keeps = (text: string): string => text,
): { readonly tools: ActionTools; readonly done: string[] } {
  const done: string[] = [];
  let held = 'once, ';
  const takes = async (text: string): Promise<boolean> => {
    const took = await answer();
    if (took) held = keeps(text);
    return took;
  };
  const note = (what: string) => async (): Promise<void> => void done.push(what);
  const bus: AccessibilityBus = {
    ...noAccessibility(),
    stateOf: async () => ({ name: 'Note', role: 61, states: new Set(['showing', 'editable'] as const) }),
    boundsOf: async () => bounds,
    childrenOf: async () => [],
    focus: async () => true,
    windowOf: async () => undefined,
    facesOf: async () => ['Text', 'EditableText'],
    textNow: async () => ({ text: held, places: { end: held.length } }),
    setText: (_ref, text) => takes(text),
    insertText: (_ref, { text }) => takes(`${held}${text}`),
  };
  const hands: Hands = {
    click: note('click'),
    hover: note('hover'),
    pressButton: note('pressButton'),
    carry: note('carry'),
    releaseButton: note('releaseButton'),
    wheel: note('wheel'),
    press: async (keys) => {
      done.push('press');
      if (keys.length === append.text.length) held += append.text;
    },
    screenshot: async () => new Uint8Array(),
    size: async () => ({ width: 800, height: 600 }),
    readClipboard: async () => '',
    writeClipboard: async () => undefined,
    windows: async () => [],
    activeWindow: async () => 0,
    focusWindow: async () => undefined,
  };
  const open = { id: 'notes', name: 'Notes', running: true, current: true, pid: 7, windows: [], bus: ':1.7' };
  const applications = {
    list: async () => [open],
    open: async () => [open],
    select: async () => undefined,
    raise: async () => undefined,
    launch: async () => undefined,
    close: async () => undefined,
  };
  const secrets = createSecrets('/nonexistent', {});
  return {
    done,
    tools: {
      bus,
      hands,
      applications,
      secrets,
      holding: { held: undefined, keep: async () => undefined, forget: async () => undefined },
      screen: { x: 0, y: 0, width: 800, height: 600 },
      platform: 'linux',
      front: undefined,
      scene: async () => ({ toolkit: toolkitOf('gtk'), places: new Map(), obstacles: [] }),
      readAll: async () => '',
      focusedInLook: async () => undefined,
    },
  };
}

const append = { type: 'set-text', target: { control: field }, text: 'twice', clear: false } as const;

describe('a text for a field', () => {
  test('is typed when the application refuses it', async () => {
    for (const answer of [async () => false, () => Promise.reject(new UnansweredError('no such method'))]) {
      const { tools, done } = desktopWhere(answer);
      await setText(tools, append);
      expect(done).toEqual(['click', 'press', 'press']);
    }
  });

  test.each([true, false])('is not typed as well when the application may only be late (cleared before: %p)', async (clear) => {
    const { tools, done } = desktopWhere(() => Promise.reject(new UnansweredInTimeError('not answered within 4 s')));
    await expect(setText(tools, { ...append, clear })).rejects.toThrow('not answered within 4 s');
    expect(done).toEqual([]);
  });

  test('is not typed when the application took it', async () => {
    const { tools, done } = desktopWhere(async () => true);
    expect(await setText(tools, append)).toBeUndefined();
    expect(done).toEqual([]);
  });

  test.each([
    ['more', (text: string) => `${text}\u0000`, 'was to hold 11 characters after this and holds 12 characters: they differ at its end'],
    [
      'less',
      (text: string) => text.replace('w', ''),
      'was to hold 11 characters after this and holds 10 characters: they differ from character 8 on',
    ],
  ])('HE7: that the field holds %s of is a failure', async (_what, keeps, told) => {
    const { tools } = desktopWhere(async () => true, keeps);
    await expect(setText(tools, append)).rejects.toMatchObject({ code: 'text-differs', message: expect.stringContaining(told) as string });
  });
});

test('LK22: a secret that is typed only where its page can be locked is refused before anything is touched', async () => {
  const { tools, done } = desktopWhere(async () => true);
  const secrets = createSecrets('/nonexistent', {
    resolveSecret: () => 'value',
    secretSettings: () => ({ origins: [], lockNetwork: true }),
  });
  const typing = setText({ ...tools, secrets }, { ...append, text: '{{secret:DOOR}}' });
  await expect(typing).rejects.toMatchObject({
    code: 'secret-refused',
    message: expect.stringContaining('secrets.DOOR.lockNetwork') as string,
  });
  expect(done).toEqual([]);
});
