// A shop of three screens with what makes an explorer ask and give up: a button that is broken, one that may not be undone. And a model that wants to be asked about it.
import type { Turn } from '../../examples/scripted-model/server.mjs';
import type { DeviceScript, ScriptStep } from '../../src/adapters/memory/device-script.js';

/** `ledger`: is told of each press. */
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

/** By a field that only that reply has. Chosen is what cannot be undone, else the first that was not tried. */
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
