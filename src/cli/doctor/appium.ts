// Whether an Appium server answers, for devices of kind `appium`.
import { type Check, fail, ok } from './check.js';

const patience = 5_000;

/** The reply of its `/status`. */
interface Status {
  readonly value?: { readonly build?: { readonly version?: string } };
}

export async function checkAppium({ url }: { readonly url: string }): Promise<Check> {
  const advice = 'start it (`npx appium server`), or set STEADYHAND_APPIUM to its address';
  const reply = await fetch(`${url.replace(/\/$/, '')}/status`, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  if (reply === undefined) return fail('Appium', `no server at ${url}`, advice);
  const status = (await reply.json().catch(() => undefined)) as Status | undefined;
  const version = status?.value?.build?.version;
  return version === undefined ? fail('Appium', `something else answers at ${url}`, advice) : ok('Appium', `${version}  ${url}`);
}
