// Flows that switch between windows: two and three tabs of a real browser, one of them in front. Each page reports its own name to the server, outside the browser.
import { describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import { usePages } from '../support/agents.js';
import type { FlowRun } from '../support/agent-harness.js';

interface Node {
  readonly id: string;
  readonly name: string;
  readonly node_type: object;
}

describe('windows in flows in a real browser', () => {
  const world = usePages();

  /** In a window titled Mail. */
  const start = (...nodes: readonly Node[]): Promise<FlowRun> =>
    world.harness.flow(
      () => ({ name: 'windows', nodes, edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })) }),
      {
        device: { kind: 'web', url: `${world.pages.origin}/window?Mail` },
      },
    );

  test('F230: a window behind is brought to the front, then observed, clicked and captured there', async () => {
    const run = await start(
      click('open', 'Open a shop'),
      node('windows', { type: 'ListWindows' }),
      focus('mail', 'Mail'),
      find('focused', 'This is'),
      find('behind', 'This is', 'Shop'),
      // The shop is in front; the flow works in Mail.
      click('ring mail', 'Ring'),
      node('picture', { type: 'TakeScreenshot', mode: 'Window', target: 'Shop' }),
      click('ring shop', 'Ring'),
    );
    expect((await run.handle.result()).variables).toMatchObject({
      'windows.count': 2,
      'behind.text': 'This is Shop',
      'focused.text': 'This is Mail',
      'picture.app': 'Shop',
      'picture.title': 'Shop',
      'picture.text': expect.stringContaining('This is Shop'),
    });
    expect(world.pages.events.splice(0)).toEqual(['Mail', 'Shop']);
  });

  test('F231: the focused window is found under its new title, and missed when it is closed, even if another has its name', async () => {
    const run = await start(
      focus('mail', 'Mail'),
      click('open', 'Open a shop'),
      click('open another', 'Open a shop'),
      focus('shop', 'Shop'),
      click('go on', 'Go to the basket'),
      find('look', 'This is'),
      find('elsewhere', 'This is', 'Mail'),
      click('ring', 'Ring'),
      click('close', 'Close this window'),
      click('ring again', 'Ring'),
    );
    const error: unknown = await run.handle.result().catch((thrown: unknown) => thrown);
    const failure = error instanceof WorkflowFailedError ? error.cause : undefined;
    const { message, details } = failure as Error & { readonly details?: readonly object[] };
    expect(message).toContain(
      `"ring again" (ring again): no-such-application: The window that was focused as 'Shop' is gone; there are: Mail, Shop.`,
    );
    expect(details?.[0]).toMatchObject({ variables: { 'look.text': 'This is Basket', 'elsewhere.text': 'This is Mail' } });
    expect(world.pages.events.splice(0)).toEqual(['Basket']);
  });
});

function node(id: string, node_type: object): Node {
  return { id, name: id, node_type };
}

function click(id: string, target: string): Node {
  return node(id, { type: 'Click', target });
}

function focus(id: string, value: string): Node {
  return node(id, { type: 'FocusWindow', value });
}

function find(id: string, search_text: string, scope?: string): Node {
  return node(id, { type: 'FindText', search_text, ...(scope === undefined ? {} : { scope }) });
}
