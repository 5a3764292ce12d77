// A shop of three screens with what makes an explorer ask and give up: a broken button and an irreversible one. Its model wants to be asked about the latter.
import type { Turn } from '../../examples/scripted-model/server.mjs';
import type { DeviceScript, ScriptStep } from '../../src/adapters/memory/device-script.js';

/** `ledger`: receives each press. */
export function exploredShop(ledger?: string): DeviceScript {
  const button = (name: string, on: ScriptStep) => ({
    role: 'button',
    name,
    on: { ...on, ...(ledger === undefined ? {} : { post: { url: ledger, body: { tap: name } } }) },
  });
  return {
    start: 'home',
    screens: {
      home: {
        title: 'Shop',
        controls: [
          button('Broken', { fail: { code: 'action-failed', message: 'it is stuck' } }),
          button('Cart', { goto: 'cart' }),
          button('Help', { goto: 'help' }),
        ],
      },
      cart: {
        title: 'Cart',
        controls: [{ role: 'heading', name: 'Cart' }, button('Delete all', { goto: 'home' }), button('Home', { goto: 'home' })],
      },
      help: { title: 'Help', controls: [{ role: 'text', name: 'Call us' }, button('Home', { goto: 'home' })] },
    },
  };
}

/** Recognized by a field that only that reply has. It chooses the irreversible action, else the first untried one. */
export function answerExplorer({ fields, text }: Turn): Readonly<Record<string, unknown>> {
  if (fields.includes('postcondition')) {
    const lines = text.split('\n').filter((line) => /^\d+ (tap|type|back|home|wait)/.test(line));
    const open = lines.filter((line) => line.includes('tap') && !line.includes('(tried)'));
    const chosen = open.find((line) => line.includes('cannot be undone')) ?? open[0] ?? lines[0] ?? '';
    return { index: lines.indexOf(chosen), postcondition: 'another screen', plan: ['go on', 'come back'], confidence: 0.95 };
  }
  if (fields.includes('deltaType')) return { success: true, deltaType: 'SCREEN', confidence: 0.9 };
  if (fields.includes('assessment')) return { assessment: 'MADE_PROGRESS' };
  return fields.includes('route') ? { route: 'SWITCH_POLICY', goalReached: false } : { policy: 'depth', cooldown: 6 };
}
