/** The toolset for models of today; the older ones for models and clouds that have no other. */
export const computerToolTypes = ['computer_toolset_20260801', 'computer_20251124', 'computer_20250124'] as const;
export type ComputerToolType = (typeof computerToolTypes)[number];
