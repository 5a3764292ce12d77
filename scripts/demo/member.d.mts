export function typedAt(now: number): { readonly password: string; readonly code: string };
