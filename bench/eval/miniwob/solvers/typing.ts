// Tasks of copying a text into a field. The blank at its end, which no list shows, has to come along: by the keys that copy and paste.
import type { Act, Solver } from '../../oracle/oracle.js';
import type { Situation } from '../../oracle/prompt.js';
import type { SeenControl } from '../../oracle/screen.js';
import { doneBefore, ofKind, press, thenSubmit } from './kit.js';

export const typing: readonly Solver[] = [
  {
    tasks: ['copy-paste'],
    instruction: /^Copy the text in the textarea below, paste it into the textbox and press Submit\.$/,
    solve(situation) {
      const boxes = ofKind(situation, 'box');
      // Both hold it once it is pasted.
      const from = boxes.find(({ value }) => value !== '');
      return copied(
        situation,
        from,
        boxes.find((box) => box !== from),
      );
    },
  },
  {
    tasks: ['copy-paste-2'],
    instruction: /^Copy the text from the (\d)\w\w text area below and paste it into the text input, then press Submit\.$/,
    solve(situation, [, position = '']) {
      const boxes = ofKind(situation, 'box');
      return copied(situation, boxes[Number(position) - 1], boxes.at(-1));
    },
  },
];

function copied(situation: Situation, from: SeenControl | undefined, to: SeenControl | undefined): readonly Act[] | undefined {
  if (!from || !to) return undefined;
  if (to.value !== '' && to.value === from.value) return thenSubmit(situation, []);
  const isCopied = doneBefore(situation, 'keyboard_input', '^a^c').length > 0;
  return [...(isCopied ? [] : [press(from, '^a^c')]), press(to, '^v')];
}
