// The prompts that this version would write in the situations of recorded calls (bench/record-prompts.mjs), and what they cost.
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { wireSchema } from '../../dist/adapters/model-kit/json-reply.js';
import { sentSide, usedPart, wantsPicture } from '../../dist/domain/agent/pictures.js';
import { pictureTokens } from '../../dist/domain/budget/picture-tokens.js';
import { appSequenceReplySchema } from '../../dist/domain/agent/replies.schema.js';
import { isShownBefore } from '../../dist/domain/agent/decision.js';
import { observationText } from '../../dist/domain/ui/observation-text.js';
import { appSystemPrompt, appUserPrompt } from '../../dist/prompts/app-agent.js';

const schemaTokens = tokensOf(JSON.stringify(wireSchema(appSequenceReplySchema)));

/** Tokens of the recorded calls, and of the same situations now: a HostAgent with one application asks nothing any more. */
export function costs({ runs, schemas }) {
  const before = { text: 0, pictures: 0, calls: 0 };
  const now = { text: 0, pictures: 0, calls: 0 };
  for (const { calls } of runs) {
    for (const { told } of calls) {
      before.calls += 1;
      before.text += told.text + schemas[told.schema];
      before.pictures += told.pictures.reduce((sum, size) => sum + pictureTokens(size), 0);
    }
    const own = calls.filter(({ agent }) => agent === 'app');
    own.forEach((call, index) => {
      now.calls += 1;
      now.text += tokensOf(promptOf(call, own[index - 1])) + schemaTokens;
      now.pictures += pictureOf(call, own[index - 1]);
    });
  }
  return { before, now };
}

export function promptOf({ input, controls }, last) {
  const isTold = last && isShownBefore(last.input.observation, input.observation, input.record.step);
  const screen = observationText(controls, { before: isTold ? last.controls : [] });
  return `${appSystemPrompt({ actionSequence: true, browser: true })}\n${appUserPrompt({ input, screen, images: false })}`;
}

function pictureOf({ input, controls, screen }, last) {
  const result = input.memory.at(-1)?.result ?? '';
  const wish = {
    setting: 'when-needed',
    asked: last?.decided.status === 'SCREENSHOT',
    unclear: /nothing visible changed|^failed|unknown/.test(result),
    held: input.observation.held !== undefined,
  };
  if (!wantsPicture(wish, controls)) return 0;
  const { width, height } = usedPart(controls, screen) ?? screen;
  const scale = sentSide({ width, height }) / Math.max(width, height);
  return pictureTokens({ width: Math.round(width * scale), height: Math.round(height * scale) });
}

function tokensOf(text) {
  return encode(text).length;
}
