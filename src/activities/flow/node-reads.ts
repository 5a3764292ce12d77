// The nodes of compiled flows that only look: `Read` and `Expect`.
import { z } from 'zod';
import { screenSchema, targetSchema } from '../../domain/anchors/anchors.schema.js';
import { targetText } from '../../domain/flow/one-line.js';
import { textBetween } from '../../domain/anchors/text-between.js';
import { defineTool } from './define-tool.js';
import { awaitPlace, placeArgs, type NotThere } from './node-place.js';
import type { ReadResult } from './read-result.js';

export interface NotRead {
  readonly failed: NotThere | { readonly code: string; readonly message: string };
}

const nothing: ReadResult = { result: null, images: [], files: [] };

export const nodeReads = {
  'flow:read': defineTool({
    args: { ...placeArgs, target: targetSchema, before: z.string().default(''), after: z.string().default('') },
    description: '',
    async run({ target, screen, wait_ms: waitMs, interruptions, before, after }, scene): Promise<ReadResult | NotRead> {
      const place = await awaitPlace({ targets: [target], screen, waitMs, interruptions }, scene);
      if ('failed' in place) return place;
      const [control] = place.controls;
      if (!control || control.masked) return { failed: { code: 'not-readable', message: `${targetText(target)} hides what is in it.` } };
      const shown = control.value ?? control.name;
      const text = textBetween(shown, before, after);
      if (text !== undefined) return { ...nothing, result: { text } };
      const message = `${targetText(target)} reads "${shown}", which is not of the form "${before}…${after}".`;
      return { failed: { code: 'not-readable', message } };
    },
  }),

  'flow:expect': defineTool({
    args: { ...placeArgs, screen: screenSchema },
    description: '',
    async run({ screen, wait_ms: waitMs, interruptions }, scene): Promise<ReadResult | NotRead> {
      const place = await awaitPlace({ targets: [], screen, waitMs, interruptions }, scene);
      return 'failed' in place ? place : nothing;
    },
  }),
};
