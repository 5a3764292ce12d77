// The devices of this host, and who holds them.
//
// host-1. All work on a device goes through its mutex; a driver call that never returns keeps it taken.
// host-2. A device belongs to the newest hold that took it, but never to one that Temporal no longer knows (an orphan that woke before it began).
//     A hold that was superseded detaches and closes nothing.
// host-3. A record is on disk before its driver starts and until its driver has ended: a kill at any moment leaks nothing.
// host-4. The session sets the epoch. A higher one replaces the device, a lower one is refused, the same one gets the very same UI session or none.
//     A later session of the same run closes what an earlier one left here before it opens: that screen is behind what is done from then on, and a
//     database that was put back would have it taken up again.
// host-5. A device left behind is closed when its session has ended or holds elsewhere, never because Temporal cannot be asked.
// host-6. Draining: nothing new begins; each hold lets go after the running work has ended.
import type { DeviceKind, DeviceRecord } from '../domain/device/device-spec.js';
import type { LeaseDeviceInput, JournalVerdict } from '../domain/device/device-work.js';
import { leaseQueueOf, performQueueOf } from '../domain/device/host-queues.js';
import type { ActionJournal } from '../ports/action-journal.js';
import type { DeviceRecords } from '../ports/device-records.js';
import { type DeviceContext, DeviceGoneError } from '../ports/device.js';
import type { DeviceProcess, HandedDevice, HandedDriver } from '../ports/device-process.js';
import type { Meter } from '../ports/meter.js';
import { createDeviceMeasures, type DeviceMeasures } from './device-measures.js';
import type { SlotSource } from './device-slots.js';
import { type LeasedDevice, type DeviceLease, type LeaseEnd, type Log, recordOf, RefusedError } from './leased-device.js';
import { DeviceMutexes, type Busy } from './device-mutexes.js';
import type { LeaseChecks } from './lease-checks.js';

export interface DeviceHostOptions {
  readonly hostId: string;
  readonly records: DeviceRecords;
  readonly drivers: readonly HandedDriver[];
  readonly desk: LeaseChecks;
  readonly log: Log;
  readonly meter: Meter;
}

const closePatienceMs = 35_000;
const reapEveryMs = 60_000;
const settleEveryMs = 2_000;
/** A session that runs but does not say where it wants its device (its workflow worker is down) does not keep the other slots closed forever. */
const settleAtMostMs = 120_000;

export class DeviceHost implements SlotSource {
  readonly hostId: string;
  readonly #devices = new Map<string, LeasedDevice>();
  readonly #turns = new DeviceMutexes((deviceId) => this.isOpen(deviceId));
  readonly #leftBehind = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #options: DeviceHostOptions;
  readonly #measures: DeviceMeasures;
  #attachedAt: number | undefined;
  #drainingSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DeviceHostOptions) {
    this.#options = options;
    this.#measures = createDeviceMeasures(options.meter);
    this.hostId = options.hostId;
  }

  get draining(): boolean {
    return this.#drainingSince !== undefined;
  }

  /** Undefined: it does not drain. */
  get drainingMs(): number | undefined {
    return this.#drainingSince === undefined ? undefined : performance.now() - this.#drainingSince;
  }

  get holdQueue(): string {
    return leaseQueueOf(this.hostId);
  }

  get performQueue(): string {
    return performQueueOf(this.hostId);
  }

  isOpen(deviceId: string): boolean {
    return this.#devices.has(deviceId);
  }

  /** Whether that very UI session is still there. */
  hasEpoch(deviceId: string, epoch: number): boolean {
    return this.#devices.get(deviceId)?.record.epoch === epoch;
  }

  /** Before any queue is polled: resumes the devices that a dead worker left, ends those it half opened, then watches over unheld ones. */
  async attachAll(): Promise<void> {
    await Promise.all((await this.#options.records.list()).map((record) => this.#attachLeftBehind(record)));
    this.#attachedAt = Date.now();
    this.#watch();
  }

  /** From SIGTERM on: new work is refused, holds end after the running work. */
  drain(): void {
    this.#drainingSince ??= performance.now();
    clearTimeout(this.#timer);
    for (const { hold } of this.#devices.values()) hold?.end('draining');
  }

  /** After the Workers have ended: detaches from unheld devices. Drivers live on. */
  async stop(): Promise<void> {
    this.drain();
    await Promise.all([...this.#devices.values()].map((held) => this.#detach(held)));
  }

  /** Runs `work` alone on that device; after `patienceMs` it runs regardless. */
  exclusive<T>(deviceId: string, work: (busy: Busy) => Promise<T>, patienceMs?: number): Promise<T> {
    return this.#turns.take(deviceId, work, patienceMs);
  }

  /** The device, if work at that epoch may be done on it now. Throws `RefusedError`. Call it inside `exclusive`. */
  usable(deviceId: string, epoch: number): { readonly held: LeasedDevice; readonly device: HandedDevice } {
    const held = this.#devices.get(deviceId);
    if (held === undefined)
      throw new RefusedError(
        'device-gone',
        `Device ${deviceId} is not on host ${this.hostId} any more. Its session opens another; wait for it.`,
      );
    if (held.record.epoch !== epoch)
      throw new RefusedError(
        'stale-epoch',
        `Device ${deviceId} is at epoch ${held.record.epoch}, not ${epoch}: another UI session was opened since. Observe it first.`,
      );
    if (this.draining)
      throw new RefusedError(
        'host-draining',
        `Host ${this.hostId} is shutting down; nothing new begins. Wait for the device to be taken up again.`,
      );
    if (held.device === undefined)
      throw new RefusedError('lease-lost', `Nobody has device ${deviceId} at present. Wait for its session to take it up again.`);
    return { held, device: held.device };
  }

  /** Gives the hold its device: the one that is there, or a new one. Throws `RefusedError`, `DeviceGoneError`, or what the driver throws. */
  take(input: LeaseDeviceInput, hold: DeviceLease, signal: AbortSignal): Promise<LeasedDevice> {
    return this.exclusive(input.deviceId, async () => {
      if (this.draining) throw new RefusedError('host-draining', `Host ${this.hostId} is shutting down and takes no device.`);
      if ((await this.#options.desk.leaseStands(hold.taskToken, { hostId: this.hostId, epoch: input.epoch })) === 'gone')
        throw new RefusedError(
          'lease-lost',
          `Temporal no longer knows this lease of device ${input.deviceId}; another may have it by now.`,
        );
      const known = this.#devices.get(input.deviceId);
      if (known !== undefined && known.record.epoch > input.epoch) {
        throw new RefusedError(
          'stale-epoch',
          `Device ${input.deviceId} is at epoch ${known.record.epoch} already; a hold at ${input.epoch} comes too late.`,
        );
      }
      if (known?.record.epoch === input.epoch) return this.#resume(known, input, hold, signal);
      if (hold.resumes) throw new DeviceGoneError(`Host ${this.hostId} has no device ${input.deviceId} at epoch ${input.epoch} any more.`);
      if (known !== undefined) await this.#discard(known, 'superseded');
      await this.#closeEarlier(input);
      return this.#open(input, hold, signal);
    });
  }

  /** Whether this hold still owns that device (host-2). */
  owns(deviceId: string, hold: DeviceLease): boolean {
    return this.#devices.get(deviceId)?.hold === hold;
  }

  /** Leaves the UI session alive, for a later hold. Nothing happens when another hold owns it by now. */
  async letGo(deviceId: string, hold: DeviceLease): Promise<void> {
    await this.exclusive(
      deviceId,
      async () => {
        const held = this.#devices.get(deviceId);
        if (held?.hold === hold) await this.#detach(held);
      },
      closePatienceMs,
    );
  }

  /** Ends the UI session and forgets it. With `hold`: only when that hold owns it. With `epoch`: only when it is not a newer one. */
  async close(deviceId: string, only: { readonly hold?: DeviceLease; readonly epoch?: number }): Promise<void> {
    await this.exclusive(
      deviceId,
      async () => {
        const held = this.#devices.get(deviceId);
        if (held === undefined || (only.hold !== undefined && held.hold !== only.hold)) return;
        if (only.epoch !== undefined && held.record.epoch > only.epoch) return;
        await this.#discard(held, 'closed');
      },
      closePatienceMs,
    );
  }

  /** After a call reported that the device is gone: asks the device again, and ends its hold if it is. Call it inside `exclusive`. */
  async isGone(leased: LeasedDevice): Promise<boolean> {
    try {
      await leased.device?.listApplications();
      return leased.device === undefined;
    } catch (error) {
      if (!(error instanceof DeviceGoneError)) return false;
      await this.#discard(leased, 'gone');
      return true;
    }
  }

  /** By the device process that has the device; by `journal` where there is none, or it has ended. Throws when that device process does not answer. */
  async verdictOf(deviceId: string, key: string, journal: Pick<ActionJournal, 'verdictOf'>): Promise<JournalVerdict> {
    const held = this.#devices.get(deviceId);
    try {
      const process = held && (held.device?.process ?? (await this.#handLeftBehind(held)));
      return await (process ?? journal).verdictOf(deviceId, key);
    } catch (error) {
      // No device process has the device any more, so none writes.
      if (error instanceof DeviceGoneError) return journal.verdictOf(deviceId, key);
      throw error;
    }
  }

  /** For what is sent to something else than the device. */
  saveGeneration({ record: { deviceId } }: LeasedDevice, generation: number): Promise<void> {
    return this.#options.records.saveGeneration(deviceId, generation);
  }

  /** Whoever sends says on disk how far the device is. */
  async readGeneration(leased: LeasedDevice): Promise<void> {
    leased.generation = await this.#options.records.readGeneration(leased.record.deviceId);
  }

  unpaidDevices(kind: DeviceKind): number {
    return [...this.#devices.values()].filter(({ record, hold }) => record.kind === kind && (hold === undefined || hold.resumes)).length;
  }

  isSettled(): boolean {
    if (this.#attachedAt === undefined || this.draining) return false;
    return this.#leftBehind.size === 0 || Date.now() - this.#attachedAt > settleAtMostMs;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Closes what nobody holds and no running session wants here (host-5). */
  async reap(): Promise<void> {
    const unleased = [...this.#devices.values()].filter(({ hold }) => hold === undefined);
    await Promise.all(
      unleased.map(async ({ record }) => {
        const standing = await this.#options.desk.sessionStanding(record.sessionId, record.sessionRunId);
        if (standing !== 'ended' && standing !== 'elsewhere') return;
        await this.exclusive(record.deviceId, async () => {
          const held = this.#devices.get(record.deviceId);
          if (held?.hold === undefined && held?.record.epoch === record.epoch) await this.#discard(held, 'closed');
        });
      }),
    );
    this.#changed();
  }

  #watch(): void {
    if (this.draining) return;
    const round = (): void => {
      this.reap()
        .catch((error: unknown) => this.#options.log('Looking after unheld devices failed', { error }))
        .finally(() => this.#watch());
    };
    this.#timer = setTimeout(round, this.#leftBehind.size > 0 ? settleEveryMs : reapEveryMs).unref();
  }

  async #attachLeftBehind(record: DeviceRecord): Promise<void> {
    const held: LeasedDevice = {
      record,
      device: undefined,
      hold: undefined,
      generation: record.generation,
      labels: new Map(),
      screen: undefined,
      downloads: [],
    };
    this.#devices.set(record.deviceId, held);
    this.#leftBehind.add(record.deviceId);
    if (record.state === 'opening') return this.#discard(held, 'gone');
    try {
      held.device = await this.#driver(record.kind).attach(record.attachment, await this.#context(record, new AbortController().signal));
    } catch (error) {
      this.#options.log('A device that was left behind could not be taken up', { deviceId: record.deviceId, error });
      if (error instanceof DeviceGoneError) await this.#discard(held, 'gone');
    }
  }

  async #resume(leased: LeasedDevice, input: LeaseDeviceInput, hold: DeviceLease, signal: AbortSignal): Promise<LeasedDevice> {
    leased.hold?.end('superseded');
    leased.record = recordOf(input, leased.record);
    await this.#options.records.save(leased.record);
    try {
      leased.device ??= await this.#driver(leased.record.kind).attach(leased.record.attachment, await this.#context(leased.record, signal));
    } catch (error) {
      if (error instanceof DeviceGoneError) await this.#discard(leased, 'gone');
      throw error;
    }
    leased.hold = hold;
    this.#measures.resumed(leased.record.kind);
    this.#leftBehind.delete(input.deviceId);
    this.#changed();
    return leased;
  }

  /** Epochs rise from one session of a run to the next, so that none waits for another that waits for it. */
  async #closeEarlier({ sessionId, deviceId, epoch }: LeaseDeviceInput): Promise<void> {
    const earlier = [...this.#devices.values()].filter(
      ({ record }) => record.sessionId === sessionId && record.deviceId !== deviceId && record.epoch < epoch,
    );
    await Promise.all(
      earlier.map((held) =>
        this.exclusive(
          held.record.deviceId,
          async () => {
            if (this.#devices.get(held.record.deviceId) === held) await this.#discard(held, 'superseded');
          },
          closePatienceMs,
        ),
      ),
    );
  }

  async #open(input: LeaseDeviceInput, hold: DeviceLease, signal: AbortSignal): Promise<LeasedDevice> {
    const record = recordOf(input);
    const held: LeasedDevice = { record, device: undefined, hold, generation: 0, labels: new Map(), screen: undefined, downloads: [] };
    this.#devices.set(input.deviceId, held);
    this.#measureUsed();
    try {
      const driver = this.#driver(record.kind);
      await this.#options.records.save(record);
      const { device, attachment } = await this.#measures.opening(record.kind, async () =>
        driver.open(input.spec, await this.#context(record, signal)),
      );
      held.device = device;
      held.record = { ...record, state: 'open', attachment };
      await this.#options.records.save(held.record);
      return held;
    } catch (error) {
      await this.#discard(held, 'gone');
      throw error;
    }
  }

  async #detach(leased: LeasedDevice): Promise<void> {
    const { device } = leased;
    leased.device = undefined;
    leased.hold = undefined;
    await device?.detach().catch((error: unknown) => this.#options.log('Detaching failed', { deviceId: leased.record.deviceId, error }));
    this.#changed();
  }

  /** Ends driver, files, record, in this order (host-3). */
  async #discard(leased: LeasedDevice, reason: LeaseEnd): Promise<void> {
    const { record, device, hold } = leased;
    leased.device = undefined;
    await device
      ?.close()
      .catch((error: unknown) => this.#options.log('Closing failed; its processes are ended', { deviceId: record.deviceId, error }));
    try {
      const signal = AbortSignal.timeout(closePatienceMs);
      await this.#driver(record.kind).destroy(record.attachment, await this.#context(record, signal));
      await this.#options.records.removeFolder(record.deviceId, record.epoch);
      await this.#options.records.remove(record.deviceId);
    } catch (error) {
      // The record stays on disk: the next start of the worker tries again.
      this.#options.log('A device could not be removed', { deviceId: record.deviceId, error });
    }
    if (this.#devices.get(record.deviceId) === leased) this.#devices.delete(record.deviceId);
    this.#leftBehind.delete(record.deviceId);
    leased.hold = undefined;
    hold?.end(reason);
    this.#changed();
  }

  async #context({ deviceId, epoch, origins }: DeviceRecord, signal: AbortSignal): Promise<DeviceContext> {
    return { deviceId, folder: await this.#options.records.folderOf(deviceId, epoch), origins, signal };
  }

  async #handLeftBehind({ record }: LeasedDevice): Promise<DeviceProcess | undefined> {
    return this.#driver(record.kind).handOf(await this.#context(record, AbortSignal.timeout(closePatienceMs)));
  }

  #driver(kind: DeviceKind): HandedDriver {
    const driver = this.#options.drivers.find((candidate) => candidate.kind === kind);
    if (driver === undefined)
      throw new TypeError(
        `This host drives no devices of kind '${kind}', only: ${this.#options.drivers.map((each) => each.kind).join(', ')}.`,
      );
    return driver;
  }

  #measureUsed(): void {
    this.#measures.used(
      this.#options.drivers.map(({ kind }) => kind),
      [...this.#devices.values()].map(({ record }) => record.kind),
    );
  }

  #changed(): void {
    this.#measureUsed();
    for (const listener of this.#listeners) listener();
  }
}
