// What every part of steadyhand knows of a host by the names and numbers that Temporal shows.

/** `identity` of every Worker of a host: Temporal tells by it where a hold runs. */
export function workerIdentityOf(hostId: string): string {
  return `steadyhand-${hostId}`;
}

/** Undefined for a Worker that is not ours. */
export function hostOfIdentity(identity: string): string | undefined {
  return /^steadyhand-(.+)$/.exec(identity)?.[1];
}

export function holdQueueOf(hostId: string): string {
  return `steadyhand-${hostId}-hold`;
}

export function hostOfHoldQueue(queue: string): string | undefined {
  return /^steadyhand-(.+)-hold$/.exec(queue)?.[1];
}

export function performQueueOf(hostId: string): string {
  return `steadyhand-${hostId}-perform`;
}

/** How many activities a host runs at one time on its perform queue. Temporal shows it to everybody, and the slots of a host stand in it. */
export function performsAtOnce(slots: number): number {
  return 2 * slots + 8;
}

export function slotsOfHost(performs: number): number {
  return (performs - 8) / 2;
}
