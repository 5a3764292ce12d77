// HE30: whether there is a picture, of which part, at which size, and what its fractions mean.
import { describe, expect, test } from '@jest/globals';
import { appPictures } from '../../../src/activities/agent/decide-screen.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { DecideAppInput } from '../../../src/domain/agent/decision.js';
import { picture } from '../../support/picture.js';
import { pictureTokens } from '../../../src/domain/budget/picture-tokens.js';
import { onWholeScreen, sentSide, usedPart, wantsPicture } from '../../../src/domain/agent/pictures.js';
import { labelControls } from '../../../src/domain/ui/control-list.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { pointTarget } from '../../../src/domain/action/call-references.js';
import { isShownBefore } from '../../../src/domain/agent/decision.js';
import { control } from '../../support/decide-inputs.js';
import { observation } from './cases.js';

const listed = (...controls: readonly Control[]) => labelControls(controls, { roles: ['button', 'textbox', 'canvas', 'generic'] }).controls;
const calm = { asked: false, unclear: false, pressed: false };
const box = (x: number, y: number, width: number, height: number) => ({ bounds: { x, y, width, height } });

describe('when-needed', () => {
  test.each<[string, readonly Control[], boolean]>([
    ['everything has a name', [control('button', 'Save'), control('text', 'All saved')], false],
    ['a control has none', [control('button', 'Save'), control('button', '')], true],
    ['a field has a value instead', [control('textbox', '', { value: 'x' })], false],
    ['a canvas', [control('button', 'Save'), control('canvas', 'chart', box(0, 0, 300, 200))], true],
    ['a picture without words', [control('button', 'Save'), control('img', '', box(0, 0, 300, 200))], true],
    ['a picture with words', [control('button', 'Save'), control('img', 'A map', box(0, 0, 300, 200))], false],
    [
      'a colour is all that something is called by',
      [control('button', 'Save'), control('generic', 'red #ff0000', { guessed: true })],
      true,
    ],
    ['a colour that somebody wrote', [control('button', 'Save'), control('generic', 'red #ff0000')], false],
    ['an ornament', [control('button', 'Save'), control('img', '', box(0, 0, 20, 20))], false],
    ['words that were read off the pixels', [control('button', 'Save', { source: 'ocr' })], true],
    ['nothing can be used', [control('text', 'Loading')], true],
    ['what is hidden does not count', [control('button', 'Save'), control('button', '', { visible: false })], false],
  ])('HE30: %s', (_case, controls, expected) => {
    expect(wantsPicture({ ...calm, setting: 'when-needed' }, listed(...controls))).toBe(expected);
  });

  test('HE30: the model asked, the last action left nothing to see, or something is held', () => {
    const plain = listed(control('button', 'Save'));
    for (const more of [{ asked: true }, { unclear: true }, { pressed: true }]) {
      expect(wantsPicture({ ...calm, ...more, setting: 'when-needed' }, plain)).toBe(true);
      expect(wantsPicture({ ...calm, ...more, setting: 'never' }, plain)).toBe(false);
    }
  });

  test('HE30: `always` is always', () => {
    expect(wantsPicture({ ...calm, setting: 'always' }, listed(control('button', 'Save')))).toBe(true);
  });
});

describe('the part that is used', () => {
  const screen = { width: 1280, height: 800 };

  test('HE30: the box around what is listed, with a margin', () => {
    const part = usedPart([control('button', 'A', box(100, 100, 50, 20)), control('text', 'B', box(300, 200, 60, 20))], screen, undefined);
    expect(part).toEqual({ x: 76, y: 76, width: 308, height: 168 });
  });

  test('HE30: the whole screen where nearly all of it is used, or nothing is listed', () => {
    expect(usedPart([control('button', 'A', box(0, 0, 1270, 790))], screen, undefined)).toBeUndefined();
    expect(usedPart([], screen, undefined)).toBeUndefined();
  });

  test('HE30: what is out of sight, out of the screen or only scrolls does not widen it', () => {
    const used = control('button', 'A', box(100, 100, 50, 20));
    const others = [
      control('button', 'B', { visible: false, ...box(900, 700, 50, 20) }),
      control('button', 'C', box(200, 5_000, 50, 20)),
      control('button', 'D', { beyond: 'below', ...box(200, 400, 50, 20) }),
      control('scrollarea', '', box(0, 0, 1280, 800)),
    ];
    expect(usedPart([used, ...others], screen, undefined)).toEqual(usedPart([used], screen, undefined));
  });

  test('HE30: with all that is drawn, whether a list has it or not', () => {
    const drawn = { x: 500, y: 300, width: 60, height: 60 };
    expect(usedPart([control('button', 'A', box(100, 100, 50, 20))], screen, drawn)).toEqual({ x: 76, y: 76, width: 508, height: 308 });
    expect(usedPart([], screen, drawn)).toEqual({ x: 476, y: 276, width: 108, height: 108 });
  });

  test('HE30: fractions of the part are told to the device as fractions of the screen', () => {
    const part = { x: 320, y: 200, width: 640, height: 400 };
    const moved = onWholeScreen(
      { type: 'drag', from: pointTarget(0, 0), to: pointTarget(1, 0.5), via: [pointTarget(0.5, 0.5)], button: 'left' },
      part,
      screen,
    );
    expect(moved).toMatchObject({
      from: { point: { x: 0.25, y: 0.25 } },
      to: { point: { x: 0.75, y: 0.5 } },
      via: [{ point: { x: 0.5, y: 0.5 } }],
    });
    const released = {
      type: 'release',
      target: { point: { x: 9, y: 9 }, unit: 'px' },
      pressed: { point: { x: 1, y: 1 }, unit: 'px' },
    } as const;
    expect(onWholeScreen(released, part, screen)).toEqual(released);
  });
});

test('HE30, HE24: what has to be scrolled into view has no label in it', async () => {
  const artifacts = createMemoryArtifactStore();
  const images = createSharpImages();
  const screenshot = await artifacts.put(await picture(200, 100), 'image/png');
  const shown = async (...controls: readonly Control[]): Promise<unknown> => {
    const wish = { ...observation(1), screenshot };
    const sent = await appPictures({ observation: wish, pictures: 'always' } as DecideAppInput, listed(...controls), { artifacts, images });
    return sent.annotated;
  };
  const seen = control('button', 'A', box(20, 40, 40, 20));
  expect(await shown(seen, control('button', 'B', { beyond: 'below', ...box(20, 70, 40, 20) }))).toBe(await shown(seen));
  expect(await shown(seen, control('button', 'B', box(20, 70, 40, 20)))).not.toBe(await shown(seen));
});

describe('its size', () => {
  test.each([
    [1280, 800, 1_105],
    [512, 512, 255],
    [208, 258, 255],
    [2048, 1024, 1_105],
    [4096, 8192, 1_105],
  ])('HE32: %i × %i costs %i tokens', (width, height, tokens) => {
    expect(pictureTokens({ width, height })).toBe(tokens);
  });

  test('HE30: it is made smaller where that saves squares and can still be read, else not', () => {
    expect(sentSide({ width: 400, height: 300 })).toBe(400);
    const side = sentSide({ width: 1280, height: 800 });
    expect(side).toBeLessThanOrEqual(1_024);
    expect(side).toBeGreaterThanOrEqual(998);
    expect(pictureTokens({ width: side, height: (side * 800) / 1280 })).toBeLessThan(1_105);
  });
});

describe('what the prompt before told', () => {
  const page = observation(1);

  test.each([
    ['on the same page', page, 2, true],
    ['every fifth step in full', page, 6, false],
    ['under another title', { ...page, title: 'Done' }, 2, false],
    ['at another address', { ...page, application: { ...page.application, url: 'http://shop.test/other' } }, 2, false],
  ] as const)('HE31: %s', (_case, now, step, expected) => {
    expect(isShownBefore(page, now, step)).toBe(expected);
  });
});
