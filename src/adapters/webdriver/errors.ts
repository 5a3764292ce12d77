// The meaning of the driver's errors: https://www.w3.org/TR/webdriver2/#errors and what chromedriver adds in its messages.
import { SteadyhandError } from '../../domain/errors/errors.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';

/** The browser or its driver did not start. */
export class BrowserStartError extends SteadyhandError {
  readonly code = 'browser-start-failed';
  override readonly name = 'BrowserStartError';
}

/** A JavaScript dialog blocks the page. Never leaves this adapter. */
export class DialogOpenError extends Error {
  override readonly name = 'DialogOpenError';
}

/** The current tab was closed. Never leaves this adapter. */
export class TabClosedError extends Error {
  override readonly name = 'TabClosedError';
}

/** The page or frame went away during the call; the next one may answer. Never leaves this adapter. */
export class PageChangedError extends Error {
  override readonly name = 'PageChangedError';
}

const gone =
  /invalid session id|session deleted|session is either terminated|tab crashed|page crash|chrome not reachable|disconnected|not connected to devtools|ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET|EPIPE|ETIMEDOUT|request timed out|fetch failed|no such driver/i;
const changed =
  /aborted by navigation|execution context|loader has changed|frame (was |is )?detached|cannot find context|inspected target navigated|stale element reference|no such element|no such frame|no such shadow root|session with given id not found|uniqueContextId not found|no (frame|target) (for|with) given (target )?id|node with given id/i;

/** Always throws. */
export function throwMeaning(error: unknown): never {
  if (
    error instanceof SteadyhandError ||
    error instanceof DialogOpenError ||
    error instanceof TabClosedError ||
    error instanceof PageChangedError
  )
    throw error;
  const { name, message: whole, code } = readable(error);
  const message = withoutRequest(whole);
  const text = `${name} ${code} ${message}`;
  const line = message.replace(/^WebDriverError: /, '').split('\n')[0] ?? message;
  if (/unexpected alert open/.test(text)) throw new DialogOpenError(line);
  if (gone.test(text)) throw new DeviceGoneError(`The browser session is gone: ${line}`);
  if (/no such window/.test(text)) throw new TabClosedError(line);
  if (changed.test(text)) throw new PageChangedError(line);
  if (/^(script )?timeout/.test(name)) throw new ActionFailedError('timeout', `The page did not answer in time: ${line}`);
  throw new ActionFailedError('action-failed', line);
}

/** The library appends the request, and with it the text that was to be typed. */
export function withoutRequest(message: string): string {
  return message.replace(/ when running "\S+" with method "\w+"[\s\S]*$/, '');
}

function readable(error: unknown): { readonly name: string; readonly message: string; readonly code: string } {
  if (!(error instanceof Error)) return { name: '', message: String(error), code: '' };
  return { name: error.name, message: error.message, code: 'code' in error ? String(error.code) : '' };
}

/** Only the port's errors leave the adapter. */
export function asPortError(error: unknown): unknown {
  if (error instanceof TabClosedError) return new DeviceGoneError('The tab of the browser is gone.');
  return error instanceof PageChangedError
    ? new ActionFailedError('action-failed', `The page changed during the call: ${error.message}`)
    : error;
}

/** The error that an action reports for it. */
export function asActionError(error: unknown): unknown {
  if (error instanceof DialogOpenError)
    return new ActionFailedError('action-failed', `A dialog is open (${error.message}). Answer it first.`);
  if (error instanceof TabClosedError) return new ActionFailedError('action-failed', 'The tab closed.');
  return error instanceof PageChangedError ? new ActionFailedError('control-gone', `The page changed meanwhile: ${error.message}`) : error;
}
