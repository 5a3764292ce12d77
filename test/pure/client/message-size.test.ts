import { describe, expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { largestMessage, sizeText } from '../../../src/domain/human/message-size.js';
import { sendUpdate } from '../../../src/client/updates.js';
import { answerUpdate, requestUpdate } from '../../../src/workflows/messages.js';

/** Tells what it was given to send. */
function sender(): { readonly client: Client; readonly sent: unknown[] } {
  const sent: unknown[] = [];
  const handle = { executeUpdate: (_: unknown, { args }: { args: unknown[] }) => (sent.push(...args), Promise.resolve('accepted')) };
  const client = { withDeadline: (_: number, call: () => unknown) => call(), workflow: { getHandle: () => handle } };
  return { client: client as unknown as Client, sent };
}

describe('a message to a run', () => {
  test('that would stop the run for ever is refused before it is sent', async () => {
    const { client, sent } = sender();
    const answer = { requestId: 'q1', answers: ['n'.repeat(2_500_000)] };
    await expect(sendUpdate(client, 'flow-1', answerUpdate, answer)).rejects.toMatchObject({
      code: 'refused',
      message: "The message 'answer' has 2.6 MB; at most 256 kB: say where the rest can be found.",
    });
    // Its bytes count, not its characters.
    await expect(sendUpdate(client, 'agent-1', requestUpdate, { text: 'ü'.repeat(largestMessage / 2) })).rejects.toThrow(
      "The message 'request' has",
    );
    expect(sent).toEqual([]);
  });

  test('that fits is sent as it is', async () => {
    const { client, sent } = sender();
    const text = 'n'.repeat(largestMessage - 100);
    expect(await sendUpdate(client, 'agent-1', requestUpdate, { text })).toBe('accepted');
    expect(sent).toEqual([{ text }]);
  });

  test.each([
    [1_000, '1 kB'],
    [256_001, '257 kB'],
    [2_500_001, '2.6 MB'],
  ])('of %d bytes has %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
