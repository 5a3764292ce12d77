/** Workers of this process log errors only, to the console unless `log` says otherwise. */
export function quietRuntime(log?: (entry: { readonly message: string; readonly meta?: unknown }) => void): void;
