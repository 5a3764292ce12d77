import type { Control } from '../../../src/domain/ui/control.js';
import type { ActionTarget } from '../../../src/domain/ui/ui-action.js';
import { assignThenFinish, say, startHarness, type Answer, type Harness } from '../../support/agent-harness.js';
import { describeWithDesktop, offerApplications, openTestDesktop, type TestApplications } from '../../support/desktop/test-desktop.js';
import { maskedInLastLook } from '../../support/last-look.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { filesBelow, findAll, historiesOf } from '../../support/what-a-run-wrote.js';

const value = 'Open-Sesame-7';

describeWithDesktop('a secret on a desktop', () => {
  let applications: TestApplications;
  let harness: Harness;
  beforeAll(async () => {
    applications = await offerApplications({ Form: ['form'] });
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { STEADYHAND_SECRET_DOOR: value, STEADYHAND_SECRET_OTHER: 'not-for-this-one' },
      config: {
        kinds: ['desktop'],
        slots: 1,
        desktop: { virtual: true },
        secrets: { DOOR: { apps: ['Form'] }, OTHER: { apps: ['Mousepad'] } },
      },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await applications?.dispose();
  });

  const typed =
    (kind: string, name: string, text: string): Answer =>
    ({ find }) => ({
      Function: 'set_edit_text',
      Args: { text, clear_current_text: true },
      ControlLabel: find(kind, new RegExp(`^${name}$`))?.label,
      ControlText: name,
      Status: 'CONTINUE',
      Comment: `type into ${name}`,
    });

  test('is typed by its name where it is allowed, appears in no history, record, file or prompt, and its fields are blanked', async () => {
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          typed('pw', 'Code', '{{secret:DOOR}}'),
          typed('box', 'Name', '{{secret:DOOR}}'),
          typed('box', 'Name', '{{secret:OTHER}}'),
          say('FINISH', { Result: 'typed' }),
        ],
      },
      { request: 'log in', device: { kind: 'desktop', app: 'Form' } },
    );
    const result = await run.handle.result();
    expect(result.outcome).toBe('completed');
    expect(result.blackboard.trajectories.map((step) => step.result)).toEqual([
      expect.stringContaining('done'),
      expect.stringContaining('done'),
      expect.stringContaining('secret-refused'),
    ]);

    const prompts = Buffer.from(
      harness
        .asked(run)
        .map(({ text }) => text)
        .join('\n'),
    );
    expect(findAll(await historiesOf(harness.client, run.id), [value, 'not-for-this-one'])).toEqual([]);
    expect(findAll(new Map([['prompts', prompts]]), [value, 'not-for-this-one'])).toEqual([]);
    expect(findAll(await filesBelow(harness.home), [value, 'not-for-this-one'])).toEqual([]);

    expect(await maskedInLastLook(harness, run)).toEqual([
      { name: 'Name', value: '•••', colours: 1 },
      { name: 'Code', value: '•••', colours: 1 },
    ]);
  });

  test('is judged by the application that owns the field, not by the one in front; at a point on the screen it is refused', async () => {
    const desktop = await openTestDesktop(
      { app: 'Form' },
      { resolveSecret: (name, application) => (name === 'OTHER' && application === 'Mousepad' ? 'not-for-this-one' : undefined) },
    );
    try {
      const { device, context } = desktop;
      const field = (await device.look()).controls.find(({ role }) => role === 'textbox');
      if (!field) throw new Error('no field');
      await device.launchApplication('mousepad');
      const set = (target: ActionTarget<Control>) =>
        device.perform({ type: 'set-text', target, text: '{{secret:OTHER}}', clear: true }, context.signal);
      await expect(set({ control: field })).rejects.toMatchObject({ code: 'secret-refused' });
      await expect(set({ point: { x: 0.9, y: 0.4 }, unit: 'fraction' })).rejects.toMatchObject({ code: 'secret-refused' });
      const text = (await device.look()).controls.find(({ role }) => role === 'textbox');
      if (!text) throw new Error('no text');
      await set({ control: text });
      expect((await device.look()).controls.find(({ role }) => role === 'textbox')).toMatchObject({ value: '•••', masked: true });
    } finally {
      await desktop.close();
    }
  });

  test('a password field behind another application is blanked too', async () => {
    const desktop = await openTestDesktop({ app: 'Form' });
    try {
      const before = (await desktop.device.look()).controls.find(({ role }) => role === 'password');
      await desktop.device.launchApplication('galculator');
      await desktop.device.settle(5_000);
      const { application, controls } = await desktop.device.look();
      expect(application.name).toBe('Galculator');
      expect(controls.filter(({ masked }) => masked)).toEqual([
        expect.objectContaining({ bounds: before?.bounds, visible: false, interactive: false }),
      ]);
    } finally {
      await desktop.close();
    }
  });
});
