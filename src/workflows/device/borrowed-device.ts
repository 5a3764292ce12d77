// A child's side of a device: it signals its requests to the owner, or to the workflow between them, which answers with `deviceReady` and `deviceFailed`.
import { condition, getExternalWorkflowHandle } from '@temporalio/workflow';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { believe, DeviceLostError, type DeviceAccessState, type DeviceNews, type DeviceSupply } from './device-access.js';
import { deviceUnwantedSignal, deviceWantedSignal } from '../messages.js';

export function borrowerNews(state: DeviceAccessState): DeviceNews {
  return {
    ready: (handle) => void believe(state, handle),
    failed: ({ message }) => void (state.failure = message),
  };
}

/** `lender`: the workflow that the device comes from. */
export function borrowDevice(state: DeviceAccessState, lender: string): DeviceSupply {
  const remote = getExternalWorkflowHandle(lender);

  async function wish(url = state.url): Promise<void> {
    await remote.signal(deviceWantedSignal, { seen: state.readies, ...(url === undefined ? {} : { url }) });
  }

  async function another(readies: number): Promise<DeviceHandle> {
    // An earlier failure says nothing about the next attempt.
    delete state.failure;
    await wish();
    await condition(() => (state.readies > readies && state.handle !== undefined) || state.failure !== undefined);
    if (state.failure !== undefined || !state.handle) throw new DeviceLostError(state.failure ?? 'the device is gone');
    return state.handle;
  }

  return {
    // The lender watches the session.
    sessionEnded: false,
    reopen: wish,
    ensure: async () => state.handle ?? another(state.readies),
    renew: async (readies) => (state.readies > readies && state.handle ? state.handle : another(readies)),
    async release() {
      if (!state.handle) return;
      delete state.handle;
      await remote.signal(deviceUnwantedSignal);
    },
  };
}
