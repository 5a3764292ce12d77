// A person at a screen, as another client of its X server: node person.mjs, one JSON line a deed: {"click": [x, y]} · {"type": "text"} · {"press": "Enter"}. Each is answered by a line.
import { createInterface } from 'node:readline';
import nut from '@nut-tree-fork/nut-js';

const { Key, keyboard, mouse, Point } = nut;
keyboard.config.autoDelayMs = 5;
mouse.config.autoDelayMs = 5;

for await (const line of createInterface({ input: process.stdin })) {
  const { click, type, press } = JSON.parse(line);
  try {
    if (click) {
      await mouse.setPosition(new Point(...click));
      await mouse.leftClick();
    }
    if (type !== undefined) await keyboard.type(type);
    if (press) {
      await keyboard.pressKey(Key[press]);
      await keyboard.releaseKey(Key[press]);
    }
    console.log('done');
  } catch (error) {
    console.log(`failed: ${error}`);
  }
}
