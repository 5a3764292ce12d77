// The tabs of a browser that we are attached to. Connecting and attaching happen at the first call, and again where the connection was lost.
import { DeviceGoneError } from '../../../ports/device.js';
import { DialogOpenError, TabClosedError, loadPageScript, runCommand, type Browser } from '../session.js';
import { connectDevTools, type DevTools } from './connection.js';
import { Tab, type TabOptions } from './tab.js';

interface AttachedTabs {
  /** `targetId`: the driver's handle of the tab. */
  attached(targetId: string): Promise<Tab>;
  /** Ends the connection; the browser goes on. */
  detach(): void;
}

interface AttachedTabsOptions extends Pick<TabOptions, 'onReturn' | 'permit' | 'onChooser' | 'onRefused' | 'attended'> {
  readonly browser: Browser;
  /** Of its DevTools: host and port. */
  readonly address: string;
}

export function createAttachedTabs({ browser, address, ...about }: AttachedTabsOptions): AttachedTabs {
  const script = loadPageScript();
  const tabs = new Map<string, Promise<Tab>>();
  let connection: Promise<DevTools> | undefined;
  let isDetached = false;

  const connected = async (): Promise<DevTools> => {
    if (isDetached) throw new DeviceGoneError('The browser session is gone: this process has let go of it.');
    if (connection && !(await connection).isOpen) connection = undefined;
    if (connection === undefined) tabs.clear();
    const connecting = (connection ??= connectDevTools(address));
    connecting.catch(() => (connection = undefined));
    return connecting;
  };

  return {
    async attached(targetId) {
      const devtools = await connected();
      const known = tabs.get(targetId);
      if (known) return known;
      await refuseDialog(browser);
      const attaching = attachTab({
        devtools,
        targetId,
        ...about,
        world: `steadyhand ${script.version}`,
        source: script.source('isolated'),
      });
      tabs.set(targetId, attaching);
      attaching.catch(() => tabs.delete(targetId));
      return attaching;
    },
    detach() {
      isDetached = true;
      connection?.then(
        (devtools) => devtools.close(),
        () => undefined,
      );
    },
  };
}

/** The driver knows of a dialog that opened before our connection, and no command of ours would be answered. */
async function refuseDialog(browser: Browser): Promise<void> {
  const text = await runCommand(browser, () => browser.getAlertText()).catch((error: unknown) => {
    if (error instanceof TabClosedError || error instanceof DeviceGoneError) throw error;
  });
  if (text !== undefined) throw new DialogOpenError(text);
}

async function attachTab(options: TabOptions): Promise<Tab> {
  const { devtools, targetId } = options;
  const { sessionId } = await devtools.send<{ readonly sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const tab = new Tab(options, sessionId);
  await tab.prepare(sessionId);
  await tab.begin();
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true }, sessionId);
  return tab;
}
