// A run in an application that repeats the secret which it is given (LK21): it types it, presses a button that repeats it, and reads all texts.
import { expect } from '@jest/globals';
import type { DeviceSpec } from '../../src/domain/device/device-spec.js';
import { assignThenFinish, say, type Harness } from './agent-harness.js';
import { tracesIn } from './disguises.js';
import { maskedInLastLook, type MaskedField } from './last-look.js';
import { filesBelow, historiesOf, type Written } from './what-a-run-wrote.js';

/** Of the secret BIRD, whose value is the canary. Expects that nothing that the run has written tells it; resolves with what was masked at its end. */
export async function expectNoCanary(
  harness: Harness,
  { canary, device, request }: { readonly canary: string; readonly device: DeviceSpec; readonly request: string },
): Promise<readonly MaskedField[]> {
  const run = await harness.run(
    {
      host: assignThenFinish,
      app: [
        ({ find }) => ({
          Function: 'set_edit_text',
          Args: { text: '{{secret:BIRD}}', clear_current_text: true },
          ControlLabel: find('box', /^Bird$/)?.label,
          ControlText: 'Bird',
          Status: 'CONTINUE',
          Comment: 'type',
        }),
        ({ find }) => ({
          Function: 'click_input',
          Args: {},
          ControlLabel: find('btn', /^Copy/)?.label,
          ControlText: 'Copy •••',
          Status: 'CONTINUE',
          Comment: 'press',
        }),
        { Function: 'texts', Args: {}, Status: 'CONTINUE', Comment: 'read' },
        say('FINISH', { Result: 'typed' }),
      ],
    },
    { request, device },
  );
  const result = await run.handle.result();
  expect(result.blackboard.trajectories.map((step) => step.result).slice(0, 2)).toEqual([
    expect.stringContaining('done'),
    expect.stringContaining('done'),
  ]);
  const prompts = harness
    .asked(run)
    .map(({ text }) => text)
    .join('\n');
  expect(prompts).toContain('You typed •••');
  const written: Written = new Map([
    ...(await historiesOf(harness.client, run.id)),
    ...(await filesBelow(harness.home)),
    ['prompts', Buffer.from(prompts)],
    ['result', Buffer.from(JSON.stringify(result))],
  ]);
  const hits = [...written].flatMap(([where, bytes]) => tracesIn(bytes.toString('latin1'), canary).map((trace) => `${trace} in ${where}`));
  expect(hits).toEqual([]);
  return maskedInLastLook(harness, run);
}
