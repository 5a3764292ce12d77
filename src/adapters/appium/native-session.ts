// An Appium session with a native application, and its commands. The driver's errors become the port's errors here and nowhere else.
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';
import type { Secrets } from '../../ports/secrets.js';
import { withoutRequest } from '../webdriver/errors.js';
import type { Browser } from '../webdriver/session.js';
import type { DriverCommand, Platform } from './platform.js';

export interface NativeSession {
  readonly browser: Browser;
  readonly platform: Platform;
  /** As returned by the server. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Id of the application that was in front when the session started. */
  readonly application: string;
  readonly secrets: Secrets;
  /** px of the screenshot per unit of the source; undefined until the driver has been asked. */
  scale: number | undefined;
}

/** Runs a WebDriver command. Throws `ActionFailedError` or `DeviceGoneError`. */
export function command<T>(run: () => Promise<T>): Promise<T> {
  return run().catch(throwMeaning);
}

/** Runs one of the driver's own commands. Throws as `command` does. */
export function driverCommand<T>(
  { browser, platform }: Pick<NativeSession, 'browser' | 'platform'>,
  { name, parameters = {} }: DriverCommand,
): Promise<T> {
  return command(() => browser.executeScript(`${platform.prefix}: ${name}`, [parameters]) as Promise<T>);
}

/** Returns `otherwise` when the driver does not have the command. One that failed may succeed the next time. */
export function unlessUnsupported<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ActionFailedError && error.code === 'not-supported') return otherwise;
    throw error;
  };
}

const goneMessages =
  /invalid session id|session is either terminated|no such driver|ECONNREFUSED|ECONNRESET|fetch failed|UND_ERR|instrumentation process is not running/i;
const unsupportedMessages =
  /unknown (command|method)|not yet implemented|not implemented|unsupported operation|could not be found, or a request was received using an HTTP method/i;

/** Always throws. https://www.w3.org/TR/webdriver2/#errors, and what Appium adds. */
function throwMeaning(error: unknown): never {
  if (error instanceof ActionFailedError || error instanceof DeviceGoneError) throw error;
  const text = withoutRequest(error instanceof Error ? `${error.name} ${error.message}` : String(error));
  const [line = text] = text.replace(/^(\w*Error:? )+/, '').split('\n');
  if (goneMessages.test(text)) throw new DeviceGoneError(`The Appium session is gone: ${line}`);
  if (unsupportedMessages.test(text)) throw new ActionFailedError('not-supported', `The driver behind Appium cannot do that: ${line}`);
  if (/no such element|stale element/i.test(text)) throw new ActionFailedError('control-gone', line);
  throw new ActionFailedError('action-failed', line);
}
