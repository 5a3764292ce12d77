/** What a schedule of Temporal starts, so that in a whole namespace one worker at a time collects. Neither takes anything from whoever starts it. */
export const gcWorkflow = { scheduleId: 'steadyhand-gc', workflowId: 'steadyhand-gc', type: 'gc' } as const;

/** ms. What a step in flight or a run that has just begun stores no list shows yet: by no rule goes what is younger, and no age is less. */
export const youngestMs = 3_600_000;

/** As a worker is configured: ms and bytes. Without an age and a size nothing is collected. */
export interface GcSettings {
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly every: number;
}

export function collectsByItself({ olderThan, maxSize }: GcSettings): boolean {
  return olderThan !== undefined || maxSize !== undefined;
}
