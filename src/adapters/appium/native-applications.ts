// The applications of a phone or a computer behind Appium: the one in front, those installed, and how to open one.
import { applicationOfCapabilities } from '../../domain/device/device-spec.js';
import type { Application } from '../../domain/ui/observation.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { driverCommand, unlessUnsupported, type NativeSession } from './native-session.js';

/** Files to install rather than to open. */
const installable = /\.(apk|apks|ipa|app|zip|msix|appx)$/i;
/** `queryAppState`: https://developer.apple.com/documentation/xctest/xcuiapplication/state; Android's driver uses the same numbers. */
const runsBehind = 2;

/** Id of the application in front; when a driver does not report it, the one that the capabilities name. */
export async function applicationInFront(session: Pick<NativeSession, 'browser' | 'platform' | 'capabilities'>): Promise<string> {
  const { front, name } = session.platform;
  if (front) return front.idOf(await driverCommand<unknown>(session, front));
  return applicationOfCapabilities(session.capabilities) ?? name;
}

/** The application with that id, as the one in front. */
export function applicationOf(id: string): Application {
  return { id, name: id.split(/[/\\]/).at(-1) ?? id, running: true, current: true };
}

/** The one in front, then the others to choose from. */
export async function listApplications(session: NativeSession): Promise<readonly Application[]> {
  const { application: own, platform } = session;
  const [front, others] = [await applicationInFront(session), await installed(session)];
  const stateOfOwn = (): Promise<number> =>
    driverCommand<number>(session, { name: 'queryAppState', parameters: platform.applications.byId(own) }).catch(unlessUnsupported(0));
  const isBehind = own !== '' && front !== own && (await stateOfOwn()) >= runsBehind;
  const ids = new Set([...(isBehind ? [own] : []), ...others.toSorted()]);
  ids.delete(front);
  return [applicationOf(front), ...[...ids].map((id) => ({ ...applicationOf(id), running: isBehind && id === own, current: false }))];
}

/** Opens the application with that id, or brings it to the front. Throws `no-such-application`. */
export async function activate(session: NativeSession, id: string): Promise<void> {
  const { launch, byId } = session.platform.applications;
  await driverCommand(session, { name: launch, parameters: byId(id) }).catch((error: unknown) => {
    if (error instanceof ActionFailedError && error.code !== 'not-supported')
      throw new ActionFailedError('no-such-application', `'${id}' could not be opened: ${error.message}`);
    throw error;
  });
}

/** Opens an application by its id; a file is installed first. */
export async function launch(session: NativeSession, name: string): Promise<void> {
  if (!installable.test(name)) return activate(session, name);
  const before = new Set(await installed(session));
  await driverCommand(session, { name: 'installApp', parameters: session.platform.applications.byFile(name) });
  const [come] = (await installed(session)).filter((id) => !before.has(id));
  if (come === undefined)
    throw new ActionFailedError('no-such-application', `'${name}' was installed, but no new application appeared: launch it by its id.`);
  await activate(session, come);
}

export async function terminate(session: NativeSession, id: string): Promise<void> {
  await driverCommand(session, { name: 'terminateApp', parameters: session.platform.applications.byId(id) });
}

/** Empty when the driver cannot list applications. */
async function installed(session: NativeSession): Promise<readonly string[]> {
  const listed = await driverCommand<unknown>(session, { name: 'listApps' }).catch(unlessUnsupported([]));
  // Android's driver lists ids, the one for Apple's phones an object per id.
  return Array.isArray(listed) ? listed.map(String) : Object.keys(listed ?? {});
}
