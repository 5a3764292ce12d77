// Explorers in galleries of widgets: what switches between parts of the window is found among hundreds of things that act in place.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startHarness, type Harness } from '../support/agent-harness.js';
import { describeWithProgram, describeWithQt, offerApplications, type TestApplications } from '../support/desktop/test-desktop.js';
import { explore, readGraph } from '../support/explorers.js';
import { sharedServerAddress } from '../support/temporal-server.js';

jest.setTimeout(600_000);

const steps = 60;

/** Run once, not replayed: this is about desktops. `tabs`: the first one is shown from the beginning. */
function findsAllTabs(app: string, role: string, tabs: readonly string[]): void {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['desktop'], slots: 1, desktop: { virtual: true } } });
  });
  afterAll(() => harness?.close());

  test(`E75: all tabs of the first level are shown within ${steps} steps`, async () => {
    const { client, config } = harness;
    const device = { kind: 'desktop', app } as const;
    const handle = await explore(client, { appId: app, device, budget: { max_steps: steps, max_time_ms: 9 * 60_000 } });
    const { steps: done, stop_reason } = await handle.result();
    const { screens } = await readGraph({ client, shared: config.shared }, app);
    const tried = screens.flatMap(({ actions }) => actions.filter((action) => action.role === role && action.tries > 0));
    const shown = new Set([tabs[0], ...tried.map(({ label }) => label)]);
    expect({ done, stop_reason, missing: tabs.filter((tab) => !shown.has(tab)) }).toMatchObject({ missing: [] });
  });
}

describeWithQt('a gallery in Qt', () => {
  let applications: TestApplications;
  beforeAll(async () => {
    applications = await offerApplications({ Gallery: ['gallery.qt.py'] });
  });
  afterAll(() => applications?.dispose());
  findsAllTabs('Gallery', 'tab', ['Buttons', 'Fields', 'Lists', 'Ranges', 'Nested', 'About']);
});

describeWithProgram('gtk3-widget-factory', 'gtk-3-examples', 'the gallery of GTK 3', () => {
  findsAllTabs('gtk3-widget-factory', 'radio', ['Page 1', 'Page 2', 'Page 3']);
});
