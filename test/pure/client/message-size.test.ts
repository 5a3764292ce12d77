import { describe, expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { flowDocuments } from '../../../src/client/library/start-flow.js';
import { prepareAgent, prepareExplorer, prepareFlow } from '../../../src/client/inputs.js';
import { largestMessage, sizeText } from '../../../src/domain/human/message.js';
import { InputError } from '../../../src/domain/errors/input-error.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
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

describe('what a run is started with', () => {
  const flow = { name: 'fill', nodes: [], edges: [] };
  const huge = 'ü'.repeat(1_500_000);
  const steps = ['open the shop', huge];

  test.each<[string, () => unknown, string, string]>([
    ['the request of an agent', () => prepareAgent({ request: huge }), 'input.request', 'at most 256 kB'],
    ['the plan of an agent', () => prepareAgent({ plan: { steps } }), 'input.plan', 'at most 256 kB'],
    ['the goal of an explorer', () => prepareExplorer({ goal: huge, device: { url: 'http://localhost' } }), 'input.goal', 'at most 256 kB'],
    ['the variables of a flow', () => prepareFlow({ flow, variables: { all: huge } }), 'input.variables', 'at most 1.5 MB'],
    ['the document of a flow', () => prepareFlow({ flow: { ...flow, description: huge } as never }), 'input.flow', 'at most 1.5 MB'],
    ['the called flows of a flow', () => prepareFlow({ flow, flows: { other: { ...flow, name: huge } } }), 'input.flows', 'at most 1.5 MB'],
  ])('FL20: %s is refused, by its field and the limit, where Temporal could not carry it', (_, prepare, field, limit) => {
    expect(prepare).toThrow(InputError);
    expect(prepare).toThrow(expect.objectContaining({ field, message: expect.stringContaining(limit) }));
    expect(prepare).toThrow(/this one has 3\.\d MB: say where the rest can be found/);
  });

  test('FL20: what fits is taken as it is', () => {
    const request = 'n'.repeat(largestMessage - 100);
    expect(prepareAgent({ request }).input).toEqual({ request });
    const variables = { all: 'n'.repeat(1_000_000) };
    expect(prepareFlow({ flow, variables }).input).toEqual({ flow, variables });
  });

  test('FL20: documents are stored where their bytes are too many, not their characters', async () => {
    const ref: ArtifactRef = `sha256:${'0'.repeat(64)}`;
    const stored = () => ({ putJson: () => Promise.resolve(ref) });
    const texts = (text: string) => flowDocuments({ ...flow, description: text }, {}, stored);
    expect(await texts('ü'.repeat(600_000))).toEqual({ flow: ref });
    expect(await texts('n'.repeat(600_000))).toMatchObject({ flow: { name: 'fill' } });
  });
});
