// What tool servers and systems of record tell, without what proves who asks: they may repeat the token that they were asked with, or print their environment.
import type { EffectReader } from '../../ports/effect-reader.js';
import type { ToolServers } from '../../ports/tool-servers.js';
import { dataWithout, withoutConfidential, type Mask } from './confidential.js';

export function concealedServers(servers: ToolServers, mask: Mask): ToolServers {
  return {
    ...servers,
    async list(signal, wanted) {
      const { tools, unavailable } = await servers.list(signal, wanted);
      for (const error of unavailable) withoutConfidential(error, mask);
      return { tools: dataWithout(tools, mask), unavailable };
    },
    async call(tool, args, context) {
      const { images, ...told } = await servers.call(tool, args, context);
      return { ...dataWithout(told, mask), images };
    },
    takeWarnings: () => servers.takeWarnings().map(mask),
  };
}

export function concealedReader(reader: EffectReader, mask: Mask): EffectReader {
  return { read: async (use, timeoutMs) => dataWithout(await reader.read(use, timeoutMs), mask) };
}
