// Flow tools on a device with several windows: a tool that names a window works in that window.
import { describe, expect, test } from '@jest/globals';
import { createRunTools } from '../../../src/host/run-tools.js';
import { createToolActivities } from '../../../src/activities/flow/tool-activities.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createMemoryActionJournal, createMemoryRunRecords } from '../../support/memory-stores.js';
import type { CallToolResult } from '../../../src/domain/flow/requests.js';
import type { ToolCall, WindowRef } from '../../../src/domain/flow/tools.js';
import type { HandedDevice } from '../../../src/ports/device-process.js';
import { activityContext } from '../../support/activity-context.js';
import { lexicon } from '../../support/lexicon.js';
import { createMemoryHost, holdInput, neverAborted, newHold } from '../../support/memory-host.js';
import { openGuard } from '../agent/cases.js';
import { unpainted } from '../../support/unpainted.js';

const pressed = (screen: string) => ({ role: 'button', name: 'Press', on: { goto: screen } });
const screens = {
  Mail: { title: 'Mail', controls: [{ role: 'button', name: 'Compose' }, pressed('Mail pressed')] },
  Shop: { title: 'Shop', controls: [{ role: 'button', name: 'Buy' }, pressed('Shop pressed')] },
  'Mail pressed': { title: 'Mail was pressed', controls: [] },
  'Shop pressed': { title: 'Shop was pressed', controls: [] },
};
const guard = { ...openGuard, rules: [{ reason: 'buys something', words: ['buy'] }] };

/** Mail in front, Shop behind. */
async function stage() {
  const { host, desk } = createMemoryHost();
  const script = { start: 'Mail', screens, applications: ['Mail', 'Shop'] };
  const held = await host.take(holdInput({ spec: { kind: 'memory', capabilities: { script } } }), newHold(), neverAborted);
  const device = held.device as HandedDevice;
  await device.launchApplication('Shop');
  await device.launchApplication('Mail');
  const artifacts = createMemoryArtifactStore();
  const { readTool, actTool } = createToolActivities({
    host,
    desk,
    journal: createMemoryActionJournal(),
    artifacts,
    records: createMemoryRunRecords(),
    images: unpainted,
    lexicon,
    pictures: { find: async () => [], close: async () => undefined },
    reader: { read: async () => [], close: async () => undefined },
    runTools: createRunTools(host, undefined, () => undefined),
    overrides: {},
  });
  const input = async (name: string, args: ToolCall['arguments'], window?: WindowRef) => ({
    deviceId: 'd1',
    epoch: 1,
    run: 'run',
    call: { name, arguments: args, ...(window ? { window } : {}) },
    node: { name: 'n', type: 'McpToolCall' as const },
    guard: await artifacts.putJson(guard),
    wantsBefore: false,
  });
  return {
    device,
    read: async (...given: Parameters<typeof input>): Promise<CallToolResult> => {
      const call = await input(...given);
      return activityContext().run(() => readTool(call));
    },
    act: async (...given: Parameters<typeof input>): Promise<CallToolResult> => {
      const call = await input(...given);
      return activityContext().run(() => actTool(call));
    },
    focused: async (): Promise<string> => (await device.look()).application.name,
  };
}

describe('F230: a tool that names a window behind', () => {
  const found = (result: CallToolResult) => result.status === 'done' && result.variables['n.count'];

  test('finds what is in that one, and nothing of the one in front', async () => {
    const { read, focused } = await stage();
    expect(found(await read('find_text', { text: 'Buy', app_name: 'Shop' }))).toBe(1);
    expect(await focused()).toBe('Shop');
    expect(found(await read('find_text', { text: 'Buy', app_name: 'Mail' }))).toBe(0);
    expect(await focused()).toBe('Mail');
  });

  test('captures that one, which stays in front afterwards', async () => {
    const { read } = await stage();
    expect(await read('take_screenshot', { mode: 'window', app_name: 'Shop', include_ocr: false })).toMatchObject({
      variables: { 'n.app': 'Shop', 'n.title': 'Shop' },
      app: 'Shop',
      window: { id: 'Shop' },
    });
  });

  test('clicks in that one', async () => {
    const { act, device } = await stage();
    expect(await act('click', { text: 'Press', app_name: 'Shop' })).toMatchObject({ status: 'done', target: { name: 'Press' } });
    expect((await device.look()).title).toBe('Shop was pressed');
  });

  test('clicks nothing that only the other has, and lists alternatives', async () => {
    const { act } = await stage();
    expect(await act('click', { text: 'Compose', app_name: 'Shop' })).toEqual({
      status: 'failed',
      code: 'target-not-found',
      message: '"Compose" is not there; there are: Buy, Press',
      candidates: ['Buy', 'Press'],
    });
  });

  test('is judged by its effect there', async () => {
    const { act } = await stage();
    expect(await act('click', { text: 'Buy', app_name: 'Shop' })).toMatchObject({
      status: 'approval',
      reason: 'buys something',
      target: { name: 'Buy' },
    });
  });
});

describe('F231: the focused window', () => {
  /** Under the title that it had then. */
  const focusShop = async ({ act }: Awaited<ReturnType<typeof stage>>): Promise<WindowRef> => {
    const result = await act('focus_window', { window_id: 'Shop' });
    const { window } = result as Extract<CallToolResult, { readonly status: 'done' }>;
    if (!window) throw new Error('no window');
    return window;
  };
  const inHome = { text: 'Buy', app_name: 'Shop – Home' };

  test('is found by its id, in front and behind, even if its title has changed', async () => {
    const world = await stage();
    const window = await focusShop(world);
    expect(await world.read('find_text', inHome, window)).toMatchObject({ variables: { 'n.count': 1 } });
    await world.device.selectApplication('Mail');
    expect(await world.read('find_text', inHome, window)).toMatchObject({ variables: { 'n.count': 1 } });
    expect(await world.focused()).toBe('Shop');
  });

  test('is reported as gone when closed; no other window of its name replaces it', async () => {
    const world = await stage();
    const window = { ...(await focusShop(world)), id: 'closed' };
    for (const result of [
      await world.read('find_text', { text: 'Buy', app_name: 'Shop' }, window),
      await world.act('click', { text: 'Press', app_name: 'Shop' }, window),
    ])
      expect(result).toEqual({
        status: 'failed',
        code: 'no-such-application',
        message: `The window that was focused as 'Shop' is gone; there are: script, Mail, Shop.`,
      });
  });

  test('is found by its name in a reopened interface', async () => {
    const world = await stage();
    const window = { id: 'of another browser', uiSession: 'session-run:0' };
    expect(await world.read('find_text', { text: 'Buy', app_name: 'Shop' }, window)).toMatchObject({ variables: { 'n.count': 1 } });
  });
});
