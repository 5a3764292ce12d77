// Names and numbers of a host that Temporal shows, shared by all parts of steadyhand.

/** `identity` of every Worker of a host. Temporal reports it for a running hold, which tells where the hold runs. */
export function workerIdentityOf(hostId: string): string {
  return `steadyhand-${hostId}`;
}

/** Undefined for a Worker that is not ours. */
export function hostOfIdentity(identity: string): string | undefined {
  return /^steadyhand-(.+)$/.exec(identity)?.[1];
}

/** Shared by all hosts that can open a device of that kind. */
export function deviceQueueOf(kind: string): string {
  return `steadyhand-${kind}`;
}

export function leaseQueueOf(hostId: string): string {
  return `steadyhand-${hostId}-hold`;
}

export function hostOfHoldQueue(queue: string): string | undefined {
  return /^steadyhand-(.+)-hold$/.exec(queue)?.[1];
}

export function performQueueOf(hostId: string): string {
  return `steadyhand-${hostId}-perform`;
}

/** How many activities a host runs at a time on its perform queue. Temporal shows this number, from which a host's slots can be derived. */
export function performsAtOnce(slots: number): number {
  return 2 * slots + 8;
}

export function slotsOfHost(performs: number): number {
  return (performs - 8) / 2;
}
