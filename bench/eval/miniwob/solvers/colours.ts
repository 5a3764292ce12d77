// Tasks of colours. A patch of colour is listed with its value: `(lime #00ff00)`.
import type { Solver } from '../../oracle/oracle.js';
import type { Situation } from '../../oracle/prompt.js';
import type { SeenControl } from '../../oracle/screen.js';
import { click, doneBefore, ofKind, one, thenSubmit } from './kit.js';

/** Of CSS. */
const values: Readonly<Record<string, string>> = {
  ...{ red: 'ff0000', green: '008000', blue: '0000ff', olive: '808000', lime: '00ff00', black: '000000', white: 'ffffff', grey: '808080' },
  ...{ purple: '800080', orange: 'ffa500', yellow: 'ffff00', cyan: '00ffff', aqua: '00ffff', pink: 'ffc0cb', magenta: 'ff00ff' },
};

export const colours: readonly Solver[] = [
  {
    tasks: ['click-color'],
    instruction: /^Click on the (\w+) colored box\.$/,
    // The instruction may show the colour as a patch of its own, above the others.
    solve: (situation, [, colour = '']) => one(ofColour(situation, colour).at(-1)),
  },
  {
    tasks: ['click-shades'],
    instruction: /^Select all the shades of (red|green|blue) and press Submit\.$/,
    solve: (situation, [, colour = '']) => {
      const shades = ofKind(situation, 'item').filter((control) => dominant(control) === colour);
      // What was clicked looks as before in the list.
      return thenSubmit(situation, shades.slice(doneBefore(situation, 'click_input').length).map(click));
    },
  },
];

export function isOfColour({ name }: SeenControl, colour: string): boolean {
  const value = values[colour];
  return value !== undefined && name.includes(`#${value}`);
}

function ofColour(situation: Situation, colour: string): readonly SeenControl[] {
  return ofKind(situation, 'item').filter((control) => isOfColour(control, colour));
}

function dominant({ name }: SeenControl): string | undefined {
  const [, hex] = /#([\da-f]{6})/.exec(name) ?? [];
  if (hex === undefined) return undefined;
  const parts = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
}
