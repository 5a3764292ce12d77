// What the calls of recorded runs (MiniWoB, the shop, gentelella) cost with the prompts of before, and with those of today (HE32).
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { compared, plain } from '../lib/figures.mjs';
import { costs } from '../lib/rebuilt-prompts.mjs';

const recording = new URL('../../test/support/recordings/prompts/runs.json.gz', import.meta.url);

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export async function measurePrompts(say) {
  const recorded = JSON.parse(gunzipSync(readFileSync(recording)));
  const { before, now } = costs(recorded);
  say(`${recorded.runs.length} runs: ${before.calls} calls before, ${now.calls} now`);
  return [
    compared(
      `prompts of ${recorded.runs.length} recorded runs, pictures included`,
      'tokens',
      now.text + now.pictures,
      before.text + before.pictures,
      {
        atMost: 0.4,
      },
    ),
    compared('… their texts and schemas alone', 'tokens', now.text, before.text, { atMost: 0.7 }),
    compared('… a call', 'tokens', (now.text + now.pictures) / now.calls, (before.text + before.pictures) / before.calls, { atMost: 0.5 }),
    compared('… a call: texts and schema', 'tokens', now.text / now.calls, before.text / before.calls),
    compared('… a call: pictures', 'tokens', now.pictures / now.calls, before.pictures / before.calls),
    plain('… calls of models', 'calls', now.calls),
  ];
}
