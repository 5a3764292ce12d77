import { createReaderOnUse } from '../../../src/adapters/desktop/reading-desktop.js';
import { until } from '../../support/until.js';

function stage(idleMs: number) {
  const story: string[] = [];
  const answers: (() => void)[] = [];
  const reader = createReaderOnUse(async () => {
    story.push('loaded');
    return {
      read: () => new Promise((resolve) => void answers.push(() => resolve([]))),
      close: async () => void story.push('closed'),
    };
  }, idleMs);
  const picture = new Uint8Array();
  return {
    story,
    reader,
    read: async () => {
      const reading = reader.read(picture);
      await until(() => answers.length > 0, 'the picture');
      return { reading, answer: () => answers.shift()?.() };
    },
  };
}

test('a reader is loaded with the first picture, and closed when none was read for a while', async () => {
  const { story, read } = stage(20);
  expect(story).toEqual([]);
  for (const each of [['loaded'], ['loaded', 'closed', 'loaded']]) {
    const { reading, answer } = await read();
    expect(story).toEqual(each);
    answer();
    expect(await reading).toEqual([]);
    await until(() => story.at(-1) === 'closed', 'its end');
  }
});

test('a reader is not closed while another picture is read, and is once for good', async () => {
  const { story, reader, read } = stage(1);
  const [first, second] = [await read(), reader.read(new Uint8Array())];
  first.answer();
  await first.reading;
  // As long as the reader would be kept idle: timers of one length end in the order in which they began.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(story).toEqual(['loaded']);
  first.answer();
  await second;
  await reader.close();
  expect(story).toEqual(['loaded', 'closed']);
});
