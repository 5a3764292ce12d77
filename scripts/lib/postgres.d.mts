export function ensurePostgres(say?: (text: string) => void): Promise<string | undefined>;
