// What stays pressed on a desktop, from one action to the next.
import type { Control } from '../../../src/domain/ui/control.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import {
  describeWithDesktop,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../../support/desktop/test-desktop.js';

describeWithDesktop('HE10: a slider of a desktop', () => {
  let applications: TestApplications;
  let desktop: TestDesktop;
  beforeAll(async () => {
    applications = await offerApplications({ Slider: ['slider'] });
  });
  afterAll(() => applications.dispose());
  beforeEach(async () => {
    desktop = await openTestDesktop({ app: 'Slider' });
  });
  afterEach(() => desktop.close());

  const named = async (name: string | RegExp): Promise<Control> => {
    const { controls } = await desktop.device.look();
    const found = controls.find((control) => (typeof name === 'string' ? control.name === name : name.test(control.name)));
    if (!found) throw new Error(`No ${name} among ${controls.map((control) => `${control.role} "${control.name}"`).join(', ')}`);
    return found;
  };
  const perform = async (action: DeviceAction): Promise<void> => {
    await desktop.device.perform(action, AbortSignal.timeout(10_000));
    await desktop.device.settle(5_000);
  };
  const valueNow = async (): Promise<number> => Number((await named('Volume')).value);
  const letGo = async (): Promise<string> => (await named(/^Let go/)).name;
  /** On the slider's trough, a part of its width from the left. */
  const along = async (part: number) => {
    const { x, y, width, height } = (await named('Volume')).bounds;
    return { point: { x: x + 8 + (width - 16) * part, y: y + height - 10 }, unit: 'px' } as const;
  };
  const hold = async (): Promise<void> =>
    perform({ type: 'drag', from: await along(0), to: await along(0.25), button: 'left', hold: true });

  test('follows a press, a move and a release', async () => {
    await hold();
    const first = await valueNow();
    expect(first).toBeGreaterThan(10);
    await perform({ type: 'move', target: await along(0.75) });
    expect(await valueNow()).toBeGreaterThan(first + 20);
    expect(await letGo()).toBe('Let go 0');
    const { pressed } = await desktop.device.look();
    if (!pressed) throw new Error('nothing is held');
    await perform({ type: 'release', target: { point: pressed.at, unit: 'px' }, pressed: { point: pressed.pressed, unit: 'px' } });
    expect(await letGo()).toBe('Let go 1');
    expect((await desktop.device.look()).pressed).toBeUndefined();
  });

  test('is back where it was pressed before anything else is done', async () => {
    await hold();
    expect(await valueNow()).toBeGreaterThan(10);
    await perform({ type: 'hover', target: { control: await named('Other') } });
    expect(await valueNow()).toBeLessThan(5);
    expect(await letGo()).toBe('Let go 1');
  });
});
