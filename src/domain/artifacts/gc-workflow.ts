/** FL6: what a schedule of Temporal starts, so that in a whole namespace one worker at a time collects. Neither takes anything from whoever starts it. */
export const gcWorkflow = { scheduleId: 'steadyhand-gc', workflowId: 'steadyhand-gc', type: 'gc' } as const;

/** As a worker is configured: ms and bytes. Without an age and a size nothing is collected. */
export interface GcSettings {
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly every: number;
}

export function collectsByItself({ olderThan, maxSize }: GcSettings): boolean {
  return olderThan !== undefined || maxSize !== undefined;
}
