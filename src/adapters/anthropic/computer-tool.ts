// `ComputerTool` over Anthropic's Messages API and its computer use tool. Tried against a server that checks requests by the published types; untested against Anthropic's own.
//
// It has no safety checks to be acknowledged: what it would ask a person it asks in words.
import { longestSideThatFits } from '../../domain/computer/picture-places.js';
import type { ComputerTool } from '../../ports/computer-tool.js';
import { createComputerTool, type ComputerToolOptions } from '../model-kit/computer-tool.js';
import { parseOutput, turnOf, type ComputerOutput } from './computer-items.js';
import { createMessagesServer, type MessagesServerOptions } from './messages-server.js';

type AnthropicOptions = Omit<ComputerToolOptions, 'apiKey' | 'imageDetail'> & MessagesServerOptions;

export function createAnthropicComputerTool(options: AnthropicOptions): ComputerTool {
  const { apiKey = '' } = options;
  const server = createMessagesServer(options);
  return createComputerTool<ComputerOutput>({ ...server, longestSide: longestSideThatFits, parse: parseOutput, turnOf }, [], {
    ...options,
    apiKey,
    imageDetail: 'auto',
  });
}
