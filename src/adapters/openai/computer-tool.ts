// `ComputerTool` over OpenAI's Responses API and its `computer` tool. Tried against a server that checks requests by the published types; untested against OpenAI's own.
import { z } from 'zod';
import { noUsage } from '../../domain/budget/usage.js';
import type { ComputerTool } from '../../ports/computer-tool.js';
import { createComputerTool, type ComputerPrompt, type ComputerToolOptions } from '../model-kit/computer-tool.js';
import { computerBody } from './computer-body.js';
import { parseOutput, turnOf, type ComputerOutput } from './computer-items.js';
import type { ModelServer } from './model-server.js';
import { responses } from './responses.js';
import type { Wire } from './wire.js';

export function createOpenAiComputerTool({ server, ...options }: ComputerToolOptions & { readonly server: ModelServer }): ComputerTool {
  return createComputerTool<ComputerOutput>(
    {
      place: server.place,
      check: () => void server.connect(),
      ask: (asked, shown, signal) => server.ask(shown, { signal, spent: noUsage, wire: computerWire(asked) }),
      parse: parseOutput,
      turnOf,
    },
    [],
    options,
  );
}

function computerWire(prompt: ComputerPrompt<ComputerOutput>): Wire {
  return {
    send: (client, _, options) => client.responses.create(computerBody(prompt), options).asResponse(),
    read(json) {
      const answer = responses.read(json);
      const { output } = z.object({ output: z.array(z.looseObject({ type: z.string() })) }).safeParse(json).data ?? {};
      if (!answer.said || !output) return { ...answer, said: undefined };
      return { ...answer, said: { ...answer.said, text: JSON.stringify(output.filter(({ type }) => kept.has(type))) } };
    },
  };
}

/** Whatever else a server sends was not asked for. */
const kept: ReadonlySet<string> = new Set(['message', 'reasoning', 'function_call', 'computer_call']);
