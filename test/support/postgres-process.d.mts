export interface PostgresProcess {
  readonly pid: number;
  url(database: string): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}
export function initPostgres(folder: string): Promise<void>;
export function startPostgresIn(folder: string, port: number): Promise<PostgresProcess>;
/** Undefined: this process's own user may run it. */
export function postgresUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined>;
