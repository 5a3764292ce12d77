export const nodeVersions: readonly string[];
export function ensureNode(version: string): Promise<string>;
